"""What the buttons of a card are called on the wire, and how one is read back."""

import re
from typing import Literal, cast, get_args

from bot.ports import Section

Action = Literal[
    "approve",
    "reject",
    "reason",
    "edit",
    "always",
    "all",
    "whole",
    "ask",
    "answer",
    "reply",
    "page",
    "done",
    "again",
    "give_up",
]
"""`reason`, `edit`, `ask` and `reply` open a window to write in, `whole` one to read in, where
`page` turns the page; `all` approves everything of one pause; `answer` chooses one of the agent's
choices; `done`, `again` and `give_up` settle a call that may have run."""

WINDOWS: frozenset[Action] = frozenset({"reason", "edit", "ask", "reply", "whole", "page"})
"""Those that are answered with a window, and decide nothing."""

NUMBERED: frozenset[Action] = frozenset({"answer", "page"})
"""Those of which there are several: a number follows."""

_PLAIN = "|".join(sorted(set(get_args(Action)) - NUMBERED))
_MANY = "|".join(sorted(NUMBERED))
ACTION_ID = re.compile(rf"^approval:(?:({_PLAIN})|({_MANY}):(\d{{1,3}}))$", re.ASCII)
"""Matches every button of an approval card and of its windows, for the listener."""

_BLOCK_ID = re.compile(r"\d+\.\d+\.[a-z_]+\.([0-9a-f]{12})\..*")
SEEN = 12
"""Characters of a digest that say which arguments a card shows."""


def action_id(action: Action, number: int | None = None) -> str:
    return f"approval:{action}" if number is None else f"approval:{action}:{number}"


def action_of(action_id: str) -> Action | None:
    """What a click on the button with this id means; `None` when it is not one of ours."""
    match = ACTION_ID.match(action_id)
    return cast("Action", match[1] or match[2]) if match else None


def number_of(action_id: str) -> str:
    """Which of several; empty when there is only one."""
    match = ACTION_ID.match(action_id)
    return (match[3] or "") if match else ""


def seen_in(block_id: str) -> str:
    """The beginning of the digest of the arguments that this block of a card goes with."""
    match = _BLOCK_ID.fullmatch(block_id)
    return match[1] if match else ""


HOME_ID = re.compile(r"^home:(waiting|asked|running):(\d{1,5})$", re.ASCII)
"""Matches the buttons that turn the pages of the Home, for the listener."""


def page_id(section: Section, page: int) -> str:
    return f"home:{section}:{page}"


def page_of(action_id: str) -> tuple[Section, int] | None:
    """Which page of which list a button of the Home leads to; `None` when it is no such button."""
    match = HOME_ID.match(action_id)
    return (cast("Section", match[1]), int(match[2])) if match else None


TURNING_ID = re.compile(r"^turn:(status|list|pending):(\d{1,4})$", re.ASCII)
"""Matches the buttons that turn the pages of a list, for the listener."""


def turning_id(name: str, page: int) -> str:
    """`page` counts from 0; the button says what would be typed."""
    return f"turn:{name}:{page + 1}"


def turning_of(action_id: str) -> str:
    """What somebody would type to see this page; empty when it is no such button."""
    match = TURNING_ID.match(action_id)
    return f"{match[1]} page {match[2]}" if match else ""


WINDOW_ID = re.compile(r"^window:(reason|edit|ask|reply|whole)$")
"""Matches every window of ours, for the listener."""


def window_id(action: Action) -> str:
    return f"window:{action}"


def window_of(callback_id: str) -> Action | None:
    """What a window is for; `None` when it is not one of ours."""
    match = WINDOW_ID.match(callback_id)
    return cast("Action", match[1]) if match else None


HOME = "home"
"""Where a window was opened that belongs to no channel."""


def about(approval: str, seen: str = "", at: str = "") -> str:
    """Which approval a window is about, which arguments it shows, and where it was opened: the tag
    of a place, or `HOME`."""
    return f"{approval} {seen} {at}".rstrip()


def read_about(data: str) -> tuple[str, str, str]:
    """The same three, each empty where it is not said."""
    approval, seen, at, *_ = [*data.split(" ", 2), "", ""]
    return approval, seen, at
