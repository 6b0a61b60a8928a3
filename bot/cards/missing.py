"""An id that leads nowhere: what may have been meant, and what there is."""

from collections.abc import Sequence

from bot.cards.answers import note
from bot.cards.standing import tool
from bot.ports import Message
from bot.records import Approval, Run
from bot.text import code

_MOST = 5
Named = tuple[str, str]
"""An id, and what it is about."""


def not_found(
    identity: str,
    near: Sequence[Named] = (),
    known: Sequence[Named] = (),
    *,
    command: str = "/agent",
) -> Message:
    """`near` is what looks like it, `known` what this person can see at all."""
    first = f"There is nothing with the id {code(identity, 60)}"
    if near:
        return note("\n".join([f"{first}. Did you mean one of these?", *map(_row, near)]))
    if known:
        ways = f"{code(f'{command} list')} and {code(f'{command} pending')} show all"
        rows = [_row(each) for each in known[:_MOST]]
        return note("\n".join([f"{first}. There is, among others ({ways}):", *rows]))
    return note(f"{first}, and nothing else that you could see here either.")


def nothing_waits(identity: str) -> Message:
    """Somebody wants to decide, and there is nothing they could decide on, or look at."""
    first = f"There is nothing with the id {code(identity, 60)}"
    return note(f"{first}, and nothing that you could see here waits for a decision.")


def a_run(run: Run, waiting: Sequence[Approval], *, command: str = "/agent") -> Message:
    """Somebody wants to decide on a run; it is its calls that wait."""
    first = f"{code(run.id, 60)} is a run; approvals have ids of their own."
    if not waiting:
        return note(f"{first} Nothing of it waits for a decision.")
    rows = [f"• {code(each.request.id, 60)} {tool(each)}" for each in waiting[:_MOST]]
    return note("\n".join([f"{first} It waits for a decision on:", *rows]))


def a_call(approval: Approval) -> Message:
    """Somebody asks about an approval where a run is meant."""
    request = approval.request
    first = f"{code(request.id, 60)} is an approval ({tool(approval)}); this takes the id of a run."
    return note(f"{first} Its run is {code(request.call.run, 60)}.")


def _row(named: Named) -> str:
    identity, label = named
    return f"• {code(identity, 60)} {code(label, 100)}"
