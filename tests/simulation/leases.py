"""Leases on threads and outboxes, as a server keeps them: they run out unless they are renewed."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bot.records import Place
from bot.store import World
from tests.simulation.loop import Lane, SeededLoop

LASTS = 30.0
"""Seconds; renewed at every third."""


@dataclass
class Lease:
    lane: Lane
    is_mine: Callable[[], bool]
    """Whether nobody else has come in between."""
    give_up: Callable[[], None]
    take_up: Callable[[], None]
    until: float
    renewed: bool = False
    """Whether its holder knows of it and is still at it."""

    def lose(self) -> None:
        """As if the holder had been unable to renew it for too long."""
        if self.is_mine():
            self.give_up()


class Leases:
    def __init__(self, loop: SeededLoop, world: World) -> None:
        self._loop = loop
        self._world = world
        self._kept: list[Any] = []

    def keep(self, entered: Any) -> None:
        """Keep a context alive whose holder is gone, so that it is never left by accident."""
        self._kept.append(entered)

    def on_thread(self, place: Place, fence: int, lane: Lane) -> Lease:
        room = self._world.room(place)

        def hold(held: bool) -> None:
            room.held = held

        return self._watched(
            Lease(
                lane,
                is_mine=lambda: room.fence == fence,
                give_up=lambda: hold(False),
                take_up=lambda: hold(True),
                until=self._loop.time() + LASTS,
            )
        )

    def on_outbox(self, place: Place, badge: object, lane: Lane) -> Lease:
        room = self._world.room(place)

        def hire(courier: object | None) -> None:
            room.courier = courier

        return self._watched(
            Lease(
                lane,
                is_mine=lambda: room.courier is badge,
                give_up=lambda: hire(None),
                take_up=lambda: None,
                until=self._loop.time() + LASTS,
            )
        )

    def _watched(self, lease: Lease) -> Lease:
        self._loop.call_later(LASTS / 3, self._look, lease, context=self._loop.outside)
        return lease

    def _look(self, lease: Lease) -> None:
        if not lease.is_mine():
            return
        now = self._loop.time()
        if lease.lane.runs and lease.renewed:
            lease.until = now + LASTS
            lease.take_up()
        elif now >= lease.until:
            lease.give_up()
            if not lease.renewed or lease.lane.dead:
                return
        self._watched(lease)
