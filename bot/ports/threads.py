"""A thread is an actor: an ordered inbox, one state, one holder at a time, an outbox.

Nobody but the holder changes a thread's state. The hold carries a fencing token that grows with
every new holder; a write with an older one is refused, so a holder that was paused for too long
cannot undo what its successor did.
"""

from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Protocol

from bot.ports.journal import Begun, Ended
from bot.records import Approval, Call, Entry, Notice, Place, Request, Run


class LeaseLost(Exception):
    """Somebody else holds the thread now, or its outbox: stop, write nothing, tell nobody."""


class WrittenByNewer(Exception):
    """A newer version of the bot has had this thread, and only such a one may go on with it."""

    def __init__(self, since: float) -> None:
        super().__init__("it was written by a newer version of the bot")
        self.since = since
        """When an older one came by for the first time; seconds since the epoch."""


@dataclass(frozen=True)
class Thread:
    """All there is to know about a thread, read at one moment."""

    inbox: Sequence[tuple[int, Entry]] = ()
    """What has not been dealt with, oldest first, each with its sequence number."""
    run: Run | None = None
    """The latest run."""
    state: str | None = None
    """Its engine state as JSON; `None` before the first checkpoint and after the end."""
    deltas: Sequence[str] = ()
    """What has come since that state was written, as JSON, oldest first."""
    history: Sequence[str] = ()
    """The conversation so far: JSON items of the engine's session, oldest first."""
    approvals: Mapping[str, Approval] = field(default_factory=dict)
    """Those of the latest run, by `Call.key`."""


@dataclass(frozen=True)
class Change:
    """What is written together, or not at all."""

    run: Run | None = None
    """`None` leaves the run as it is."""
    state: str | None = None
    """The whole state, in place of the former one and its deltas; `None` leaves it as it is. A run
    that is over has its state removed."""
    delta: str | None = None
    """What has come since the last write, to be put behind it."""
    history: Sequence[str] = ()
    """Items to append."""
    requests: Sequence[Request] = ()
    """Approvals to open; one that exists already is left alone. A call that began without one and
    came into doubt stays in doubt: people are asked what became of it."""
    cancelled: Sequence[str] = ()
    """Ids of approvals whose calls need not start any more; only those that wait for a decision or
    are approved are changed, and their cards are due then."""
    by: str = ""
    """Who called the run off, if a person did."""
    read: Sequence[int] = ()
    """Inbox entries that are dealt with."""
    notices: Sequence[Notice] = ()
    """What Slack is to be told; appended to the outbox."""


class Hold(Protocol):
    """A thread in the hands of one worker. Renews itself until it is left.

    Whatever it changes about runs and calls, it tells the audit in the same step."""

    @property
    def place(self) -> Place: ...

    @property
    def fence(self) -> int: ...

    @property
    def taken(self) -> Thread:
        """As it stood when it was taken; for the beginning. Raises `NotRecorded`."""
        ...

    async def read(self) -> Thread: ...

    async def save(self, change: Change) -> bool:
        """Whether somebody has called the latest run off meanwhile. Raises `LeaseLost`,
        `NotRecorded`."""
        ...

    async def begin(self, call: Call, *, gated: bool, in_doubt: Notice | None = None) -> Begun:
        """May this call start now? Answers `go` once; durable before it answers.

        A gated call needs an approval on record, for the same digest. A call that was started
        before and did not finish is in doubt from now on, unless its effect allows to repeat it
        (`pure`, `idempotent`): then it may go again. When it comes into doubt, the outbox gets
        `in_doubt` in the same step. One in whose place a person wants another attempt is answered
        `in_doubt`, too, and stays as it is. Raises `LeaseLost`, `NotRecorded`."""
        ...

    async def finish(
        self,
        call: Call,
        output: str,
        *,
        failed: bool,
        notice: Notice | None = None,
        resumed: bool = False,
    ) -> bool:
        """The call has ended, and the outbox gets `notice` in the same step. `resumed`: an earlier
        holder began it, and it went on from the state in this one's hands.

        Also settles a doubt that arose while this holder still ran it, and answers True then;
        whoever has the thread now learns it from the inbox. Raises `LeaseLost` when the call is no
        longer this holder's, and `NotRecorded`."""
        ...

    async def ended(self, call: Call) -> Ended | None:
        """What the journal has of a call, if it has come to its end. Raises `NotRecorded`."""
        ...

    async def until_called_off(self, run: str) -> None:
        """Returns within two seconds of somebody calling the run off. For one waiter at a time.
        Raises `LeaseLost`, as soon, when somebody takes the thread over."""
        ...

    async def is_idle(self) -> bool:
        """Give the thread back if nothing came in since it was last looked at; else keep it and
        answer False."""
        ...


class Threads(Protocol):
    async def post(self, place: Place, entry: Entry, *, once: str) -> bool:
        """Append to the inbox; False if something with this `once` key was posted there before.
        A run that is `Cancelled` starts no further call from then on.

        Raises `NotRecorded`."""
        ...

    async def heard(self, place: Place, *, once: str) -> bool:
        """Whether something with this `once` key was posted there."""
        ...

    async def knows(self, place: Place) -> bool:
        """Whether there was ever a run in this thread. Raises `NotRecorded`."""
        ...

    def hold(self, place: Place) -> AbstractAsyncContextManager[Hold | None]:
        """Take the thread; `None` when somebody else has it (who will see what is in the inbox).
        Raises `WrittenByNewer`, `NotRecorded`."""
        ...

    async def unsettled(self, *, older_than: float, limit: int = 100) -> list[Place]:
        """Threads with something in the inbox, or in an outbox that no courier is at, or with a run
        that runs in nobody's hands, for more than `older_than` seconds, or for a lease if that is
        shorter: a wake-up or a worker may have been lost. Each is handed to one caller at a time
        and comes again after as long."""
        ...


@dataclass(frozen=True)
class Due:
    """A notice in a courier's hands."""

    number: int
    notice: Notice
    since: float
    """When a courier first had it in hand; seconds since the epoch."""
    tried: bool
    """Whether that was another one, who may have told it."""


class Round(Protocol):
    """A thread's outbox in the hands of one courier."""

    @property
    def first(self) -> Due:
        """The oldest notice when he came. Raises `NotRecorded`."""
        ...

    async def next(self, told: int) -> Due | None:
        """Take out the notice of this number; the oldest that is left, or `None`: then the courier
        has been relieved, in the same instant.

        Raises `LeaseLost` when somebody else has come in the place of this courier: he tells it,
        too, and takes it out; or when a request that relieved him was sent again. Raises
        `NotRecorded`."""
        ...


class Outbox(Protocol):
    """Notices of one thread, delivered in order by one courier at a time."""

    def courier(self, place: Place) -> AbstractAsyncContextManager[Round | None]:
        """Become the thread's courier; `None` when there is one already, or nothing to be told.
        Raises `NotRecorded`."""
        ...

    async def add(self, place: Place, notice: Notice, *, once: str) -> None:
        """Append it, unless something with this `once` key was appended there before."""
        ...
