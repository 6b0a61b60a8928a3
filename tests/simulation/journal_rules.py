"""The journal of one call: what can happen to it, and what must never come of it.

Two workers, two approvers, one deadline, one person who calls the run off; a worker can die, lose
its lease or miss an answer at every step.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from bot.records import Approval, Call, Request, Run

WORKERS = (0, 1)
APPROVERS = ("U2", "U3")


class Step(NamedTuple):
    """What somebody does; `who` is a worker or an approver."""

    deed: str
    who: int = 0
    how: str = ""


class Worker(NamedTuple):
    """What a worker remembers; a crash makes it forget."""

    fence: int = 0
    """Zero: it holds nothing, as far as it knows."""
    runs: bool = False
    """The journal let the call go, and this worker heard of it."""


class Around(NamedTuple):
    """What the store does not know."""

    workers: tuple[Worker, Worker] = (Worker(), Worker())
    due: bool = False
    """Time has run out."""
    over: bool = False
    """The run was called off."""
    gone: int = 0
    """How often the journal let the call go."""


class Side(Protocol):
    """A journal to explore: one kind of store."""

    async def load(self, saved: Any) -> None: ...

    async def save(self) -> Any:
        """Everything in it, to be loaded again."""
        ...

    async def look(self) -> "Seen": ...

    async def take(self) -> int: ...

    async def lose_lease(self) -> None: ...

    async def give_back(self, fence: int) -> None: ...

    async def begin(self, fence: int) -> str: ...

    async def finish(self, fence: int) -> str: ...

    async def call_off(self, fence: int) -> str: ...

    async def decide(self, by: str, verdict: str, *, late: bool) -> str: ...

    async def expire(self, *, due: bool) -> str: ...

    async def settle(self, by: str, status: str) -> str: ...


class Seen(NamedTuple):
    """All that can be read of it."""

    approval: Approval
    run: Run | None
    inbox: tuple[str, ...]
    told: int
    """Notices in the outbox."""
    fence: int
    """Of the holder, or the next one's minus one."""
    held: bool
    call_fence: int
    """Of the holder who started the call."""


@dataclass(frozen=True)
class Scene:
    """What it is all about."""

    run: Run
    call: Call
    request: Request


def steps(around: Around) -> Iterator[Step]:
    for who, worker in enumerate(around.workers):
        if not worker.fence:
            yield Step("take", who)
            continue
        yield Step("crash", who)
        yield Step("give back", who)
        yield Step("begin", who)
        yield Step("begin, unheard", who)
        if worker.runs:
            yield Step("finish", who)
            yield Step("finish, unheard", who)
        if not around.over:
            yield Step("call off", who)
    yield Step("lose lease")
    for who in range(len(APPROVERS)):
        yield Step("decide", who, "approved")
        yield Step("decide", who, "rejected")
    for how in ("done", "failed", "superseded"):
        yield Step("settle", 0, how)
    yield Step("expire")
    if not around.due:
        yield Step("time passes")


async def act(side: Side, step: Step, around: Around) -> str:
    """What the store answers; nothing when it is not asked."""
    deed, who, how = step
    fence = around.workers[who].fence if who < len(around.workers) else 0
    match deed.partition(",")[0]:
        case "take":
            return str(await side.take())
        case "lose lease":
            await side.lose_lease()
        case "give back":
            await side.give_back(fence)
        case "begin":
            return await side.begin(fence)
        case "finish":
            return await side.finish(fence)
        case "call off":
            return await side.call_off(fence)
        case "decide":
            return await side.decide(APPROVERS[who], how, late=around.due)
        case "settle":
            return await side.settle(APPROVERS[who], how)
        case "expire":
            return await side.expire(due=around.due)
    return ""


def after(step: Step, answer: str, around: Around) -> Around:
    """What everybody knows then."""
    workers = list(around.workers)
    gone, over = around.gone, around.over
    mine = workers[step.who] if step.who < len(workers) else Worker()
    match step.deed:
        case "take":
            mine = Worker(int(answer)) if int(answer) else Worker()
        case "crash" | "give back":
            mine = Worker()
        case "begin" | "begin, unheard":
            gone += answer == "go"
            if step.deed == "begin" and answer == "go":
                mine = mine._replace(runs=True)
            elif answer == "lost":
                mine = Worker(mine.fence, mine.runs)
        case "finish":
            mine = mine._replace(runs=False)
        case "call off":
            over = over or answer == "ok"
        case _:
            pass
    if step.deed not in ("decide", "settle", "expire", "lose lease", "time passes"):
        workers[step.who] = mine
    due = around.due or step.deed == "time passes"
    return Around((workers[0], workers[1]), due, over, gone)


def canonical(seen: Seen, around: Around) -> object:
    """Equal for states from which the same can happen."""
    fences = {seen.fence, seen.call_fence, *(each.fence for each in around.workers)} - {0}
    rank = {fence: number for number, fence in enumerate(sorted(fences), start=1)} | {0: 0}
    approval = seen.approval
    words = tuple(sorted(each.verdict for each in approval.decisions))
    workers = tuple(sorted((rank[each.fence], each.runs) for each in around.workers))
    return (
        approval.status,
        approval.ended_by,
        words,
        seen.inbox,
        rank[seen.fence],
        rank[seen.call_fence],
        seen.held,
        workers,
        around.due,
        around.over,
        min(around.gone, 2),
    )


def wrong(before: Seen, step: Step, answer: str, seen: Seen, around: Around) -> Iterator[str]:
    """What must never be, whatever has happened."""
    approval, request = seen.approval, seen.approval.request
    approved = {each.by for each in approval.decisions if each.verdict == "approved"}
    repeatable = request.call.effect != "at_most_once"
    if around.gone > 1 and not repeatable:
        yield "the call was let go twice"
    if around.gone and len(approved) < request.rule.required:
        yield "the call was let go without enough approvals"
    if around.gone and approval.status in _NEVER_STARTED:
        yield f"the call was let go and is {approval.status}"
    if any(each.runs for each in around.workers) and not around.gone:
        yield "a worker runs what was never let go"
    may_go = ("approved", "started", "in_doubt") if repeatable else ("approved",)
    if answer == "go" and before.approval.status not in may_go:
        yield f"let go while it was {before.approval.status}"
    if before.approval.status in _ENDED and approval.status != before.approval.status:
        yield f"{before.approval.status} became {approval.status}"
    if approval != before.approval and approval.version <= before.approval.version:
        yield "it changed and its version did not grow"
    if step.deed in ("decide", "expire", "settle") and approval.status != before.approval.status:
        yield from _untold(before, seen)


_NEVER_STARTED = ("waiting", "approved", "rejected", "expired", "cancelled", "undeliverable")
_ENDED = (*_NEVER_STARTED[2:], "done", "failed", "superseded")


def _untold(before: Seen, seen: Seen) -> Iterator[str]:
    if len(seen.inbox) != len(before.inbox) + 1:
        yield "the thread did not learn of it"
    if seen.told <= before.told:
        yield "the card did not learn of it"
