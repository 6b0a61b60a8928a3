"""Answers go to Slack's own addresses and to nobody else's."""

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from bot.playground import Playground
from bot.ports import Message, NotDelivered
from bot.slack import ResponseUrls
from bot.slack.addresses import is_trusted
from bot.slack.response_url import SLACK_HOOKS

SLACK = ("https", "slack.com", 443)
LOCAL = ("http", "127.0.0.1", 4000)


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://hooks.slack.com/commands/T0/1/x", SLACK),
        ("https://hooks.slack.com:443/actions/T0/1/x", SLACK),
        ("https://hooks.slack-gov.com/actions/T0/1/x", SLACK),
        ("http://127.0.0.1:4000/respond/x", LOCAL),
    ],
)
def test_these_are_followed(url: str, origin: tuple[str, str, int]) -> None:
    assert is_trusted(url, SLACK_HOOKS, origin)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "http://hooks.slack.com/commands/x",
        "https://hooks.slack.com.evil.example/x",
        "https://evil.example/hooks.slack.com",
        "https://hooks.slack.com@evil.example/x",
        "https://user:pass@hooks.slack.com/x",
        "https://hooks.slack.com:8443/x",
        "https://hooks.slack.com:99999/x",
        "https://xhooks.slack.com/x",
        "http://127.0.0.1:4001/respond/x",
        "http://localhost:4000/respond/x",
        "https://127.0.0.1:4000/respond/x",
        "file:///etc/passwd",
        "http://[::1",
    ],
)
def test_these_are_not(url: str) -> None:
    assert not is_trusted(url, SLACK_HOOKS, LOCAL)


@pytest.fixture
def urls(client: AsyncWebClient) -> ResponseUrls:
    return ResponseUrls(client)


def fresh(slack: Playground) -> str:
    workspace = slack.workspace
    typed = slack.interactions.command(
        workspace.user("U0SAM"), workspace.channel("C0OPS"), "/agent", "help"
    )
    return str(typed["response_url"])


async def test_a_foreign_address_is_refused(urls: ResponseUrls) -> None:
    with pytest.raises(NotDelivered) as error:
        await urls.reply("https://evil.example/x", Message("hi"))
    assert (error.value.code, error.value.permanent) == ("untrusted_response_url", True)


async def test_slack_says_when_an_address_was_used_too_often(
    slack: Playground, urls: ResponseUrls
) -> None:
    url = fresh(slack)
    for _ in range(5):
        await urls.reply(url, Message("hi"))
    with pytest.raises(NotDelivered) as error:
        await urls.reply(url, Message("hi"))
    assert error.value.permanent


async def test_an_address_that_is_worn_out_is_final(slack: Playground, urls: ResponseUrls) -> None:
    slack.faults.fail("response_url", "expired_url")
    with pytest.raises(NotDelivered) as error:
        await urls.reply(fresh(slack), Message("hi"))
    assert error.value.permanent


async def test_a_server_in_trouble_is_not(slack: Playground, urls: ResponseUrls) -> None:
    slack.faults.break_off("response_url", 503)
    with pytest.raises(NotDelivered) as error:
        await urls.reply(fresh(slack), Message("hi"))
    assert not error.value.permanent


async def test_an_answer_replaces_nothing(slack: Playground, urls: ResponseUrls) -> None:
    await urls.reply(fresh(slack), Message("hi"))
    [call] = slack.calls.of("response_url")
    assert call.arguments["replace_original"] is False
    assert call.arguments["response_type"] == "ephemeral"
