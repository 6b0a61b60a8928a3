"""How deliveries travel: signatures, retries, several front ends, Socket Mode."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import aiohttp
import pytest
from slack_sdk.signature import SignatureVerifier
from slack_sdk.web.async_client import AsyncWebClient

from bot.playground import NothingHappened, Person, Playground, PlaygroundError
from tests.bot.playground.conftest import FakeClock
from tests.bot.playground.receiver import Receiver, receiving


async def test_a_delivery_is_signed_over_its_raw_body(
    slack: Playground, receiver: Receiver, mira: Person, clock: FakeClock
) -> None:
    await mira.says("C0OPS", "hello")
    await slack.settled()
    received = receiver.received[0]
    assert received.headers["X-Slack-Request-Timestamp"] == str(int(clock.now))
    verifier = SignatureVerifier(slack.workspace.app.signing_secret)
    signature = verifier.generate_signature(timestamp=str(int(clock.now)), body=received.body)
    assert received.headers["X-Slack-Signature"] == signature


async def test_an_event_nobody_takes_comes_again_with_the_reason(
    slack: Playground, receiver: Receiver, mira: Person
) -> None:
    receiver.statuses = [500, 404]
    await mira.says("C0OPS", "hello")
    await slack.wait_for(lambda s: s.deliveries[0].over)
    assert [r.headers.get("X-Slack-Retry-Num") for r in receiver.received] == [None, "1", "2"]
    assert receiver.received[1].headers["X-Slack-Retry-Reason"] == "http_error"
    assert len({r.payload["event_id"] for r in receiver.received}) == 1
    assert [a.status for a in slack.deliveries[0].answers] == [500, 404, 200]


async def test_an_event_comes_four_times_at_most(
    slack: Playground, receiver: Receiver, mira: Person
) -> None:
    receiver.statuses = [500] * 9
    await mira.says("C0OPS", "hello")
    await slack.wait_for(lambda s: s.deliveries[0].over)
    assert len(receiver.received) == 4


async def test_an_app_can_decline_retries(
    slack: Playground, receiver: Receiver, mira: Person
) -> None:
    receiver.statuses, receiver.headers = [500], {"X-Slack-No-Retry": "1"}
    await mira.says("C0OPS", "hello")
    await slack.wait_for(lambda s: s.deliveries[0].over)
    assert len(receiver.received) == 1


async def test_a_click_is_replayed_once(
    slack: Playground, receiver: Receiver, mira: Person
) -> None:
    await mira.shortcut("ask")
    receiver.statuses = [500]
    replay = slack.again(slack.deliveries[-1])
    await slack.settled()
    assert [a.status for a in replay.answers] == [500]
    first, second = receiver.received
    assert first.payload == second.payload


async def test_a_request_url_is_asked_for_its_challenge(
    slack: Playground, receiver: Receiver
) -> None:
    receiver.body = {"challenge": "echo"}
    answer = await slack.verify(receiver.url)
    assert answer.json == {"challenge": "echo"}
    assert receiver.interaction["type"] == "url_verification"


def give_up_early(slack: Playground) -> None:
    slack.courier.times = replace(slack.courier.times, answer_within=0.1)


async def test_a_late_answer_is_a_timeout(
    slack: Playground, receiver: Receiver, mira: Person
) -> None:
    receiver.delay = 0.5
    give_up_early(slack)
    answer = await mira.commands("/agent", "status", "C0OPS")
    assert (answer.status, answer.problem) == (0, "http_timeout")
    assert "operation_timeout" in mira.private_messages[0].text


async def test_with_nobody_there_a_command_fails_visibly(slack: Playground, mira: Person) -> None:
    answer = await mira.commands("/agent", "status", "C0OPS")
    assert answer.problem == "connection_failed"
    assert "dispatch_failed" in mira.private_messages[0].text


async def test_front_ends_take_turns_and_can_be_chosen(
    slack: Playground, receiver: Receiver, mira: Person
) -> None:
    async with receiving() as other:
        slack.add_request_url(other.url)
        for _ in range(2):
            await mira.says("C0OPS", "hello")
        await slack.settled()
        assert len(receiver.received) == len(other.received) == 1
        answer = await mira.commands("/agent", "status", "C0OPS", to=other.url)
        assert answer.front_end == other.url
        slack.remove_request_url(other.url)
        with pytest.raises(PlaygroundError):
            await mira.commands("/agent", "status", "C0OPS", to=other.url)


async def test_the_same_thing_can_be_delivered_again(
    slack: Playground, receiver: Receiver, mira: Person
) -> None:
    await mira.says("C0OPS", "hello")
    slack.again(slack.deliveries[0])
    slack.again(slack.deliveries[0], event_id="Ev2")
    await slack.settled()
    first, second, third = (r.payload for r in receiver.received)
    assert first == second
    assert third == first | {"event_id": "Ev2"}


async def test_a_wait_that_fails_tells_what_there_is(slack: Playground, mira: Person) -> None:
    await mira.says("C0OPS", "hello there")
    with pytest.raises(NothingHappened, match="hello there"):
        await slack.wait_for("good bye", timeout=0.01)


@asynccontextmanager
async def connected(slack: Playground) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    """A bare Socket Mode connection that has heard hello."""
    client = AsyncWebClient(token=slack.workspace.app.app_token, base_url=slack.url)
    url = (await client.apps_connections_open(app_token=slack.workspace.app.app_token))["url"]
    async with aiohttp.ClientSession() as session, session.ws_connect(url) as socket:
        hello = await socket.receive_json()
        assert hello["type"] == "hello"
        assert hello["connection_info"] == {"app_id": "A0SIGNOFF"}
        yield socket


async def ack(
    socket: aiohttp.ClientWebSocketResponse, payload: dict[str, Any] | None = None
) -> dict[str, Any]:
    envelope: dict[str, Any] = await socket.receive_json()
    answer: dict[str, Any] = {"envelope_id": envelope["envelope_id"]}
    if payload is not None:
        answer["payload"] = payload
    await socket.send_str(json.dumps(answer))
    return envelope


async def test_an_envelope_is_answered_with_its_id(slack: Playground, mira: Person) -> None:
    async with connected(slack) as socket:
        asking = asyncio.create_task(mira.commands("/agent", "status", "C0OPS"))
        envelope = await ack(socket, {"text": "All quiet"})
        assert (envelope["type"], envelope["accepts_response_payload"]) == (
            "slash_commands",
            True,
        )
        answer = await asking
        assert (answer.status, answer.json) == (200, {"text": "All quiet"})
        assert mira.private_messages[0].text == "All quiet"


async def test_an_unanswered_envelope_comes_again(slack: Playground, mira: Person) -> None:
    async with connected(slack) as socket:
        give_up_early(slack)
        await mira.says("C0OPS", "hello")
        first = await socket.receive_json()
        second = await ack(socket)
        assert (first["retry_attempt"], first["retry_reason"]) == (0, "")
        assert (second["retry_attempt"], second["retry_reason"]) == (1, "http_timeout")
        assert first["payload"] == second["payload"]


async def test_a_lost_connection_hands_the_event_to_another(
    slack: Playground, mira: Person
) -> None:
    async with connected(slack) as one:
        await mira.says("C0OPS", "hello")
        await one.receive_json()
        async with connected(slack) as other:
            await one.close()
            envelope = await ack(other)
            assert envelope["retry_reason"] == "connection_failed"


async def test_a_payload_goes_to_one_of_the_connections(slack: Playground, mira: Person) -> None:
    async with connected(slack) as one, connected(slack) as other:
        names = [c.name for c in slack.sockets.connections]
        asking = asyncio.create_task(mira.shortcut("any", to=names[1]))
        await ack(other)
        assert (await asking).front_end == names[1]
        with pytest.raises(TimeoutError):
            await one.receive_json(timeout=0.01)


async def test_slack_asks_a_connection_to_refresh_or_cuts_it(slack: Playground) -> None:
    async with connected(slack) as socket:
        await slack.sockets.disconnect("refresh_requested")
        assert (await socket.receive_json())["reason"] == "refresh_requested"
        cutting = asyncio.create_task(slack.sockets.cut())
        assert (await socket.receive()).type is aiohttp.WSMsgType.CLOSE
        await cutting
        await slack.wait_for(lambda s: not s.sockets.connections)


async def test_a_link_admits_one_connection(slack: Playground) -> None:
    url = slack.sockets.new_url(slack.origin)
    async with aiohttp.ClientSession() as session:
        async with session.ws_connect(url):
            pass
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(url)


async def test_ten_connections_at_most(slack: Playground) -> None:
    async with aiohttp.ClientSession() as session:
        held = [await session.ws_connect(slack.sockets.new_url(slack.origin)) for _ in range(10)]
        await slack.wait_for(lambda s: len(s.sockets.connections) == 10)
        extra = await session.ws_connect(slack.sockets.new_url(slack.origin))
        assert (await extra.receive_json())["reason"] == "too_many_websockets"
        for socket in held:
            await socket.close()
