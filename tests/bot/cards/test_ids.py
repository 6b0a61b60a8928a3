"""What buttons are called."""

import re
from typing import get_args

import pytest

from bot.cards import ACTION_ID, Action, action_id, action_of
from bot.cards.ids import HOME, NUMBERED, about, read_about

ACTIONS: tuple[Action, ...] = get_args(Action)


@pytest.mark.parametrize("action", ACTIONS)
def test_a_button_is_read_back(action: Action) -> None:
    number = 3 if action in NUMBERED else None
    assert action_of(action_id(action, number)) == action
    assert re.search(ACTION_ID, action_id(action, number))


@pytest.mark.parametrize("other", ["", "approve", "approval:", "approval:approve2", "x:approve"])
def test_any_other_button_is_not_ours(other: str) -> None:
    assert action_of(other) is None


@pytest.mark.parametrize("approval", ["Zt5aQ0kPmV1x", "-a-", ""])
@pytest.mark.parametrize("seen", ["", "0123456789ab"])
@pytest.mark.parametrize("at", ["", HOME, "C0OPS:1.2", "C0OPS:"])
def test_what_a_window_is_about_is_read_back(approval: str, seen: str, at: str) -> None:
    assert read_about(about(approval, seen, at)) == (approval, seen, at)
