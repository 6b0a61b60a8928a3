"""One deed has one key however often it is delivered, and two deeds have two."""

from dataclasses import dataclass
from typing import Any

import pytest

from bot.listeners.errands import read_click, read_command


@dataclass(frozen=True)
class Bot:
    user: str = "U0BOT"
    team: str = "T0HOME"
    enterprise: str = ""


def click(*, team: str = "T0HOME", action: str = "approval:approve", **more: Any) -> dict[str, Any]:
    user = {"id": "U0MIRA", "team_id": team}
    return {"user": user, "actions": [{"action_id": action, "value": "opaque"}], **more}


def command(text: str, **more: Any) -> dict[str, Any]:
    said = {"command": "/agent", "text": text, "user_id": "U0MIRA", "channel_id": "C0OPS"}
    return {**said, "team_id": "T0HOME", "trigger_id": "always the same", **more}


@pytest.mark.parametrize(
    "other", [click(trigger_id="2"), click(trigger_id="1", action="approval:reject")]
)
def test_a_click_is_told_apart_by_any_sign_of_its_own(other: dict[str, Any]) -> None:
    keys = {read_click(body, Bot()).key for body in (click(trigger_id="1"), other)}
    assert len(keys) == 2


def test_a_command_is_told_apart_by_any_sign_of_its_own() -> None:
    bodies = [
        command("status"),
        command("list"),
        command("status", user_id="U0JONAS"),
        command("status", channel_id="C0DEV"),
        command("status", trigger_id="another"),
    ]
    assert len({read_command(body, Bot()).key for body in bodies}) == len(bodies)
    assert read_command(command("list"), Bot()).key == read_command(command("list"), Bot()).key


@pytest.mark.parametrize(
    ("team", "enterprise", "foreign"),
    [
        ("T0HOME", "", False),
        ("T0ELSE", "", True),
        ("", "", False),
        ("T0ELSE", "E0ORG", False),
    ],
)
def test_the_payload_can_say_that_somebody_is_of_another_organisation(
    team: str, enterprise: str, foreign: bool
) -> None:
    home = Bot(enterprise=enterprise)
    assert read_click(click(team=team), home).foreign is foreign
    assert read_command(command("list", team_id=team), home).foreign is foreign
