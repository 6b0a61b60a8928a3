"""Calls that fail are repeated where that helps, and reported where it does not."""

import logging
from typing import Any, Protocol

import pytest
from aiohttp import web
from slack_sdk.web.async_client import AsyncWebClient

from bot.front import serving
from bot.playground import Fault, Playground
from bot.ports import NotDelivered
from bot.slack import WebApi, web_client

POST = {"channel": "C0OPS", "text": "hello"}


class Time(Protocol):
    now: float
    slept: list[float]


async def test_a_rate_limit_is_waited_out(slack: Playground, api: WebApi, time: Time) -> None:
    slack.faults.limit("chat.postMessage", retry_after=30)
    assert (await api.tell("chat.postMessage", POST))["ok"]
    assert time.slept == [30.0]


async def test_it_is_not_waited_out_for_ever(slack: Playground, api: WebApi, time: Time) -> None:
    slack.faults.limit("chat.postMessage", retry_after=30, times=None)
    with pytest.raises(NotDelivered) as error:
        await api.tell("chat.postMessage", POST)
    assert (error.value.code, error.value.permanent) == ("ratelimited", False)
    assert sum(time.slept) <= 60


async def test_whoever_is_in_a_hurry_waits_less(slack: Playground, api: WebApi, time: Time) -> None:
    slack.faults.limit("chat.postMessage", retry_after=30)
    with pytest.raises(NotDelivered):
        await api.tell("chat.postMessage", POST, patience=10)
    assert time.slept == []


@pytest.mark.parametrize(
    "code", ["not_authed", "invalid_auth", "token_revoked", "account_inactive", "missing_scope"]
)
async def test_a_bad_token_is_tried_once_and_spoils_the_health(
    slack: Playground, api: WebApi, code: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    slack.faults.fail("chat.postMessage", code, times=None)
    with pytest.raises(NotDelivered):
        await api.tell("chat.postMessage", POST)
    assert len(slack.calls.of("chat.postMessage")) == 1
    assert api.trouble == code
    assert slack.workspace.app.bot_token not in caplog.text


async def test_the_health_recovers_with_the_method(slack: Playground, api: WebApi) -> None:
    slack.faults.fail("chat.postMessage", "missing_scope")
    with pytest.raises(NotDelivered):
        await api.tell("chat.postMessage", POST)
    await api.ask("auth.test")
    assert api.trouble == "missing_scope"
    await api.tell("chat.postMessage", POST)
    assert api.trouble == ""


async def test_a_channel_that_cannot_be_used_says_nothing_about_health(
    slack: Playground, api: WebApi
) -> None:
    with pytest.raises(NotDelivered) as error:
        await api.tell("chat.postMessage", {**POST, "channel": "C0OLD"})
    assert (error.value.code, error.value.permanent) == ("is_archived", True)
    assert api.trouble == ""


async def test_a_question_is_asked_again_after_a_broken_answer(
    slack: Playground, api: WebApi
) -> None:
    slack.faults.break_off("users.info", 503)
    slack.faults.lose_reply("users.info")
    assert (await api.ask("users.info", user="U0MIRA"))["user"]["id"] == "U0MIRA"
    assert len(slack.calls.of("users.info")) == 3


async def test_a_message_whose_answer_got_lost_is_not_sent_again(
    slack: Playground, api: WebApi
) -> None:
    slack.faults.lose_reply("chat.postMessage")
    with pytest.raises(NotDelivered) as error:
        await api.tell("chat.postMessage", POST)
    assert not error.value.permanent
    assert len(slack.messages) == 1


async def test_nobody_at_home_is_not_permanent(time: Any) -> None:
    async with web_client("xoxb-none", base_url="http://127.0.0.1:9/api/") as client:
        with pytest.raises(NotDelivered) as error:
            await WebApi(client, sleep=time.sleep, clock=time).tell("chat.postMessage", POST)
    assert (error.value.code, error.value.permanent) == ("connection_failed", False)
    assert len(time.slept) == 2


@pytest.mark.parametrize("kind", ["text/plain", "text/html", "application/json"])
async def test_an_answer_that_is_not_slacks_passes(time: Any, kind: str) -> None:
    async def proxy(_: web.Request) -> web.Response:
        return web.Response(body=b"please \xff log in", content_type=kind)

    app = web.Application()
    app.router.add_post("/chat.postMessage", proxy)
    async with (
        serving(app, host="127.0.0.1", port=0) as origin,
        web_client("xoxb-1", base_url=origin) as client,
    ):
        with pytest.raises(NotDelivered) as error:
            await WebApi(client, sleep=time.sleep, clock=time).tell("chat.postMessage", POST)
    assert not error.value.permanent


async def test_an_attempt_never_raises(slack: Playground, api: WebApi) -> None:
    slack.faults.add(Fault(method="chat.update", error="missing_scope"))
    assert not await api.attempt("chat.update", POST)
    assert api.trouble == ""
    assert await api.attempt("chat.postMessage", POST)


async def test_neither_token_nor_text_is_logged(
    slack: Playground, client: AsyncWebClient, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    await WebApi(client).tell("chat.postMessage", {"channel": "C0OPS", "text": "a secret"})
    lines = [r.getMessage() for r in caplog.records if r.name.startswith(("bot.slack", "slack_"))]
    assert not any("a secret" in line or "xoxb" in line for line in lines)


async def test_slack_is_well_when_it_knows_us(slack: Playground, api: WebApi) -> None:
    assert await api.check() == ""
    slack.faults.fail("auth.test", "token_revoked")
    assert await api.check() == "token_revoked"


async def test_a_dead_token_is_sent_once_a_minute_and_recovers_by_itself(
    slack: Playground, api: WebApi, time: Any
) -> None:
    slack.faults.fail("chat.postMessage", "account_inactive")
    for _ in range(3):
        with pytest.raises(NotDelivered) as error:
            await api.tell("chat.postMessage", POST)
        assert not error.value.permanent
        assert await api.check() == "account_inactive"
    assert len(slack.calls.of("chat.postMessage")) == 1
    assert slack.calls.of("auth.test") == []
    await time.sleep(60)
    await api.tell("chat.postMessage", POST)
    assert await api.check() == ""
