"""An agent that asks by itself, with the tools a team may give it."""

import pytest

from bot.agents.asking import ask, ask_people, request_approval
from bot.testing import Trial
from core.testing import function_call
from tests.flows.approvers import Desk, fills, window
from tests.flows.ops import says


def asks(question: str, *choices: str, tool: str = "ask") -> object:
    given = {"question": question, "choices": list(choices)}
    return function_call(tool, given, call_id="call_1")


async def test_a_decision_that_no_tool_carries() -> None:
    given = {"summary": "Move the launch to Monday?", "details": "The tests are red."}
    desk = Desk([function_call("request_approval", given, call_id="c")], says("Monday it is."))
    async with Trial(desk.agent(request_approval)) as trial:
        await trial.person("mira").asks("launch")
        card = await trial.card("Approval needed: “Move the launch to Monday?”")
        assert 'summary: "Move the launch to Monday?"' in card.shown
        assert "If nobody decides, it is not approved." in card.shown
        await trial.person("jonas").clicks(card, "Approve")
        await trial.message("Monday it is.")
        assert desk.learned == ["Approved by U0JONAS."]
        await trial.settled()
        assert "✅ Approved: “Move the launch to Monday?”" in trial.now(card).shown
        assert "It ran" not in trial.now(card).shown


async def test_the_title_is_what_is_decided_on_after_an_edit_as_well() -> None:
    given = {"summary": "Move the launch to Monday?", "details": "The tests are red."}
    desk = Desk([function_call("request_approval", given, call_id="c")], says("Tuesday it is."))
    async with Trial(desk.agent(request_approval)) as trial:
        await trial.person("mira").asks("launch")
        card = await trial.card("Move the launch to Monday?")
        jonas = trial.person("jonas")
        modal = await window(trial, jonas, card, "Edit", "summary")
        await fills(jonas, modal, summary="Move the launch to Tuesday?")
        await trial.message("Tuesday it is.")
        await trial.settled()
        assert "Approved: “Move the launch to Tuesday?”" in trial.now(card).shown


async def test_the_requester_answers_with_a_button() -> None:
    desk = Desk([asks("Which <!here> region?", "eu", "us")], says("Noted."))
    async with Trial(desk.agent(ask)) as trial:
        mira = trial.person("mira")
        await mira.asks("deploy")
        card = await trial.card("region?", button="eu")
        assert card.buttons == ("eu", "us")
        jonas = trial.person("jonas")
        await jonas.clicks(card, "us")
        await trial.whisper(jonas, "You cannot decide this one")
        await trial.restart()
        await mira.clicks(card, "us")
        await trial.message("Noted.")
        await trial.settled()
        assert desk.learned == ["us"]
        assert "Answered by <@U0MIRA>" in trial.now(card).shown
        assert not trial.now(card).controls


async def test_the_requester_answers_in_their_own_words() -> None:
    desk = Desk([asks("Which region?")], says("Noted."))
    async with Trial(desk.agent(ask)) as trial:
        mira = trial.person("mira")
        await mira.asks("deploy")
        card = await trial.card("Which region?", button="Answer")
        modal = await window(trial, mira, card, "Answer")
        await fills(mira, modal, **{"Your answer; the agent learns it.": "Frankfurt"})
        await trial.message("Noted.")
        assert desk.learned == ["Frankfurt"]


async def test_of_more_choices_than_a_menu_holds_the_agent_learns_and_nobody_is_asked() -> None:
    question = asks("Which host?", *(f"host-{n}" for n in range(101)))
    desk = Desk([question], says("Fewer, then."))
    async with Trial(desk.agent(ask)) as trial:
        await trial.person("mira").asks("deploy")
        await trial.message("Fewer, then.")
        await trial.settled()
        assert desk.learned[0].startswith("Nobody was asked: these are 101 choices")
        assert not any("Which host?" in each.shown for each in trial.slack.messages)


async def test_many_choices_are_a_menu() -> None:
    desk = Desk([asks("Which host?", *(f"host-{n}" for n in range(100)))], says("Noted."))
    async with Trial(desk.agent(ask)) as trial:
        mira = trial.person("mira")
        await mira.asks("deploy")
        card = await trial.card("Which host?", button="Choose")
        modal = await window(trial, mira, card, "Choose", "host-99")
        await fills(mira, modal, **{"Your answer": "host-99"})
        await trial.message("Noted.")
        assert desk.learned == ["host-99"]


