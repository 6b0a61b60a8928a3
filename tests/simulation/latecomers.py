"""Messages of those who had been overtaken when they arrived. Slack knows no fence."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.records import MessageRef, Place
from tests.simulation.leases import Lease
from tests.simulation.loop import Lane


@dataclass
class _Late:
    place: Place
    lane: Lane | None
    looked: bool | None = None
    """Whether its author has looked what else stands there: it has not, Slack did not let it, or
    it has."""


class Latecomers:
    def __init__(self) -> None:
        self._late: dict[MessageRef, _Late] = {}
        self._drawn: dict[MessageRef, Lane | None] = {}
        """By whom, where that was somebody who had been overtaken."""

    def arrived(self, ref: MessageRef | None, place: Place) -> None:
        if ref is not None and Lease.is_overtaken():
            self._late[ref] = _Late(place, Lane.current())

    def drew(self, ref: MessageRef) -> None:
        if Lease.is_overtaken():
            self._drawn[ref] = Lane.current()
        else:
            self._drawn.pop(ref, None)

    def looked(self, place: Place, *, answered: bool) -> None:
        for each in self._late.values():
            if each.place == place and each.lane is Lane.current():
                each.looked = answered or each.looked is True

    def unseen(self) -> Iterator[MessageRef]:
        """Those whose author could not look after that: it died, or Slack did not let it."""
        for ref, late in self._late.items():
            died = late.lane is not None and late.lane.dead
            if late.looked is False or (late.looked is None and died):
                yield ref

    def overdrawn(self) -> Iterator[MessageRef]:
        """Those drawn last by somebody who died before he could draw them as they stand."""
        return (ref for ref, lane in self._drawn.items() if lane is not None and lane.dead)
