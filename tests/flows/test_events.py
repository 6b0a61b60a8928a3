"""What Slack tells of one message many times starts one run; what nobody wrote starts none."""

import asyncio
from typing import Any

import pytest

from bot.testing import Trial
from tests.flows.ops import Ops, says

CHANNEL = "C0OPS"


async def mention(trial: Trial, text: str = "hello", **more: Any) -> dict[str, Any]:
    """An `app_mention` that Slack has not sent yet."""
    slack = trial.slack
    bot = slack.workspace.app.bot_user_id
    there = await trial.person("mira").says("(not for the agent)")
    await slack.settled()
    return {
        "type": "app_mention",
        "channel": CHANNEL,
        "ts": there.ts,
        "event_ts": there.ts,
        "user": "U0MIRA",
        "team": slack.workspace.team.id,
        "text": f"<@{bot}> {text}",
        **more,
    }


def twin(event: dict[str, Any]) -> dict[str, Any]:
    """The same message as Slack tells everybody in the channel."""
    return {**event, "type": "message", "channel_type": "channel"}


async def nothing_more(trial: Trial, ops: Ops, calls: int) -> None:
    await trial.settled()
    await asyncio.sleep(0.05)
    await trial.settled()
    assert len(ops.model.calls) == calls


@pytest.mark.parametrize("first", ["app_mention", "message"])
async def test_a_mention_and_its_message_are_one_in_either_order(first: str) -> None:
    ops = Ops(says("one"), says("two"))
    async with Trial(ops.agent()) as trial:
        await trial.start()
        urls = [process.url for process in trial.processes]
        told = await mention(trial)
        both = [told, twin(told)] if first == "app_mention" else [twin(told), told]
        trial.slack.event(both[0], to=urls[0])
        await trial.slack.settled()
        trial.slack.event(both[1], to=urls[1])
        await trial.message("one")
        await nothing_more(trial, ops, calls=1)


async def test_a_mention_and_its_message_at_once_on_two_processes_are_one() -> None:
    ops = Ops(says("one"), says("two"))
    async with Trial(ops.agent()) as trial:
        await trial.start()
        urls = [process.url for process in trial.processes]
        told = await mention(trial)
        for event, url in zip((told, twin(told)) * 3, urls * 3, strict=True):
            trial.slack.event(event, to=url)
        await trial.message("one")
        await nothing_more(trial, ops, calls=1)


async def test_an_event_sent_again_to_another_process_starts_nothing() -> None:
    ops = Ops(says("one"), says("two"))
    async with Trial(ops.agent()) as trial:
        await trial.start()
        first, second = (process.url for process in trial.processes)
        delivery = trial.slack.event(await mention(trial), to=first)
        await trial.message("one")
        trial.slack.again(delivery, to=second)
        await nothing_more(trial, ops, calls=1)


async def test_one_message_under_eleven_event_ids_is_one() -> None:
    ops = Ops(says("one"), says("two"))
    async with Trial(ops.agent()) as trial:
        told = await mention(trial)
        for number in range(11):
            trial.slack.event(told, event_id=f"Ev{number}")
        await trial.message("one")
        await nothing_more(trial, ops, calls=1)


async def test_a_retry_whose_first_delivery_never_arrived_runs() -> None:
    ops = Ops(says("one"))
    async with Trial(ops.agent()) as trial:
        (process,) = trial.processes
        told = await mention(trial)
        trial.slack.remove_request_url(process.url)
        trial.slack.add_request_url("http://127.0.0.1:9/slack/events")
        delivery = trial.slack.event(told)
        await trial.slack.wait_for(lambda _: delivery.answers)
        trial.slack.remove_request_url("http://127.0.0.1:9/slack/events")
        trial.slack.add_request_url(process.url)
        trial.slack.again(delivery, to=process.url)
        await trial.message("one")


async def test_edits_deletions_previews_and_joins_start_nothing() -> None:
    ops = Ops(says("one"), says("two"))
    async with Trial(ops.agent()) as trial:
        mira = trial.person("mira").person
        said = await mira.mentions(CHANNEL, "hello")
        await trial.message("one")
        await mira.edits(said, "@signoff hello again")
        trial.slack.unfurl(said)
        await trial.person("gus").person.joins(CHANNEL)
        await mira.deletes(said)
        await nothing_more(trial, ops, calls=1)


