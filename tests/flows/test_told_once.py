"""What Slack took but did not answer, and what a crash left half said, is told once in the end."""

import asyncio
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import pytest

from bot.playground import Message
from bot.playground.faults import Fault
from bot.testing import Trial
from core.testing import ModelStep
from tests.flows.ops import Ops, deploy, look, says, until

LONG = "\n\n".join(f"Paragraph {n}. " + "word " * 600 for n in range(12)) + "\n\nThe end."

ROUTED = '[[policy]]\ntools = ["*"]\napprovers = ["channel"]\nroute_to = "{}"'


def cards(trial: Trial) -> list[Message]:
    return [m for m in trial.slack.messages if "env:" in m.shown]


def answers(trial: Trial, text: str) -> list[Message]:
    return [m for m in trial.slack.messages if text in m.shown and m.bot_id]


def said(trial: Trial, text: str) -> int:
    """How often, also where it stands no more."""
    posts = trial.slack.calls.of("chat.postMessage")
    return len([each for each in posts if text in str(each.arguments)])


async def crash_after_it_was_taken(trial: Trial, text: str) -> None:
    await trial.message(text)
    await trial.crash()
    trial.slack.faults.clear()
    await trial.start()
    await trial.pick_up()
    await trial.settled()


async def test_a_card_whose_answer_was_lost_is_not_posted_again() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent()) as trial:
        trial.slack.faults.lose_reply("chat.postMessage")
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        await trial.settled()
        assert len(cards(trial)) == 1
        await trial.person("jonas").clicks(card, "Approve")
        await trial.message("It is live.")
        await trial.settled()
        assert not trial.now(card).controls
        assert ops.ran == ["prod"]


async def test_a_card_posted_by_a_process_that_died_is_found_again() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent()) as trial:
        trial.slack.faults.lose_reply("chat.postMessage", times=None)
        await trial.person("mira").asks("deploy")
        await crash_after_it_was_taken(trial, "env:")
        (card,) = cards(trial)
        await trial.person("jonas").clicks(card, "Approve")
        await trial.message("It is live.")
        await trial.settled()
        assert not trial.now(card).controls


@pytest.mark.parametrize("policies", ["", ROUTED.format("C0OPS"), ROUTED.format("C0OLD")])
async def test_a_card_that_was_over_before_it_was_found_again_shows_how_it_stands(
    policies: str,
) -> None:
    """Also where it was to be sent to its own channel, or to one that takes nothing."""
    ops = Ops([deploy("prod")], says("Nobody answered."))
    async with Trial(ops.agent(), policies=policies) as trial:
        lost = Fault(
            method="chat.postMessage",
            lose_reply=True,
            times=None,
            when=lambda arguments: arguments["channel"] == "C0OPS",
        )
        trial.slack.faults.add(lost)
        await trial.person("mira").asks("deploy")
        await trial.message("env:")
        await trial.crash()
        trial.slack.faults.clear()
        trial.clock.advance("25h")
        await trial.start()
        await trial.pick_up()
        await trial.message("Nobody answered.")
        await trial.settled()
        (card,) = cards(trial)
        assert not card.controls


async def test_a_long_answer_is_completed_by_the_parts_that_are_missing() -> None:
    ops = Ops(says(LONG))
    async with Trial(ops.agent()) as trial:
        trial.slack.faults.fail("chat.startStream", "invalid_arguments", times=None)
        trial.slack.faults.lose_reply("chat.postMessage", times=None)
        await trial.person("mira").asks("tell me all")
        await crash_after_it_was_taken(trial, "Paragraph 0.")
        await trial.message("The end.")
        for number in range(12):
            assert len(answers(trial, f"Paragraph {number}.")) == 1


def streaming(text: str, begun: asyncio.Event) -> ModelStep:
    """An answer that begins and does not go on."""

    async def events(_: Any) -> AsyncIterator[Any]:
        yield SimpleNamespace(type="response.output_text.delta", delta=text)
        begun.set()
        await asyncio.Event().wait()

    return ModelStep.stream(events)


async def test_what_was_streamed_when_its_process_died_does_not_stay_beside_the_whole() -> None:
    begun = asyncio.Event()
    beginning = "It is going to be a long answer. " * 20
    ops = Ops(streaming(beginning, begun), says(beginning + "The end."))
    async with Trial(ops.agent()) as trial:
        await trial.person("mira").asks("tell me")
        await trial.message("going to be a long answer")
        await trial.crash()
        await trial.start()
        await trial.pick_up()
        await trial.message("The end.")
        await trial.settled()
        assert len(answers(trial, "going to be a long answer")) == 1


async def test_an_answer_that_was_streamed_to_its_end_is_not_posted_after_a_crash() -> None:
    ops = Ops(says("A whole answer. " * 40))
    async with Trial(ops.agent()) as trial:
        under_way = asyncio.Event()

        def seen(_: object) -> bool:
            under_way.set()
            return True

        trial.slack.faults.add(Fault(method="chat.stopStream", delay=60, when=seen))
        await trial.person("mira").asks("tell me")
        await under_way.wait()
        await trial.crash()
        trial.slack.faults.clear()
        await trial.slack.wait_for(lambda s: any(m.metadata for m in s.messages))
        await trial.start()
        await trial.pick_up()
        await trial.settled()
        assert len(answers(trial, "A whole answer.")) == 1


