"""Leases on threads and outboxes, as a server keeps them: they run out unless they are renewed."""

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from bot.records import Place
from bot.store import World
from tests.simulation.clock import EPOCH
from tests.simulation.loop import Lane, SeededLoop

LASTS = 30.0
"""Seconds; renewed at every third."""

_current: ContextVar["Lease | None"] = ContextVar("lease", default=None)


@dataclass
class Lease:
    lane: Lane
    is_mine: Callable[[], bool]
    """Whether nobody else has come in between."""
    give_up: Callable[[], None]
    keep_until: Callable[[float], None]
    """Seconds since the epoch."""
    until: float
    renewed: bool = False
    """Whether its holder knows of it and is still at it."""

    def begin(self) -> None:
        """From now on its holder acts under it, and so does every task he starts."""
        self.renewed = True
        _current.set(self)

    @staticmethod
    def is_overtaken() -> bool:
        """Whether this task acts under a lease somebody else has taken since."""
        lease = _current.get()
        return lease is not None and not lease.is_mine()

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

        def give_up() -> None:
            room.held = False

        def keep_until(when: float) -> None:
            """Even when it had run out, as long as nobody else has come."""
            room.held, room.held_until = True, when

        return self._begun(lane, lambda: room.fence == fence, give_up, keep_until)

    def on_outbox(self, place: Place, badge: object, lane: Lane) -> Lease:
        room = self._world.room(place)

        def give_up() -> None:
            room.courier = None

        def keep_until(when: float) -> None:
            room.courier_until = when

        return self._begun(lane, lambda: room.courier is badge, give_up, keep_until)

    def _begun(
        self,
        lane: Lane,
        is_mine: Callable[[], bool],
        give_up: Callable[[], None],
        keep_until: Callable[[float], None],
    ) -> Lease:
        lease = Lease(lane, is_mine, give_up, keep_until, until=self._loop.time() + LASTS)
        keep_until(EPOCH + lease.until)
        self._watch(lease)
        return lease

    def _watch(self, lease: Lease) -> None:
        self._loop.call_later(LASTS / 3, self._look, lease, context=self._loop.outside)

    def _look(self, lease: Lease) -> None:
        if not lease.is_mine():
            return
        now = self._loop.time()
        if lease.lane.runs and lease.renewed:
            lease.until = now + LASTS
            lease.keep_until(EPOCH + lease.until)
        elif now >= lease.until:
            lease.give_up()
            if not lease.renewed or lease.lane.dead:
                return
        self._watch(lease)
