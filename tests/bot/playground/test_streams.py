"""Streams: who receives them, how they grow, how they end."""

from typing import Any

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from bot.playground import Person, Playground
from tests.bot.playground.conftest import Refusal
from tests.bot.playground.receiver import Receiver

TO_MIRA: dict[str, Any] = {"recipient_user_id": "U0MIRA", "recipient_team_id": "T0SIGNOFF"}


@pytest.fixture
async def thread(mira: Person) -> str:
    return (await mira.says("C0OPS", "root")).ts


@pytest.fixture
async def stream(client: AsyncWebClient, thread: str) -> str:
    started = await client.chat_startStream(channel="C0OPS", thread_ts=thread, **TO_MIRA)
    return str(started["ts"])


@pytest.mark.parametrize(
    ("recipient", "code"),
    [
        ({}, "missing_recipient_team_id"),
        ({"recipient_team_id": "T0SIGNOFF"}, "missing_recipient_user_id"),
        ({"recipient_team_id": "T0SIGNOFF", "recipient_user_id": "U0"}, "user_not_found"),
    ],
)
async def test_outside_a_direct_message_a_stream_needs_its_reader(
    client: AsyncWebClient, thread: str, refusal: Refusal, recipient: dict[str, Any], code: str
) -> None:
    start = client.chat_startStream(channel="C0OPS", thread_ts=thread, **recipient)
    assert await refusal(start) == code


async def test_in_a_direct_message_the_reader_is_known(
    client: AsyncWebClient, mira: Person
) -> None:
    root = await mira.says("D0MIRA", "hello")
    assert (await client.chat_startStream(channel="D0MIRA", thread_ts=root.ts))["ts"]


async def test_text_grows_and_tasks_change_in_place(
    client: AsyncWebClient, stream: str, slack: Playground
) -> None:
    place: dict[str, Any] = {"channel": "C0OPS", "ts": stream}
    await client.chat_appendStream(**place, markdown_text="one ")
    task = {"type": "task_update", "id": "t", "title": "Look", "status": "in_progress"}
    await client.chat_appendStream(**place, chunks=[{"type": "markdown_text", "text": "two"}, task])
    await client.chat_appendStream(
        **place, chunks=[task | {"status": "complete", "output": "found"}]
    )
    await client.chat_stopStream(**place, blocks=[{"type": "divider"}])
    message = slack.workspace.message("C0OPS", stream)
    assert [b["type"] for b in message.blocks] == ["markdown", "task_card", "divider"]
    assert message.blocks[0]["text"] == "one two"
    assert message.blocks[1]["status"] == "complete"
    assert "found" in message.shown


async def test_a_finished_stream_takes_no_more(
    client: AsyncWebClient, stream: str, refusal: Refusal
) -> None:
    await client.chat_stopStream(channel="C0OPS", ts=stream)
    late = client.chat_appendStream(channel="C0OPS", ts=stream, markdown_text="x")
    assert await refusal(late) == "message_not_in_streaming_state"
    again = client.chat_stopStream(channel="C0OPS", ts=stream)
    assert await refusal(again) == "message_not_in_streaming_state"


async def test_a_plain_message_is_no_stream(
    client: AsyncWebClient, thread: str, refusal: Refusal
) -> None:
    others = client.chat_appendStream(channel="C0OPS", ts=thread, markdown_text="x")
    assert await refusal(others) == "message_not_owned_by_app"
    own = (await client.chat_postMessage(channel="C0OPS", text="x"))["ts"]
    plain = client.chat_appendStream(channel="C0OPS", ts=own, markdown_text="x")
    assert await refusal(plain) == "message_not_in_streaming_state"


@pytest.mark.parametrize("texts", [("x" * 10_601,), ("x" * 10_600, "x"), ("é" * 5_300, "x")])
async def test_a_stream_holds_as_many_bytes_as_any_message(
    client: AsyncWebClient, stream: str, refusal: Refusal, texts: tuple[str, ...]
) -> None:
    *fitting, last = texts
    for text in fitting:
        await client.chat_appendStream(channel="C0OPS", ts=stream, markdown_text=text)
    over = client.chat_appendStream(channel="C0OPS", ts=stream, markdown_text=last)
    assert await refusal(over) == "msg_too_long"


