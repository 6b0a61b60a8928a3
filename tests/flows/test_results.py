"""A card that is over says when, and leads to what the agent said then."""

import re
from collections import Counter

import pytest

from bot.playground import Message
from bot.testing import Trial
from core import Agent, function_tool
from core.testing import ScriptedModel, assistant_message, function_call
from tests.flows.ops import Ops, deploy, says, until
from tests.flows.test_commands import told
from tests.flows.test_routing import a_card_in

POLICY = '[[policy]]\ntools = ["*"]\napprovers = ["U0JONAS", "U0SAM"]\nexpires_after = "4h"\n'
ROUTED = POLICY + 'route_to = "C0APPROVALS"\n'


def link(message: Message) -> str:
    """Slack's link to a message, by the stand-in's way of making one."""
    return f"{message.channel}/p{message.ts.replace('.', '')}"


async def leads(trial: Trial, card: Message, answer: Message) -> None:
    await until(lambda: link(answer) in trial.now(card).shown)


async def test_a_card_elsewhere_leads_to_the_answer_in_the_thread_and_so_do_its_copies() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent(), policies=ROUTED) as trial:
        await trial.person("mira").asks("deploy", channel="C0SECRET")
        card = await trial.card()
        assert card.channel == "C0APPROVALS"
        trial.clock.advance("20m")
        await trial.person("jonas").clicks(card, "Approve")
        answer = await trial.message("It is live.")
        await leads(trial, card, answer)
        shown = trial.now(card).shown
        assert "See what the agent said then" in shown
        assert "*Ended:* <!date^1700001200^" in shown
        (run,) = re.findall(r"run_\w+", await told(trial, trial.person("mira"), "/agent list"))
        assert "|result>" in await told(trial, trial.person("mira"), f"/agent show {run}")


async def test_nothing_leads_into_the_direct_messages_of_whoever_asked() -> None:
    policies = POLICY + 'escalate_after = "1h"\nescalate_to = ["U0AIKO"]\n'
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent(), policies=policies) as trial:
        mira = trial.person("mira")
        await mira.writes_directly("deploy")
        await trial.card()
        await trial.settled()
        trial.clock.advance("1h")
        await trial.message("nobody has decided yet")
        await trial.settled()
        await told(trial, trial.person("sam"), "/agent list")
        jonas = trial.person("jonas")
        await jonas.clicks(await a_card_in(trial, jonas.person.app_dm.id), "Approve")
        await trial.message("It is live.")
        await trial.settled()
        theirs = [each.shown for each in trial.slack.messages if each.channel != "D0MIRA"]
        assert any("Done: deploy" in shown for shown in theirs)
        assert not any("D0MIRA/p" in shown for shown in theirs)
        asked = trial.slack.calls.of("conversations.members")
        assert not any(str(each.arguments["channel"]).startswith("D") for each in asked)


async def test_a_link_that_slack_does_not_give_at_once_is_asked_for_again() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent(), policies=POLICY) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        await trial.settled()
        trial.slack.faults.fail("chat.getPermalink", "message_not_found")
        await trial.person("jonas").clicks(card, "Approve")
        await leads(trial, card, await trial.message("It is live."))


async def test_a_link_that_slack_never_gives_holds_up_nothing() -> None:
    ops = Ops([deploy("prod")], says("It is live."), says("Any time."))
    async with Trial(ops.agent(), policies=POLICY) as trial:
        asked = await trial.person("mira").asks("deploy")
        card = await trial.card()
        await trial.settled()
        trial.slack.faults.fail("chat.getPermalink", "message_not_found", times=None)
        await trial.person("jonas").clicks(card, "Approve")
        await trial.message("It is live.")
        await trial.person("mira").asks("thanks", thread=asked.ts)
        await trial.message("Any time.")
        await trial.settled()
        assert "Done: deploy" in trial.now(card).shown
        assert "See what the agent said then" not in trial.now(card).shown
        asked_for = Counter(str(c.arguments) for c in trial.slack.calls.of("chat.getPermalink"))
        assert max(asked_for.values()) == 2


async def test_an_answer_that_was_streamed_is_led_to_as_well() -> None:
    ops = Ops([deploy("prod")], says("It is live. " * 40))
    async with Trial(ops.agent(), policies=POLICY) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        await trial.person("jonas").clicks(card, "Approve")
        await leads(trial, card, await trial.message("It is live."))


def _step(number: int) -> object:
    return function_call("step", {"number": number}, call_id=f"call_{number}")


@pytest.mark.parametrize("end", ["rejected", "expired"])
async def test_what_did_not_run_leads_to_what_the_agent_said_about_that(end: str) -> None:
    ops = Ops([deploy("prod")], says("Then not."))
    async with Trial(ops.agent(), policies=POLICY) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        if end == "rejected":
            await trial.person("jonas").clicks(card, "Reject")
        else:
            trial.clock.advance("4h")
        await leads(trial, card, await trial.message("Then not."))


async def test_each_card_leads_to_the_first_that_was_said_after_it() -> None:
    @function_tool(needs_approval=True)
    async def step(number: int) -> str:
        """One step."""
        return f"step {number}"

    model = ScriptedModel(
        [
            [assistant_message("First."), _step(1)],
            [assistant_message("Second."), _step(2)],
            [assistant_message("All done.")],
        ]
    )
    async with Trial(Agent(name="Ops", tools=[step], model=model)) as trial:
        await trial.person("mira").asks("go")
        one = await trial.card()
        await trial.person("jonas").clicks(one, "Approve")
        second = await trial.message("Second.")
        two = await trial.card("number: 2")
        await leads(trial, one, second)
        assert "See what the agent said" not in trial.now(two).shown
        await trial.person("jonas").clicks(two, "Approve")
        await leads(trial, two, await trial.message("All done."))
        assert link(second) in trial.now(one).shown
