"""Slack refuses, is slow, limits or loses: nothing runs unseen, nothing runs twice, nobody waits
for what cannot come."""

import logging
import re
from collections import Counter
from typing import Any

import pytest

from bot.playground.faults import Fault
from bot.testing import Trial
from tests.flows.ops import Ops, deploy, says, until

NEVER = ["is_archived", "not_in_channel", "channel_not_found", "restricted_action"]
GONE = ["thread_not_found", "message_not_found"]


def in_the_channel(arguments: dict[str, Any]) -> bool:
    return str(arguments.get("channel")).startswith("C")


def refuse_the_channel(trial: Trial, code: str) -> None:
    for method in ("chat.postMessage", "chat.startStream", "chat.postEphemeral"):
        trial.slack.faults.fail(method, code, times=None, when=in_the_channel)


@pytest.mark.parametrize("code", [*NEVER, *GONE])
async def test_a_card_that_cannot_be_posted_runs_nothing_and_the_requester_is_told(
    code: str,
) -> None:
    ops = Ops([deploy("prod")], says("I could not ask anybody."))
    async with Trial(ops.agent()) as trial:
        refuse_the_channel(trial, code)
        await trial.person("mira").asks("deploy")
        told = await trial.slack.wait_for_message("was not run", channel="D0MIRA")
        assert "deploy" in told.shown
        await trial.slack.wait_for_message("I could not ask", channel="D0MIRA")
        await trial.slack.wait_for_message("I could not write in <#C0OPS>", channel="D0MIRA")
        await trial.settled()
        assert ops.ran == []
        posts = [c for c in trial.slack.calls.of("chat.postMessage") if in_the_channel(c.arguments)]
        assert len(posts) == 2
        jonas = trial.person("jonas")
        await jonas.types("/agent pending")
        await trial.whisper(jonas, "Nothing waits")
        assert ops.faults == []


@pytest.mark.parametrize("code", [*NEVER, *GONE])
async def test_an_answer_the_thread_does_not_take_comes_in_private_and_nothing_runs_again(
    code: str,
) -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent()) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        await trial.settled()
        refuse_the_channel(trial, code)
        await trial.person("jonas").clicks(card, "Approve")
        await trial.slack.wait_for_message("It is live.", channel="D0MIRA")
        await trial.settled()
        assert ops.ran == ["prod"]
        assert len(trial.slack.calls.of("chat.postMessage")) <= 4


@pytest.mark.parametrize("code", ["message_not_found", "cant_update_message", "edit_window_closed"])
async def test_a_card_that_cannot_be_changed_holds_up_nothing(code: str) -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent()) as trial:
        trial.slack.faults.fail("chat.update", code, times=None)
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        await trial.person("jonas").clicks(card, "Approve")
        await trial.message("It is live.")
        await trial.settled()
        assert ops.ran == ["prod"]
        tried = Counter(str(call.arguments) for call in trial.slack.calls.of("chat.update"))
        assert max(tried.values()) <= 3, "once for each change of the record"


async def test_a_rate_limit_is_waited_out_and_there_is_one_card() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent()) as trial:
        for method in ("chat.postMessage", "chat.update", "chat.startStream"):
            trial.slack.faults.limit(method, retry_after=1)
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        await trial.person("jonas").clicks(card, "Approve")
        await trial.message("It is live.")
        await trial.settled()
        cards = [m for m in trial.slack.messages if "env:" in m.shown]
        assert len(cards) == 1
        assert not cards[0].controls
        assert ops.ran == ["prod"]


@pytest.mark.parametrize("method", ["chat.postMessage", "chat.update", "chat.startStream"])
async def test_an_error_of_slacks_server_delays_and_loses_nothing(method: str) -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent()) as trial:
        trial.slack.faults.break_off(method, 500)
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        await trial.person("jonas").clicks(card, "Approve")
        await trial.message("It is live.")
        await trial.settled()
        await trial.slack.wait_for(lambda _: not trial.now(card).controls)
        assert ops.ran == ["prod"]


