"""What people see and use before Slack has answered the bot, and what they are told then."""

import pytest

from bot.playground import Fault, Message
from bot.testing import Trial
from tests.flows.ops import Ops, deploy, says


def roots(trial: Trial) -> list[Message]:
    return [each for each in trial.slack.messages if "asked: say hello" in each.shown]


async def test_a_command_that_is_still_under_way_is_not_carried_out_again() -> None:
    ops = Ops(says("Hello."))
    async with Trial(ops.agent()) as trial:
        trial.slack.faults.add(Fault(method="chat.postMessage", answer_delay=60))
        await trial.person("mira").types("/agent ask say hello")
        await trial.slack.wait_for(lambda _: roots(trial))
        trial.clock.advance("20s")
        await trial.processes[0].services.sweeper.sweep()
        trial.slack.faults.clear()
        await trial.message("Hello.")
        await trial.settled()
        assert len(roots(trial)) == 1
        assert [each[:8] for each in trial.person("mira").told] == ["Started:"]


async def test_a_command_whose_process_died_goes_on_in_the_thread_it_had_opened() -> None:
    ops = Ops(says("Hello."))
    async with Trial(ops.agent()) as trial:
        trial.slack.faults.add(Fault(method="chat.postMessage", answer_delay=60))
        await trial.person("mira").types("/agent ask say hello")
        await trial.slack.wait_for(lambda _: roots(trial))
        await trial.crash()
        trial.slack.faults.clear()
        await trial.start()
        await trial.pick_up()
        answer = await trial.message("Hello.")
        await trial.settled()
        assert [each.ts for each in roots(trial)] == [answer.thread_ts]
        assert len(ops.model.calls) == 1


async def test_a_command_starts_what_was_asked_although_the_answer_to_its_thread_got_lost() -> None:
    async with Trial(Ops(says("Hello.")).agent()) as trial:
        trial.slack.faults.lose_reply("chat.postMessage")
        mira = trial.person("mira")
        await mira.types("/agent ask say hello")
        answer = await trial.message("Hello.")
        await trial.whisper(mira, "see the thread")
        assert [each.ts for each in roots(trial)] == [answer.thread_ts]


@pytest.mark.parametrize("method", ["chat.postEphemeral", "response_url"])
async def test_a_private_answer_that_is_long_on_its_way_is_given_once(method: str) -> None:
    async with Trial(Ops([deploy("prod")]).agent()) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        await trial.settled()
        gus = trial.person("gus")
        trial.slack.faults.add(Fault(method=method, answer_delay=60))
        if method == "response_url":
            await gus.types("/agent pending")
        else:
            await gus.clicks(card, "Approve")
        await trial.slack.wait_for(lambda _: gus.told)
        trial.clock.advance("20s")
        await trial.processes[0].services.sweeper.sweep()
        trial.slack.faults.clear()
        await trial.settled()
        assert len(gus.told) == 1
