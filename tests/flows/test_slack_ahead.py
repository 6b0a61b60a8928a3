"""What people see and use before Slack has answered the bot, and what they are told then."""

import pytest

from bot.playground import Fault, Message
from bot.testing import Trial
from tests.faults.test_store_failing import outage
from tests.flows.approvers import Desk, fills, query, scale, window
from tests.flows.ops import Ops, deploy, says
from tests.flows.test_home import home_of
from tests.flows.test_routing import ROUTED, a_card_in


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


async def test_a_command_that_was_left_lying_goes_on_in_the_thread_it_had_opened() -> None:
    ops = Ops(says("Hello."))
    async with Trial(ops.agent()) as trial:
        trial.slack.faults.add(Fault(method="chat.postMessage", answer_delay=60))
        await trial.person("mira").types("/agent ask say hello")
        await trial.slack.wait_for(lambda _: roots(trial))
        outage(trial, True)
        trial.slack.faults.clear()
        await trial.whisper(trial.person("mira"), "could *not act on it yet*")
        await trial.answered()
        outage(trial, False)
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


@pytest.mark.parametrize("button", ["Reject with a reason", "Edit and approve"])
async def test_a_window_that_may_be_open_is_not_said_to_be_closed(button: str) -> None:
    async with Trial(Desk([scale()]).agent()) as trial:
        await trial.person("mira").asks("scale")
        card = await trial.card()
        await trial.settled()
        jonas = trial.person("jonas")
        trial.slack.faults.lose_reply("views.open")
        trial.slack.faults.fail("views.update", "not_found")
        await jonas.clicks(card, button)
        await trial.whisper(jonas, "did not say whether the window opened")
        assert jonas.person.modal is not None


async def test_a_window_slack_did_not_confirm_is_filled() -> None:
    desk = Desk([scale()], says("Done."))
    async with Trial(desk.agent()) as trial:
        await trial.person("mira").asks("scale")
        card = await trial.card()
        await trial.settled()
        jonas = trial.person("jonas")
        trial.slack.faults.lose_reply("views.open")
        modal = await window(trial, jonas, card, "Edit and approve", "replicas")
        await fills(jonas, modal, replicas="9")
        await trial.message("Done.")
        assert desk.ran == [("payments", 9, False, "low", ["a"])]
        assert jonas.told == []


async def test_a_window_slack_did_not_confirm_can_be_sent() -> None:
    ops = Ops([deploy("prod")], says("Then not."))
    async with Trial(ops.agent()) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        await trial.settled()
        jonas = trial.person("jonas")
        trial.slack.faults.add(Fault(method="views.open", answer_delay=60))
        await jonas.clicks(card, "Reject with a reason")
        modal = await trial.slack.wait_for(lambda _: jonas.person.modal)
        await jonas.person.submits(modal, {"text": "Change freeze"})
        await trial.message("Then not.")
        trial.slack.faults.clear()
        await trial.settled()
        assert "Reason: Change freeze" in trial.now(card).shown
        assert jonas.told == []


async def test_who_sends_a_window_is_answered_where_they_opened_it() -> None:
    async with Trial(Desk([scale()]).agent(), policies=ROUTED.format("C0APPROVALS")) as trial:
        await trial.person("mira").asks("scale")
        card = await a_card_in(trial, "C0APPROVALS")
        await trial.settled()
        jonas = trial.person("jonas")
        modal = await window(trial, jonas, card, "Edit and approve", "replicas")
        await trial.person("aiko").clicks(card, "Reject")
        await fills(jonas, modal, replicas="9")
        await trial.whisper(jonas, "was already rejected")
        assert jonas.person.private_messages[-1].channel == "C0APPROVALS"


async def test_who_sends_a_window_from_their_home_is_answered_directly() -> None:
    policy = '[[policy]]\ntools = ["*"]\napprovers = ["U0JONAS", "U0AIKO"]'
    async with Trial(Ops([deploy("prod")]).agent(), policies=policy) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        home, jonas = await home_of(trial, "jonas"), trial.person("jonas")
        await home.clicks("Reject with a reason")
        assert jonas.person.modal is not None
        await trial.person("aiko").clicks(card, "Reject")
        await trial.settled()
        await jonas.person.submits(jonas.person.modal, {"text": "Change freeze"})
        direct = jonas.person.app_dm.id
        await trial.slack.wait_for_message("was already rejected", channel=direct)
        assert jonas.told == []


async def test_no_click_waits_for_a_window_that_shows_nothing_to_read() -> None:
    desk = Desk([query("SELECT 1")], says("Done."))
    async with Trial(desk.agent()) as trial:
        await trial.person("mira").asks("query")
        card = await trial.card()
        jonas = trial.person("jonas")
        trial.slack.faults.add(Fault(method="views.update", answer_delay=60))
        trial.slack.faults.add(Fault(method="response_url", answer_delay=60, after=1))
        await window(trial, jonas, card, "Reject with a reason")
        await jonas.types(f"/agent show {card.controls[0].value}")
        await trial.whisper(jonas, "SELECT 1")
        await jonas.clicks(card, "Approve")
        await trial.message("Done.")
        trial.slack.faults.clear()