@pytest.mark.parametrize(
    "who",
    [
        {"bot_id": "B9", "user": "U9"},
        {"bot_id": "B9", "user": None, "subtype": "bot_message"},
        {"bot_id": "B0SIGNOFF", "user": "U0MIRA"},
        {"user": "USLACKBOT"},
        {"user": None},
        {"bot_profile": {"id": "B9"}, "user": "U9"},
        {"user": "U0BOTSELF"},
        {"subtype": "channel_join"},
        {"subtype": "message_changed", "message": {"text": "hello"}},
        {"subtype": "message_deleted"},
        {"subtype": "message_replied"},
        {"hidden": True},
        {"edited": {"user": "U0MIRA", "ts": "2.0"}},
    ],
    ids=str,
)
@pytest.mark.parametrize("kind", ["app_mention", "message", "direct"])
async def test_what_no_person_has_just_written_starts_nothing(kind: str, who: Any) -> None:
    ops = Ops(says("one"))
    async with Trial(ops.agent()) as trial:
        if who.get("user") == "U0BOTSELF":
            who = {"user": trial.slack.workspace.app.bot_user_id}
        told = await mention(trial) | who
        if kind == "message":
            told = twin(told)
        if kind == "direct":
            told = twin(told) | {"channel": "D0MIRA", "channel_type": "im"}
        trial.slack.event({k: v for k, v in told.items() if v is not None})
        await nothing_more(trial, ops, calls=0)


async def test_the_bots_own_posts_and_updates_start_nothing() -> None:
    ops = Ops(says("@signoff hello"), says("two"))
    async with Trial(ops.agent()) as trial:
        await trial.person("mira").writes_directly("hello")
        await trial.message("hello")
        await nothing_more(trial, ops, calls=1)


async def test_another_apps_bot_is_not_answered() -> None:
    ops = Ops(says("one"))
    async with Trial(ops.agent()) as trial:
        await trial.slack.person("deploybot").mentions(CHANNEL, "hello")
        trial.slack.webhook(CHANNEL, f"<@{trial.slack.workspace.app.bot_user_id}> hello")
        await nothing_more(trial, ops, calls=0)


async def test_a_direct_message_needs_no_mention_and_its_thread_is_one_conversation() -> None:
    ops = Ops(says("one"), says("two"), says("three"))
    async with Trial(ops.agent()) as trial:
        mira = trial.person("mira")
        first = await mira.writes_directly("first")
        answer = await trial.message("one")
        assert answer.thread_ts == first.ts
        await mira.writes_directly("second", thread=first.ts)
        await trial.message("two")
        await mira.writes_directly("third")
        await trial.message("three")
        assert ops.heard == [["first"], ["first", "second"], ["third"]]


async def test_channels_and_group_messages_need_a_mention() -> None:
    ops = Ops(says("one"))
    async with Trial(ops.agent()) as trial:
        mira = trial.person("mira")
        await mira.says("anybody here?")
        await mira.says("anybody here?", channel="G0TRIO")
        await nothing_more(trial, ops, calls=0)
        await mira.asks("you?", channel="G0TRIO")
        await trial.message("one")


async def test_in_a_thread_it_takes_part_in_the_agent_needs_no_mention() -> None:
    ops = Ops(says("one"), says("two"))
    async with Trial(ops.agent()) as trial:
        mira = trial.person("mira")
        first = await mira.asks("first")
        await trial.message("one")
        await mira.says("second", thread=first.ts)
        await trial.message("two")
        await mira.says("@jonas what do you think?", thread=first.ts)
        other = await mira.says("elsewhere")
        await mira.says("a reply there", thread=other.ts)
        await nothing_more(trial, ops, calls=2)


async def test_the_model_reads_what_was_typed_and_people_what_it_wrote() -> None:
    ops = Ops(says("if a < b && c > d"))
    async with Trial(ops.agent()) as trial:
        trial.slack.faults.fail("chat.startStream", "unknown_method", times=None)
        event = await mention(trial, "run x &amp;&amp; y &lt;z&gt; &amp;amp; &quot;")
        trial.slack.event(event)
        answer = await trial.message("if a")
        assert ops.heard == [["run x && y <z> &amp; &quot;"]]
        assert "if a &lt; b &amp;&amp; c &gt; d" in answer.text


async def test_half_a_character_in_a_message_does_not_keep_it_from_being_answered() -> None:
    ops = Ops(says("Hello."))
    async with Trial(ops.agent()) as trial:
        event = {
            "type": "app_mention",
            "channel": "C0OPS",
            "user": "U0MIRA",
            "team": "T0SIGNOFF",
            "ts": "1700000000.000100",
            "text": "<@U0SIGNOFF> hello \ud83d",
        }
        trial.slack.event(event)
        await trial.message("Hello.")
        assert "hello" in str(ops.model.calls[0].input)


async def test_an_empty_mention_is_answered() -> None:
    ops = Ops(says("What can I do for you?"))
    async with Trial(ops.agent()) as trial:
        await trial.person("mira").asks("")
        await trial.message("")


async def test_the_thread_is_the_same_for_message_click_and_command() -> None:
    ops = Ops(says("one"))
    async with Trial(ops.agent()) as trial:
        mira = trial.person("mira")
        asked = await mira.asks("hello there")
        await trial.message("one")
        await mira.types("/agent list")
        shown = await trial.whisper(mira, "hello there")
        assert f"p{asked.ts.replace('.', '')}" in shown.shown
