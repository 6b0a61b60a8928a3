"""The app's Home: what waits for this person, what they asked for, and what is running.

A pure function of what is on record, without a clock in it: drawn again it is the same, so that
whoever compares two drawings knows whether anything has changed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.cards import blocks as b
from bot.cards.approval import in_short
from bot.cards.buttons import short_buttons
from bot.cards.ids import SEEN, page_id
from bot.cards.listing import Links, pending_on, run_line
from bot.cards.standing import title
from bot.records import Approval, Run
from bot.text import escape, user

PAGE = 5
"""Requests on a page; each takes up to 15 of the 100 blocks of a Home."""
LISTED = 5
"""Runs in each list."""
_SHOWN = 1_200
"""Characters of arguments."""


@dataclass(frozen=True)
class Front:
    """What there is to show."""

    waiting: Sequence[Approval] = ()
    """Those of this page, the one that expires first at the top."""
    behalf: Mapping[str, str] = field(default_factory=dict)
    """In whose place they decide about it, by the id of the approval; left out where it is their
    own right."""
    count: int = 0
    """Of all that wait for this person."""
    page: int = 0
    asked: Sequence[Run] = ()
    """What this person asked for, newest first."""
    open: Sequence[Approval] = ()
    """What those runs wait for."""
    running: Sequence[Run] = ()
    """What goes on where this person can look on."""
    links: Links = field(default_factory=dict)
    user: str = ""
    unchecked: bool = False
    """Whether Slack did not say who this person is, so that it is not known what waits for them."""


def home(front: Front) -> tuple[b.Block, ...]:
    return (*_waiting(front), b.DIVIDER, *_asked(front), b.DIVIDER, *_running(front))


def pages(count: int) -> int:
    """How many there are; at least one."""
    return max(1, -(-count // PAGE))


def _waiting(front: Front) -> list[b.Block]:
    number = f": {front.count:,}" if front.count else ""
    parts = [b.header(f"Waiting for you{number}")]
    if front.unchecked:
        words = "Slack did not say who you are just now, so I cannot tell what waits for you. "
        return [*parts, b.section(b.words(f"{words}Open this page again in a moment."))]
    if not front.waiting:
        words = (
            "Nothing waits for you. When an agent asks for something that you may decide, it "
            "stands here and in its thread until somebody has."
        )
        return [*parts, b.section(b.words(words))]
    for approval in front.waiting:
        parts += [b.DIVIDER, *_entry(approval, front)]
    return parts + _turning(front)


def _entry(approval: Approval, front: Front) -> list[b.Block]:
    essentials, is_cut = in_short(approval, limit=_SHOWN)
    link = front.links.get(approval.request.id, "")
    where = [b.context(b.words(f"<{escape(link)}|Open the thread>"))] if link else []
    away = front.behalf.get(approval.request.id)
    place = [b.context(b.words(f"You decide in the place of {user(away)}."))] if away else []
    unread = is_cut and not approval.was_read_by(front.user)
    parts = [
        b.strong(title(approval)),
        *essentials,
        *place,
        *where,
        short_buttons(approval, is_cut=unread),
    ]
    digest = approval.call.digest[:SEEN]
    name = f"{approval.version}.{approval.status}.{digest}.{approval.request.id}"
    return list(b.numbered(parts, name=name))


def _turning(front: Front) -> list[b.Block]:
    last = pages(front.count) - 1
    if not last:
        return []
    ways = (("Earlier", front.page - 1), ("Later", front.page + 1))
    turns = [
        b.button(text, action_id=page_id(page), value="-", about="requests")
        for text, page in ways
        if 0 <= page <= last
    ]
    return [b.context(b.words(f"Page {front.page + 1} of {last + 1}.")), b.actions(*turns)]


def _asked(front: Front) -> list[b.Block]:
    if not front.asked:
        words = (
            "You have not asked for anything yet. Mention me in a channel or write to me directly, "
            "and I get to work in the thread."
        )
        return [b.header("What you asked for"), b.section(b.words(words))]
    waits = {run.id: [a for a in front.open if a.request.call.run == run.id] for run in front.asked}
    lines = [
        "\n".join([run_line(run, front.links), *map(pending_on, waits[run.id][:3])])
        for run in front.asked
    ]
    return [b.header("What you asked for"), *(b.section(b.words(each)) for each in lines)]


def _running(front: Front) -> list[b.Block]:
    lines = [run_line(run, front.links) for run in front.running]
    nothing = "No agent is at work where you can look on."
    return [b.header("At work now"), *(b.section(b.words(each)) for each in lines or [nothing])]