async def test_named_people_answer_and_the_requester_does_not() -> None:
    tool = ask_people("S0SRE")
    desk = Desk([asks("May I?", "yes", "no", tool="ask_people")], says("Noted."))
    async with Trial(desk.agent(tool)) as trial:
        mira = trial.person("mira")
        await mira.asks("deploy")
        card = await trial.card("May I?", button="yes")
        await mira.clicks(card, "yes")
        await trial.whisper(mira, "You asked for this yourself")
        await trial.person("aiko").clicks(card, "no")
        await trial.message("Noted.")
        assert desk.learned == ["no"]


@pytest.mark.parametrize(("tools", "answers"), [("*", "mira"), ("ask*", "jonas")])
async def test_a_policy_for_everything_does_not_say_who_answers(tools: str, answers: str) -> None:
    desk = Desk([asks("Which region?", "eu", "us")], says("Noted."))
    policy = f'[[policy]]\ntools = ["{tools}"]\napprovers = ["U0JONAS"]'
    async with Trial(desk.agent(ask), policies=policy) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card("Which region?", button="eu")
        await trial.person(answers).clicks(card, "us")
        await trial.message("Noted.")
        assert desk.learned == ["us"]


async def test_a_guest_answers_what_they_are_asked_themselves() -> None:
    desk = Desk([asks("Which region?", "eu", "us")], says("Noted."))
    async with Trial(desk.agent(ask)) as trial:
        gus = trial.person("gus")
        await gus.asks("deploy")
        card = await trial.card("Which region?", button="eu")
        await gus.clicks(card, "us")
        await trial.message("Noted.")
        assert desk.learned == ["us"]


async def test_answers_too_long_for_a_button_are_told_apart_in_full() -> None:
    same = "Move everything, with all of its replicas, to the region "
    desk = Desk([asks("Where?", same + "eu", same + "us")], says("Noted."))
    async with Trial(desk.agent(ask)) as trial:
        mira = trial.person("mira")
        await mira.asks("deploy")
        card = await trial.card("Where?", button="2. Move")
        assert f"1. {same}eu\n2. {same}us" in card.shown
        await mira.clicks(card, "2. Move")
        await trial.message("Noted.")
        assert desk.learned == [same + "us"]


async def test_a_question_too_long_for_the_card_can_be_opened_there() -> None:
    desk = Desk([asks("Why? " * 1_000 + "Really?", "yes", "no")], says("Noted."))
    async with Trial(desk.agent(ask)) as trial:
        mira = trial.person("mira")
        await mira.asks("deploy")
        card = await trial.card("Why?", button="yes")
        assert "Open all of it before you answer" in card.shown
        await mira.clicks(card, "yes")
        await trial.whisper(mira, "This question is longer than the card shows")
        await window(trial, mira, card, "Show everything", "Really?")
        await mira.clicks(card, "yes")
        await trial.message("Noted.")
        assert desk.learned == ["yes"]


async def test_a_question_nobody_answers_is_no_no() -> None:
    desk = Desk([asks("Which region?", "eu", "us")], says("I go on without."))
    async with Trial(desk.agent(ask)) as trial:
        await trial.person("mira").asks("deploy")
        await trial.card("Which region?", button="eu")
        trial.clock.advance("25h")
        await trial.message("I go on without.")
        assert "Nobody answered within 24 h" in desk.learned[0]


async def test_a_question_cannot_be_approved_by_command() -> None:
    desk = Desk([asks("Which region?", "eu", "us")])
    async with Trial(desk.agent(ask)) as trial:
        mira = trial.person("mira")
        await mira.asks("deploy")
        card = await trial.card("Which region?", button="eu")
        await mira.types(f"/agent approve {card.controls[0].value}")
        await trial.whisper(mira, "please answer it on its card")


def test_somebody_has_to_be_named() -> None:
    with pytest.raises(ValueError, match="name at least one"):
        ask_people()
