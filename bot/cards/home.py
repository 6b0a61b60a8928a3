"""The app's Home: what waits for this person, what they asked for, and what is running.

A pure function of what is on record, without a clock in it: drawn again it is the same, so that
whoever compares two drawings knows whether anything has changed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from bot.cards import blocks as b
from bot.cards.approval import in_short
from bot.cards.buttons import short_buttons
from bot.cards.ids import SEEN, page_id
from bot.cards.listing import Links, pending_on, run_line
from bot.cards.paging import Page, turns
from bot.cards.standing import title
from bot.ports import Section
from bot.records import Approval, Run
from bot.text import escape, user

T = TypeVar("T")

PAGE = 5
"""Entries on a page of each list; a request takes up to 14 of the 100 blocks of a Home."""
_SHOWN = 1_200
"""Characters of arguments."""
_WAITED_FOR = 3
"""Calls that are named of one run."""


@dataclass(frozen=True)
class Front:
    """What there is to show."""

    user: str
    waiting: Page[Approval] | None = field(default_factory=Page)
    """What waits for this person, the one that expires first at the top; `None` when Slack did not
    say who they are, so that it is not known."""
    behalf: Mapping[str, str] = field(default_factory=dict)
    """In whose place they decide about it, by the id of the approval; left out where it is their
    own right."""
    asked: Page[Run] = field(default_factory=Page)
    """What this person asked for, newest first."""
    open: Sequence[Approval] = ()
    """What those runs wait for."""
    running: Page[Run] = field(default_factory=Page)
    """What others asked for and goes on where this person can look on."""
    links: Links = field(default_factory=dict)


def home(front: Front, *, command: str) -> tuple[b.Block, ...]:
    """`command` is the slash command by which the whole of cut arguments can be read."""
    return (*_waiting(front, command), b.DIVIDER, *_asked(front), b.DIVIDER, *_running(front))


def _waiting(front: Front, command: str) -> list[b.Block]:
    page = front.waiting
    parts = [_head("Waiting for you", page.count if page is not None else 0)]
    if page is None:
        words = "Slack did not say who you are just now, so I cannot tell what waits for you. "
        return [*parts, b.section(b.words(f"{words}Open this page again in a moment."))]
    if not page.count:
        words = (
            "Nothing waits for you. When an agent asks for something that you may decide, it "
            "stands here and in its thread until somebody has."
        )
        return [*parts, b.section(b.words(words))]
    for approval in page.shown:
        parts += [b.DIVIDER, *_entry(approval, front, command)]
    return parts + _turning(page, "waiting", "what waits for you")


def _entry(approval: Approval, front: Front, command: str) -> list[b.Block]:
    essentials, is_cut = in_short(approval, limit=_SHOWN, command=command)
    unread = is_cut and not approval.was_read_by(front.user)
    parts = [
        b.strong(title(approval)),
        *essentials,
        *_about(approval, front),
        short_buttons(approval, is_cut=unread),
    ]
    digest = approval.call.digest[:SEEN]
    name = f"{approval.version}.{approval.status}.{digest}.{approval.request.id}"
    return list(b.numbered(parts, name=name))


def _about(approval: Approval, front: Front) -> list[b.Block]:
    """In whose place they decide, and where it was asked for."""
    away = front.behalf.get(approval.request.id)
    link = front.links.get(approval.request.id, "")
    found = [f"You decide in the place of {user(away)}."] if away else []
    found += [f"<{escape(link)}|Open the thread>"] if link else []
    return [b.context(*map(b.words, found))] if found else []


def _asked(front: Front) -> list[b.Block]:
    page = front.asked
    head = _head("What you asked for", page.count)
    if not page.count:
        words = (
            "You have not asked for anything yet. Mention me in a channel or write to me directly, "
            "and I get to work in the thread."
        )
        return [head, b.section(b.words(words))]
    waits = {run.id: [a for a in front.open if a.request.call.run == run.id] for run in page.shown}
    lines = [
        "\n".join([run_line(run, front.links), *map(pending_on, waits[run.id][:_WAITED_FOR])])
        for run in page.shown
    ]
    gone = "What stood here is no longer kept."
    return [head, *_lines(lines or [gone]), *_turning(page, "asked", "what you asked for")]


def _running(front: Front) -> list[b.Block]:
    page = front.running
    lines = [run_line(run, front.links) for run in page.shown]
    nothing = (
        "No agent is at work where you can look on. What others ask for in your channels stands "
        "here until it is done."
    )
    return [
        _head("At work now", page.count),
        *_lines(lines or [nothing]),
        *_turning(page, "running", "what is at work"),
    ]


def _head(text: str, count: int) -> b.Block:
    return b.header(f"{text}: {count:,}" if count else text)


def _lines(lines: Sequence[str]) -> list[b.Block]:
    return [b.section(b.words(each)) for each in lines]


def _turning(page: Page[T], section: Section, about: str) -> list[b.Block]:
    if page.pages == 1:
        return []
    where = b.words(f"Page {page.number + 1:,} of {page.pages:,}.")
    return [b.context(where), turns(page, lambda number: page_id(section, number), about)]
