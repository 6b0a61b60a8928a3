"""For whom a run is: as much of it as tells who may look on.

However many runs go on, there are few of these: one for each channel and requester.
"""

from typing import Self

from bot.records.base import Record
from bot.records.run import Run


class Onlookers(Record):
    channel: str
    """Where the run is, for all who can read there."""
    requester: str

    @property
    def name(self) -> str:
        """The same for all that is equal: ids have neither colons nor spaces."""
        return f"{self.channel}:{self.requester}"

    @classmethod
    def of(cls, run: Run) -> Self:
        return cls(channel=run.place.channel, requester=run.requester)
