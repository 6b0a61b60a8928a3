"""What the buttons of a card are called on the wire, and how one is read back."""

import re
from typing import Literal, cast

Action = Literal["approve", "reject", "done", "again", "give_up"]
"""`done`, `again` and `give_up` settle a call that may have run."""

ACTION_ID = re.compile(r"^approval:(approve|reject|done|again|give_up)$")
"""Matches every button of an approval card, for the listener."""


def action_id(action: Action) -> str:
    return f"approval:{action}"


def action_of(action_id: str) -> Action | None:
    """What a click on the button with this id means; `None` when it is not one of ours."""
    match = ACTION_ID.match(action_id)
    return cast("Action", match[1]) if match else None
