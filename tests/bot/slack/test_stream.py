"""An answer that grows; and every way in which it can fail to."""

import asyncio

import pytest

from bot.playground import Message, Playground
from bot.records import Place
from bot.slack import SlackMessenger, SlackStream


@pytest.fixture
def stream(messenger: SlackMessenger, thread: Place) -> SlackStream:
    return messenger.stream(thread, user="U0MIRA", team="T0SIGNOFF")


def answers(slack: Playground) -> list[Message]:
    return [m for m in slack.messages if m.bot_id]


async def write(slack: Playground, stream: SlackStream, *pieces: str) -> None:
    """Each piece reaches Slack before the next is written."""
    for number, piece in enumerate(pieces):
        stream.write(piece)
        method, count = ("chat.appendStream", number) if number else ("chat.startStream", 1)
        await slack.wait_for_call(method, count=count)


async def test_an_answer_grows_in_one_message(slack: Playground, stream: SlackStream) -> None:
    await write(slack, stream, "One ", "two ", "three ")
    assert await stream.finish("One two three four.")
    [message] = answers(slack)
    assert (message.text, message.stream) == ("One two three four.", "finished")


async def test_slack_is_told_for_whom_it_is(
    slack: Playground, stream: SlackStream, thread: Place
) -> None:
    await write(slack, stream, "One ")
    [call] = slack.calls.of("chat.startStream")
    assert call.arguments["recipient_user_id"] == "U0MIRA"
    assert call.arguments["recipient_team_id"] == "T0SIGNOFF"
    assert call.arguments["thread_ts"] == thread.thread
    await stream.abandon()


async def test_it_is_told_so_in_a_direct_message_as_well(
    slack: Playground, messenger: SlackMessenger
) -> None:
    root = await slack.person("mira").says("D0MIRA", "hi")
    place = Place(channel="D0MIRA", thread=root.ts)
    stream = messenger.stream(place, user="U0MIRA", team="T0SIGNOFF")
    await write(slack, stream, "One ")
    assert await stream.finish("One ")
    [call] = slack.calls.of("chat.startStream")
    assert call.arguments["recipient_user_id"] == "U0MIRA"


async def test_no_address_is_in_what_a_stream_begins_with(
    slack: Playground, stream: SlackStream
) -> None:
    whole = "[See](https://example.com/?q=secret) and https://example.com/2"
    await write(slack, stream, "[See](https://example.com/?q=secret) and ")
    assert await stream.finish(whole)
    [begun] = slack.calls.of("chat.startStream")
    assert "markdown_text" not in begun.arguments
    [message] = answers(slack)
    assert (message.text, message.stream) == (whole, "finished")


async def test_many_small_pieces_are_few_calls(slack: Playground, stream: SlackStream) -> None:
    slack.faults.slow("chat.startStream", 0.02)
    stream.write("0 ")
    await asyncio.sleep(0.005)
    for number in range(1, 200):
        stream.write(f"{number} ")
    whole = "".join(f"{number} " for number in range(200))
    await slack.wait_for_call("chat.appendStream")
    assert await stream.finish(whole)
    assert len(slack.calls.of("chat.startStream")) == 1
    assert len(slack.calls.of("chat.appendStream")) == 1
    assert answers(slack)[0].text == whole


async def test_an_answer_that_comes_at_once_is_not_streamed(
    slack: Playground, stream: SlackStream
) -> None:
    assert not await stream.finish("Done.")
    assert answers(slack) == []


@pytest.mark.parametrize("at", range(1, len("<!channel>") + 1))
async def test_a_mention_cut_in_two_is_not_live(
    slack: Playground, stream: SlackStream, at: int
) -> None:
    text = "Hear <!channel> now"
    await write(slack, stream, "Well. ")
    stream.write(text[: 5 + at])
    await asyncio.sleep(0.002)
    stream.write(text[5 + at :])
    assert await stream.finish("Well. " + text)
    [message] = answers(slack)
    assert "<!channel" not in message.text
    assert message.text.replace("\u2060", "") == "Well. " + text


async def test_what_was_said_before_the_last_word_stays(
    slack: Playground, stream: SlackStream
) -> None:
    await write(slack, stream, "Let me look. ", "All is well.")
    assert await stream.finish("All is well.")
    assert answers(slack)[0].text == "Let me look. All is well."


async def test_another_text_than_was_shown_takes_its_place(
    slack: Playground, stream: SlackStream
) -> None:
    await write(slack, stream, "I think ")
    assert await stream.finish("All is well.")
    [message] = answers(slack)
    assert message.shown == "All is well."


@pytest.mark.parametrize("code", ["unknown_method", "missing_scope", "channel_type_not_supported"])
async def test_without_streams_the_answer_is_delivered_another_way(
    slack: Playground, stream: SlackStream, code: str
) -> None:
    slack.faults.fail("chat.startStream", code, times=None)
    await write(slack, stream, "One ")
    stream.write("two ")
    assert not await stream.finish("One two ")
    assert answers(slack) == []
    assert len(slack.calls.of("chat.startStream")) == 1