@pytest.mark.parametrize(
    "chunk",
    [
        {"type": "bogus"},
        {"type": "markdown_text"},
        {"type": "task_update", "id": "t", "title": "x", "status": "done"},
        {"type": "task_update", "id": "t", "title": "x", "status": "pending", "colour": "red"},
    ],
)
async def test_a_wrong_chunk_is_refused(
    client: AsyncWebClient, stream: str, refusal: Refusal, chunk: dict[str, Any]
) -> None:
    wrong = client.chat_appendStream(channel="C0OPS", ts=stream, chunks=[chunk])
    assert await refusal(wrong) == "invalid_chunks"


async def test_a_running_stream_cannot_be_updated(
    client: AsyncWebClient, stream: str, refusal: Refusal
) -> None:
    update = client.chat_update(channel="C0OPS", ts=stream, text="x")
    assert await refusal(update) == "streaming_state_conflict"


async def test_the_stop_button_ends_a_stream_and_tells_the_app(
    client: AsyncWebClient, stream: str, thread: str, slack: Playground, mira: Person,
    receiver: Receiver, refusal: Refusal,
) -> None:  # fmt: skip
    await mira.stops("C0OPS", thread)
    late = client.chat_appendStream(channel="C0OPS", ts=stream, markdown_text="x")
    assert await refusal(late) == "stopped_by_user"
    await slack.settled()
    [stopped] = [e for e in receiver.events if e["type"] == "agent_session_stopped"]
    assert stopped["streaming_message_ts"] == [stream]
    assert (stopped["user"], stopped["thread_ts"]) == ("U0MIRA", thread)


async def test_stopping_can_set_the_sessions_status(
    client: AsyncWebClient, stream: str, thread: str, slack: Playground
) -> None:
    await client.chat_stopStream(channel="C0OPS", ts=stream, session_status="suspended")
    assert slack.workspace.sessions.of("C0OPS", thread).status == "suspended"


async def test_a_status_line_goes_when_the_app_posts(
    client: AsyncWebClient, thread: str, slack: Playground
) -> None:
    place = {"channel_id": "C0OPS", "thread_ts": thread}
    await client.assistant_threads_setStatus(
        **place, status="is thinking…", loading_messages=["Looking"]
    )
    assert slack.workspace.sessions.of("C0OPS", thread).typing == "is thinking…"
    await client.chat_postMessage(channel="C0OPS", thread_ts=thread, text="done")
    assert slack.workspace.sessions.of("C0OPS", thread).typing == ""


async def test_sessions_have_titles_prompts_and_four_states(
    client: AsyncWebClient, thread: str, slack: Playground, refusal: Refusal
) -> None:
    place = {"channel_id": "C0OPS", "thread_ts": thread}
    await client.assistant_threads_setTitle(**place, title="Payments")
    prompts = [{"title": "Status", "message": "What runs?"}]
    await client.assistant_threads_setSuggestedPrompts(**place, prompts=prompts)
    await client.agents_sessions_setStatus(**place, status="processing")
    session = slack.workspace.sessions.of("C0OPS", thread)
    assert (session.title, session.status) == ("Payments", "processing")
    assert session.prompts == tuple(prompts)
    wrong = client.agents_sessions_setStatus(**place, status="busy")
    assert await refusal(wrong) == "invalid_status"
    await client.agents_sessions_rename(**place, title="Payments, again")
    assert slack.workspace.sessions.of("C0OPS", thread).title == "Payments, again"
    long = client.agents_sessions_setStatus(**place, status="active", title="x" * 201)
    assert await refusal(long) == "title_too_long"
    many = client.assistant_threads_setSuggestedPrompts(**place, prompts=prompts * 5)
    assert await refusal(many) == "invalid_arguments"
    messages = ["x"] * 11
    loud = client.assistant_threads_setStatus(**place, status="x", loading_messages=messages)
    assert await refusal(loud) == "invalid_arguments"
