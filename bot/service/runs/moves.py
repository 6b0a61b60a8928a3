"""What the holder of a thread does next.

Rule: every decision about a thread's next move is made here, from the inbox and the head of the
latest run, and nothing else is done here. A run that is `running` while nobody holds the thread
lost its worker: it goes on from its last checkpoint, without a path of its own.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.ports import Thread
from bot.records import Approval, Cancelled, Decided, Entry, Lapsed, Run, Said


@dataclass(frozen=True)
class Start:
    """Begin a run with what somebody said."""

    number: int
    said: Said
    again: Run | None = None
    """The same run, whose worker died before its first checkpoint."""


@dataclass(frozen=True)
class Resume:
    """Let the run go on: something was decided, or its worker died."""

    run: Run
    read: tuple[int, ...]
    added: tuple[tuple[int, Said], ...] = ()
    """What its requester said while it waited, each with its number: it goes into the run."""


@dataclass(frozen=True)
class CallOff:
    """End the run because a person asked for it."""

    run: Run
    by: str
    read: tuple[int, ...]


@dataclass(frozen=True)
class Defer:
    """Tell people that what they said is read once the run has been decided on: the requester's
    words go into the run, those of others become requests of their own, so that nobody's wish runs
    under another one's name."""

    run: Run
    read: tuple[int, ...]
    users: tuple[str, ...]
    upto: int


@dataclass(frozen=True)
class TakeAnswer:
    """The requester answers a question about an open approval; it is not for the agent."""

    number: int
    said: Said
    approval: Approval


@dataclass(frozen=True)
class Rest:
    """Nothing to do; `read` are entries that came too late to matter."""

    read: tuple[int, ...] = ()


Move = Start | Resume | CallOff | TakeAnswer | Defer | Rest


def next_move(thread: Thread) -> Move:
    run = thread.run
    if run is None or run.is_over:
        return _begin(thread)
    called_off = [e for _, e in thread.inbox if isinstance(e, Cancelled) and e.run == run.id]
    if called_off:
        return CallOff(run, called_off[0].by, _answered_by_calling_off(thread))
    if run.status == "running" and thread.state is None:
        return _begin(thread, again=run)
    settled = _numbers(thread, Decided, Lapsed)
    if settled:
        return Resume(run, settled, _by_requester(thread, run))
    if run.status == "running":
        return Resume(run, ())
    return _wait(thread, run)


def joins(run: Run, user: str) -> bool:
    """Whether what this person says while the run waits goes into it."""
    return user == run.requester


def not_started(approvals: Iterable[Approval]) -> list[str]:
    """Ids of the approvals that fall with their run: their calls have certainly not started."""
    fallen = (a for a in approvals if a.status in ("waiting", "approved"))
    return [each.request.id for each in fallen]


def has_calls_inside(approval: Approval, others: Iterable[Approval]) -> bool:
    """Whether it is about an agent that is a tool, as far as one of its own calls shows that."""
    call = approval.request.call
    inside = f"{call.call_id}."
    return any(
        (each.request.call.run, each.request.call.call_id[: len(inside)]) == (call.run, inside)
        for each in others
    )


def _answered_by_calling_off(thread: Thread) -> tuple[int, ...]:
    """What a run had in hand falls with it; before its first checkpoint its question does, too."""
    over = _numbers(thread, Cancelled, Decided, Lapsed)
    asked = () if thread.state is not None else _numbers(thread, Said)[:1]
    return tuple(sorted((*over, *asked)))


def _begin(thread: Thread, again: Run | None = None) -> Move:
    """The oldest message starts a run; decisions on runs that are over are only cleared away."""
    for number, entry in thread.inbox:
        if isinstance(entry, Said):
            return Start(number, entry, again)
    return Rest(_numbers(thread, Cancelled, Decided, Lapsed))


def _wait(thread: Thread, run: Run) -> Move:
    """People who write while an approval is open hear once that it will be read afterwards."""
    stale = _numbers(thread, Cancelled)
    unheard = [(n, e) for n, e in thread.inbox if isinstance(e, Said) and n > run.heard]
    for number, said in unheard:
        if (asked := _asked(thread, said)) is not None:
            return TakeAnswer(number, said, asked)
    if unheard:
        users = tuple(dict.fromkeys(entry.user for _, entry in unheard))
        return Defer(run, stale, users, upto=unheard[-1][0])
    return Rest(stale)


def _by_requester(thread: Thread, run: Run) -> tuple[tuple[int, Said], ...]:
    return tuple((n, e) for n, e in thread.inbox if isinstance(e, Said) and joins(run, e.user))


def _asked(thread: Thread, said: Said) -> Approval | None:
    """The approval about which its author had been asked something when they wrote this; of
    several the one that was asked about last, which stands next to it in the thread."""
    found = [
        (question.at, each)
        for each in thread.approvals.values()
        if each.is_open
        and each.request.requester == said.user
        and (question := each.open_question) is not None
        and question.at <= _when(said)
    ]
    return max(found, key=lambda each: each[0], default=(0.0, None))[1]


def _when(said: Said) -> float:
    """Seconds since the epoch, by Slack's clock."""
    try:
        return float(said.ts)
    except ValueError:
        return 0.0


def _numbers(thread: Thread, *kinds: type[Entry]) -> tuple[int, ...]:
    return tuple(number for number, entry in thread.inbox if isinstance(entry, kinds))
