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

    def arrived(self, ref: MessageRef | None, place: Place) -> None:
        if ref is not None and Lease.is_overtaken():
            self._late[ref] = _Late(place, Lane.current())

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