async def test_what_a_worker_says_who_was_overtaken_without_knowing_stays_once() -> None:
    ops = Ops(says("A whole answer. " * 40))
    async with Trial(ops.agent()) as trial:
        under_way = asyncio.Event()

        def seen(_: object) -> bool:
            first = not under_way.is_set()
            under_way.set()
            return first

        trial.slack.faults.add(Fault(method="chat.stopStream", delay=60, when=seen))
        await trial.person("mira").asks("tell me")
        await under_way.wait()
        trial.go_silent()
        trial.slack.faults.fail("chat.delete", "internal_error")
        await trial.start()
        await trial.pick_up()
        await until(lambda: len(answers(trial, "A whole answer.")) == 2)
        trial.slack.faults.clear()
        await until(lambda: len(answers(trial, "A whole answer.")) == 1)
        await trial.settled()
        assert len(answers(trial, "A whole answer.")) == 1


@pytest.mark.parametrize("channel", ["C0APPROVALS", "C0OPS"])
async def test_a_reminder_of_one_who_was_overtaken_stands_there_once(channel: str) -> None:
    policies = f'{ROUTED.format(channel)}\nremind_after = "30m"'
    async with Trial(Ops([deploy("prod")]).agent(), policies=policies) as trial:
        await trial.person("mira").asks("deploy")
        await trial.card()
        await trial.settled()
        under_way = asyncio.Event()
        looks = len(trial.slack.calls.of("conversations.replies"))

        def first(arguments: object) -> bool:
            found = "still waits for" in str(arguments) and not under_way.is_set()
            if found:
                under_way.set()
            return found

        trial.slack.faults.add(Fault(method="chat.postMessage", delay=60, when=first))
        trial.clock.advance("31m")
        await under_way.wait()
        trial.go_silent()
        await trial.start()
        await trial.pick_up()
        # The next one looks before he speaks, and afterwards.
        await until(lambda: len(trial.slack.calls.of("conversations.replies")) == looks + 2)
        trial.slack.faults.clear()
        await until(lambda: said(trial, "still waits for") == 2)
        await until(lambda: len(answers(trial, "still waits for")) == 1)
        await trial.settled()
        assert len(answers(trial, "still waits for")) == 1


@pytest.mark.parametrize("method", ["chat.startStream", "chat.appendStream", "chat.stopStream"])
async def test_an_answer_of_which_slack_took_a_piece_without_saying_so_stands_there_once(
    method: str,
) -> None:
    text = "A whole answer. See https://example.com/. " * 20
    async with Trial(Ops(says(text)).agent()) as trial:
        trial.slack.faults.lose_reply(method)
        await trial.person("mira").asks("tell me")
        await trial.message("A whole answer.")
        await trial.settled()
        (answer,) = answers(trial, "A whole answer.")
        assert (answer.shown.strip(), answer.stream) == (text.strip(), "finished")


async def test_an_answer_whose_end_slack_took_without_saying_so_is_not_posted_as_well() -> None:
    ops = Ops(says("A whole answer. " * 40), says("Another one."))
    async with Trial(ops.agent()) as trial:
        trial.slack.faults.lose_reply("chat.stopStream", times=None)
        for method in ("chat.update", "chat.delete"):
            trial.slack.faults.fail(method, "internal_error", times=None)
        await trial.person("mira").asks("tell me")
        await until(lambda: "chat.delete" in [call.method for call in trial.slack.calls])
        await trial.person("mira").asks("and now?")
        await trial.message("Another one.")
        await trial.settled()
        assert len(answers(trial, "A whole answer.")) == 1


async def test_a_run_whose_worker_died_after_the_last_answer_ends_with_that_answer() -> None:
    ops = Ops([look("it")], says("A whole answer."), says("Another one."))
    async with Trial(ops.agent()) as trial:
        trial.slack.faults.slow("chat.stopStream", 0.2)
        asked = await trial.person("mira").asks("tell me")
        await until(lambda: "chat.stopStream" in [call.method for call in trial.slack.calls])
        await trial.crash()
        trial.slack.faults.clear()
        await trial.start()
        await trial.pick_up()
        await trial.settled()
        assert len(answers(trial, "A whole answer.")) == 1
        assert len(ops.model.calls) == 2
        await trial.person("mira").asks("and now?", thread=asked.ts)
        await trial.message("Another one.")
        assert ops.heard[-1] == ["tell me", "and now?"]


async def test_after_an_hour_without_slack_everything_arrives_in_order() -> None:
    # An answer of the model that the crash leaves unrecorded is asked for again.
    ops = Ops(says("one"), says("two"), [deploy("prod")], [deploy("prod")])
    async with Trial(ops.agent()) as trial:
        mira = trial.person("mira")
        for method in ("chat.*", "conversations.*"):
            trial.slack.faults.break_off(method, 503, times=None)
        first = await mira.asks("first")
        await trial.slack.wait_for(lambda _: len(ops.model.calls) == 1)
        await mira.asks("second", thread=first.ts)
        await trial.slack.wait_for(lambda _: len(ops.model.calls) == 2)
        await mira.asks("third", thread=first.ts)
        await trial.slack.wait_for(lambda _: len(ops.model.calls) == 3)
        await trial.crash()
        await trial.start()
        trial.clock.advance("1h")
        trial.slack.faults.clear()
        await trial.pick_up()
        await trial.card()
        await trial.settled()
        said = [m.shown for m in trial.slack.messages if m.bot_id]
        order = [n for n in ("one", "two", "env:") for m in said if n in m]
        assert [next(n for n in order if n in m) for m in said] == ["one", "two", "env:"]