async def test_a_stream_that_breaks_is_replaced_by_the_whole_text() -> None:
    ops = Ops(says("A sentence. " * 40 + "The end."))
    async with Trial(ops.agent()) as trial:
        trial.slack.faults.fail("chat.stopStream", "message_not_in_streaming_state", times=None)
        await trial.person("mira").asks("tell")
        whole = await trial.message("The end.")
        assert whole.shown.count("The end.") == 1
        texts = [m.shown for m in trial.slack.messages if "A sentence." in m.shown]
        assert len(texts) == 1


async def test_a_dead_token_is_used_once_and_makes_the_bot_unready(
    caplog: pytest.LogCaptureFixture,
) -> None:
    code = "invalid_auth"
    ops = Ops([deploy("prod")])
    caplog.set_level(logging.DEBUG)
    async with Trial(ops.agent()) as trial:
        trial.slack.faults.fail("*", code, times=None)
        await trial.person("mira").asks("deploy")
        await trial.slack.wait_for(lambda s: any(call.error == code for call in s.calls))
        await trial.settled()
        under_way = len(trial.slack.calls)
        for _ in range(3):
            await trial.person("mira").asks("again")
        await trial.settled()
        assert len(trial.slack.calls) == under_way
        assert ops.ran == []
        assert code in caplog.text
        assert trial.slack.workspace.app.bot_token not in caplog.text


async def test_what_a_dead_token_could_not_say_is_said_with_the_next_one() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent()) as trial:
        trial.slack.faults.fail("*", "token_revoked")
        await trial.person("mira").asks("deploy")
        await until(lambda: ops.model.calls)
        await trial.restart()
        trial.clock.advance("1m")
        await trial.processes[0].services.sweeper.sweep()
        card = await trial.card()
        await trial.person("jonas").clicks(card, "Approve")
        await trial.message("It is live.")


async def test_a_refused_click_is_answered_where_the_bot_cannot_speak() -> None:
    ops = Ops([deploy("prod")])
    async with Trial(ops.agent()) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        trial.slack.faults.fail("chat.postEphemeral", "user_not_in_channel", times=None)
        gus = trial.person("gus")
        await gus.clicks(card, "Approve")
        await trial.whisper(gus, "Guests cannot decide")


async def test_a_click_nobody_can_be_answered_for_is_not_tried_for_ever() -> None:
    ops = Ops([deploy("prod")])
    async with Trial(ops.agent()) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        for method in ("chat.postEphemeral", "response_url"):
            trial.slack.faults.fail(method, "user_not_in_channel", times=None)
        await trial.person("gus").clicks(card, "Approve")
        await trial.settled()
        tried = len(trial.slack.calls.of("response_url"))
        trial.clock.advance("10m")
        await trial.processes[0].services.sweeper.sweep()
        await trial.settled()
        assert len(trial.slack.calls.of("response_url")) == tried == 1
        assert trial.now(card).controls


async def test_acknowledgements_do_not_wait_for_slack() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent()) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        await trial.settled()
        trial.slack.faults.add(Fault(method="*", delay=60.0, times=None))
        acks = [
            await trial.person("gus").clicks(card, "Approve"),
            await trial.person("jonas").clicks(card, "Approve"),
            await trial.person("jonas").types("/agent pending"),
            await trial.person("jonas").types("/agent approve unknown"),
        ]
        await trial.person("mira").asks("hello")
        await trial.slack.settled()
        acks += [answer for d in trial.slack.deliveries for answer in d.answers]
        assert all(ack.ok for ack in acks)
        trial.slack.faults.clear()


async def test_nothing_posted_is_empty_and_every_update_names_its_blocks() -> None:
    ops = Ops([deploy("prod")], says(""), says(" \n"))
    async with Trial(ops.agent()) as trial:
        asked = await trial.person("mira").asks("deploy")
        card = await trial.card()
        await trial.person("jonas").clicks(card, "Approve")
        await trial.message("nothing to say")
        await trial.person("mira").asks("more", thread=asked.ts)
        await trial.slack.wait_for(
            lambda s: sum("nothing to say" in m.shown for m in s.messages) == 2
        )
        await trial.settled()
        for call in trial.slack.calls:
            if re.fullmatch(r"chat\.(postMessage|update|postEphemeral)", call.method):
                assert call.ok, call
                assert call.arguments["text"].strip()
            if call.method == "chat.update":
                assert "blocks" in call.arguments