@pytest.mark.parametrize(
    "code", ["message_not_in_streaming_state", "stopped_by_user", "internal_error"]
)
async def test_a_stream_that_breaks_is_replaced_by_the_whole_text(
    slack: Playground, stream: SlackStream, code: str
) -> None:
    slack.faults.fail("chat.appendStream", code, times=None)
    await write(slack, stream, "One ", "two ")
    stream.write("three ")
    assert await stream.finish("One two three four.")
    [message] = answers(slack)
    assert message.shown == "One two three four."
    assert len(slack.calls.of("chat.appendStream")) == 1


async def test_a_stream_that_breaks_at_the_very_end_is_replaced_too(
    slack: Playground, stream: SlackStream
) -> None:
    slack.faults.fail("chat.stopStream", "message_not_in_streaming_state")
    await write(slack, stream, "One ")
    assert await stream.finish("One two.")
    assert answers(slack)[0].shown == "One two."


async def test_what_is_too_long_for_one_message_is_taken_away_and_delivered_otherwise(
    slack: Playground, stream: SlackStream, messenger: SlackMessenger, thread: Place
) -> None:
    whole = "\n\n".join(f"paragraph {n} " + "x" * 500 for n in range(40))
    await write(slack, stream, whole[:4000], whole[4000:8000])
    stream.write(whole[8000:])
    assert not await stream.finish(whole)
    assert all(each.answer["ok"] for each in slack.calls.of("chat.appendStream"))
    assert answers(slack) == []
    await messenger.answer(thread, whole)
    assert "\n\n".join(m.shown for m in answers(slack)) == whole


async def test_if_it_can_be_neither_replaced_nor_kept_it_is_taken_away(
    slack: Playground, stream: SlackStream
) -> None:
    slack.faults.fail("chat.appendStream", "message_not_in_streaming_state", times=None)
    slack.faults.fail("chat.update", "edit_window_closed")
    await write(slack, stream, "One ", "two ")
    assert not await stream.finish("One two.")
    assert answers(slack) == []


async def test_an_abandoned_stream_keeps_what_was_said(
    slack: Playground, stream: SlackStream
) -> None:
    await write(slack, stream, "One ", "two ")
    await stream.abandon()
    stream.write("never")
    [message] = answers(slack)
    assert (message.text, message.stream) == ("One two ", "finished")


async def test_abandoning_a_stream_that_never_began_says_nothing(
    slack: Playground, stream: SlackStream
) -> None:
    await stream.abandon()
    assert answers(slack) == []


@pytest.mark.parametrize(
    "unheard", [("chat.startStream",), ("chat.startStream", "chat.stopStream")]
)
@pytest.mark.parametrize("begins", ["One ", "https://example.com "])
async def test_a_stream_that_began_without_slack_saying_so_becomes_the_whole_text(
    slack: Playground, stream: SlackStream, begins: str, unheard: tuple[str, ...]
) -> None:
    for method in unheard:
        slack.faults.lose_reply(method)
    await write(slack, stream, begins)
    assert await stream.finish(begins + "two.")
    [message] = answers(slack)
    assert (message.shown, message.stream) == (begins + "two.", "finished")


async def test_one_that_is_abandoned_without_having_been_heard_of_is_ended(
    slack: Playground, stream: SlackStream
) -> None:
    slack.faults.lose_reply("chat.startStream")
    await write(slack, stream, "One ")
    await stream.abandon()
    [message] = answers(slack)
    assert (message.text, message.stream) == ("One ", "finished")


async def test_what_was_left_unfinished_before_is_not_taken_for_it(
    slack: Playground, stream: SlackStream, messenger: SlackMessenger, thread: Place
) -> None:
    former = messenger.stream(thread, user="U0MIRA", team="T0SIGNOFF")
    await write(slack, former, "Before ")
    await former.abandon()
    slack.faults.break_off("chat.startStream", 503)
    stream.write("One ")
    await slack.wait_for_call("chat.startStream", count=2)
    assert not await stream.finish("One two.")
    assert [each.text for each in answers(slack)] == ["Before "]


async def test_while_nobody_can_look_for_it_the_answer_is_delivered_another_way(
    slack: Playground, stream: SlackStream
) -> None:
    slack.faults.lose_reply("chat.startStream")
    slack.faults.break_off("conversations.replies", 503, times=None)
    await write(slack, stream, "One ")
    assert not await stream.finish("One two.")


@pytest.mark.parametrize("method", ["chat.appendStream", "chat.stopStream", "chat.update"])
async def test_what_slack_took_of_a_stream_without_saying_so_stands_there_once(
    slack: Playground, stream: SlackStream, method: str
) -> None:
    slack.faults.lose_reply(method)
    await write(slack, stream, "One ", "two ")
    if method == "chat.update":
        slack.faults.fail("chat.stopStream", "internal_error")
    stands = await stream.finish("One two three.")
    assert [each.shown for each in answers(slack)] == (["One two three."] if stands else [])
