"""The HTTP skin: how arguments travel, who may call, what goes wrong on demand."""

import asyncio
from typing import Any

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.playground import Fault, Playground
from tests.bot.playground.conftest import Refusal

BLOCKS = [{"type": "divider"}]


async def call(slack: Playground, method: str, **request: Any) -> tuple[int, dict[str, Any]]:
    headers = {"Authorization": f"Bearer {slack.workspace.app.bot_token}"}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.request(request.pop("verb", "POST"), slack.url + method, **request) as response,
    ):
        return response.status, await response.json()


@pytest.mark.parametrize(
    "request_body",
    [
        {"json": {"channel": "C0OPS", "text": "x", "blocks": BLOCKS}},
        {"data": {"channel": "C0OPS", "text": "x", "blocks": '[{"type": "divider"}]'}},
        {"params": {"channel": "C0OPS", "text": "x", "blocks": '[{"type": "divider"}]'}},
        {
            "verb": "GET",
            "params": {"channel": "C0OPS", "text": "x", "blocks": '[{"type": "divider"}]'},
        },
    ],
    ids=["json", "form", "query", "get"],
)
async def test_arguments_travel_in_every_way(
    slack: Playground, request_body: dict[str, Any]
) -> None:
    _, body = await call(slack, "chat.postMessage", **request_body)
    assert body["message"]["blocks"][0]["type"] == "divider"
    recorded = slack.calls.of("chat.postMessage")[0].arguments
    assert recorded == {"channel": "C0OPS", "text": "x", "blocks": BLOCKS}


@pytest.mark.parametrize(
    ("method", "arguments"),
    [
        ("conversations.members", {"channel": "C0OPS"}),
        ("files.getUploadURLExternal", {"filename": "a", "length": 1}),
        ("usergroups.users.list", {"usergroup": "S0SRE"}),
        ("users.info", {"user": "U0MIRA"}),
    ],
)
async def test_what_reads_finds_its_arguments_in_a_form_only(
    slack: Playground, method: str, arguments: dict[str, Any]
) -> None:
    _, found = await call(slack, method, data=arguments)
    assert found["ok"]
    _, lost = await call(slack, method, json=arguments)
    assert lost["error"] == "invalid_arguments"


@pytest.mark.parametrize(("body", "code"), [("{", "invalid_json"), ("[]", "json_not_object")])
async def test_bad_json_is_refused(slack: Playground, body: str, code: str) -> None:
    headers = {"Content-Type": "application/json"}
    _, answer = await call(slack, "chat.postMessage", data=body, headers=headers)
    assert answer == {"ok": False, "error": code}


async def test_a_token_in_the_body_is_as_good(slack: Playground) -> None:
    token = slack.workspace.app.bot_token
    async with (
        aiohttp.ClientSession() as session,
        session.post(slack.url + "auth.test", data={"token": token}) as response,
    ):
        assert (await response.json())["user_id"] == "U0SIGNOFF"
    assert slack.calls.of("auth.test")[0].arguments == {}


@pytest.mark.parametrize(
    ("token", "code"),
    [
        (None, "not_authed"),
        ("xoxb-other", "invalid_auth"),
        ("xapp-1-playground-app", "not_allowed_token_type"),
    ],
)
async def test_a_token_has_to_be_right(
    slack: Playground, refusal: Refusal, token: str | None, code: str
) -> None:
    client = AsyncWebClient(token=token, base_url=slack.url)
    assert await refusal(client.auth_test()) == code


async def test_a_revoked_token_stays_revoked(
    slack: Playground, client: AsyncWebClient, refusal: Refusal
) -> None:
    slack.workspace.change_app(revoked=True)
    assert await refusal(client.auth_test()) == "token_revoked"


async def test_a_missing_scope_is_named(slack: Playground, client: AsyncWebClient) -> None:
    slack.workspace.change_app(scopes=frozenset({"users:read"}))
    with pytest.raises(SlackApiError) as refused:
        await client.chat_postMessage(channel="C0OPS", text="x")
    answer = refused.value.response
    assert (answer["error"], answer["needed"]) == ("missing_scope", "chat:write")
    assert answer["provided"] == "users:read"


async def test_granted_scopes_are_in_the_headers(client: AsyncWebClient) -> None:
    answer = await client.auth_test()
    headers = {k.lower(): v for k, v in answer.headers.items()}
    assert "chat:write" in headers["x-oauth-scopes"].split(",")


async def test_an_unknown_method_is_refused(client: AsyncWebClient, refusal: Refusal) -> None:
    assert await refusal(client.api_call("chat.shout")) == "unknown_method"


async def test_api_test_echoes(client: AsyncWebClient, refusal: Refusal) -> None:
    assert (await client.api_test(foo="bar"))["args"] == {"foo": "bar"}
    assert await refusal(client.api_test(error="my_error")) == "my_error"


async def test_a_fault_spoils_as_many_calls_as_it_says(
    slack: Playground, client: AsyncWebClient, refusal: Refusal
) -> None:
    slack.faults.fail("chat.*", "is_archived", times=2, after=1)
    await client.chat_postMessage(channel="C0OPS", text="1")
    assert await refusal(client.chat_postMessage(channel="C0OPS", text="2")) == "is_archived"
    assert await refusal(client.chat_postMessage(channel="C0OPS", text="3")) == "is_archived"
    await client.chat_postMessage(channel="C0OPS", text="4")
    assert [m.text for m in slack.messages] == ["1", "4"]


async def test_a_fault_can_look_at_the_arguments(
    slack: Playground, client: AsyncWebClient, refusal: Refusal
) -> None:
    slack.faults.fail(
        "chat.postMessage", "not_in_channel", when=lambda a: a["channel"] == "C0APPROVALS"
    )
    await client.chat_postMessage(channel="C0OPS", text="x")
    late = client.chat_postMessage(channel="C0APPROVALS", text="x")
    assert await refusal(late) == "not_in_channel"


async def test_a_rate_limit_says_how_long(slack: Playground) -> None:
    slack.faults.limit("auth.test", retry_after=7)
    async with (
        aiohttp.ClientSession() as session,
        session.post(slack.url + "auth.test") as response,
    ):
        assert response.status == 429
        assert response.headers["Retry-After"] == "7"
        assert (await response.json())["error"] == "ratelimited"


async def test_a_slow_method_takes_effect_late(slack: Playground, client: AsyncWebClient) -> None:
    slack.faults.slow("chat.postMessage", 0.05)
    posting = asyncio.create_task(client.chat_postMessage(channel="C0OPS", text="x"))
    await client.auth_test()
    assert slack.messages == ()
    await posting
    assert len(slack.messages) == 1


async def test_a_lost_reply_loses_only_the_reply(slack: Playground, client: AsyncWebClient) -> None:
    slack.faults.lose_reply("chat.postMessage")
    client.retry_handlers.clear()
    with pytest.raises(aiohttp.ClientError):
        await client.chat_postMessage(channel="C0OPS", text="x")
    assert [m.text for m in slack.messages] == ["x"]


async def test_a_broken_upstream_answers_no_json(slack: Playground, client: AsyncWebClient) -> None:
    slack.faults.add(Fault(method="chat.postMessage", status=502))
    with pytest.raises(SlackApiError):
        await client.chat_postMessage(channel="C0OPS", text="x")
    assert slack.calls.of("chat.postMessage")[0].status == 502
    assert slack.messages == ()
