"""The manifest: within Slack's limits, and asking for what the bot does, no more and no less."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

import bot
from bot.manifest import EVENTS, METHODS, as_yaml, manifest, scopes
from bot.playground.workspace import App

ROOT = Path(__file__).parents[3]
FAMILIES = "agents api apps assistant auth bots chat conversations files reactions team usergroups"
METHOD = re.compile(rf"(?:{'|'.join([*FAMILIES.split(), 'users', 'views'])})(?:\.[a-zA-Z]+)+")
NEEDS_NO_SCOPE_OF_THE_BOT = {
    "apps.connections.open",  # wants the app-level token, whose scope is granted when it is made
    "files.slack.com",  # a host
}


def sources() -> Iterator[Path]:
    """The bot's own code, without the stand-in for Slack and the manifest itself."""
    package = Path(bot.__file__).parent
    for path in package.rglob("*.py"):
        if path.relative_to(package).parts[0] not in ("playground", "manifest"):
            yield path


def strings(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def methods_called() -> set[str]:
    texts = {text for path in sources() for text in strings(path)}
    return {text for text in texts if METHOD.fullmatch(text)} - NEEDS_NO_SCOPE_OF_THE_BOT


def event_types_heard() -> set[str]:
    """First arguments of `app.event(…)`, apart from the catch-all."""
    return {
        argument.value
        for path in sources()
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "event"
        for argument in node.args[:1]
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    }


def test_the_file_at_the_root_is_the_socket_mode_output() -> None:
    assert (ROOT / "manifest.yml").read_text() == as_yaml(manifest())


def test_the_file_is_read_back_as_it_was_meant() -> None:
    assert yaml.safe_load((ROOT / "manifest.yml").read_text()) == manifest()


def test_every_method_the_bot_calls_has_its_scopes() -> None:
    assert methods_called() == set(METHODS)


def test_every_event_the_bot_hears_is_subscribed_to_and_no_other() -> None:
    assert event_types_heard() == {event.partition(".")[0] for event in EVENTS}


def test_the_stand_in_grants_what_the_manifest_asks_for_and_no_more() -> None:
    assert App().scopes == set(scopes())
    assert App().subscriptions >= set(EVENTS)


@pytest.mark.parametrize("scope", ["chat:write.public", "chat:write.customize"])
def test_what_would_let_it_pose_as_somebody_else_is_not_asked_for(scope: str) -> None:
    assert scope not in scopes()


def test_socket_mode_needs_no_address() -> None:
    document = manifest()
    assert document["settings"]["socket_mode_enabled"] is True
    assert "url" not in str(document)


@pytest.mark.parametrize("url", ["https://bot.example.org", "https://bot.example.org/slack/events"])
def test_http_mode_names_one_address_for_everything(url: str) -> None:
    document = manifest(url=url)
    addresses = [
        document["settings"]["event_subscriptions"]["request_url"],
        document["settings"]["interactivity"]["request_url"],
        document["features"]["slash_commands"][0]["url"],
    ]
    assert addresses == ["https://bot.example.org/slack/events"] * 3
    assert document["settings"]["socket_mode_enabled"] is False


def test_the_command_can_be_named_otherwise() -> None:
    [command] = manifest(command="/ops")["features"]["slash_commands"]
    assert command["command"] == "/ops"


LIMITS: list[tuple[str, int, int]] = [
    ("display_information.name", 1, 35),
    ("display_information.description", 1, 140),
    ("display_information.long_description", 175, 4000),
    ("features.agent_view.agent_description", 1, 300),
    ("features.agent_view.suggested_prompts", 1, 4),
    ("features.bot_user.display_name", 1, 80),
    ("features.shortcuts", 1, 10),
    ("features.shortcuts.0.name", 1, 24),
    ("features.shortcuts.0.callback_id", 1, 255),
    ("features.shortcuts.0.description", 1, 150),
    ("features.slash_commands", 1, 50),
    ("features.slash_commands.0.command", 2, 32),
    ("features.slash_commands.0.description", 1, 2000),
    ("features.slash_commands.0.usage_hint", 1, 1000),
    ("oauth_config.scopes.bot", 1, 255),
    ("settings.event_subscriptions.bot_events", 1, 100),
]


@pytest.mark.parametrize(("place", "shortest", "longest"), LIMITS)
def test_slack_s_limits_are_kept(place: str, shortest: int, longest: int) -> None:
    part: Any = manifest()
    for key in place.split("."):
        part = part[int(key)] if key.isdigit() else part[key]
    assert shortest <= len(part) <= longest


def test_everything_typed_into_the_command_arrives_as_ids() -> None:
    [command] = manifest()["features"]["slash_commands"]
    assert command["should_escape"] is True


printable = st.text(st.characters(exclude_categories=["C", "Zl", "Zp"]))
scalars = st.one_of(st.booleans(), st.integers(), printable)
documents = st.dictionaries(
    st.from_regex(r"[a-z_]{1,8}", fullmatch=True).filter(
        lambda k: k not in ("on", "no", "off", "yes", "null", "true", "false", "y", "n")
    ),
    st.one_of(scalars, st.lists(scalars, min_size=1, max_size=3)),
    min_size=1,
    max_size=4,
)


@given(documents)
def test_whatever_is_written_is_read_back(document: dict[str, Any]) -> None:
    assert yaml.safe_load(as_yaml(document)) == document
