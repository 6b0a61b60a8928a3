"""Whose click counts, on which card, and what everybody else is told."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.playground import Message
from bot.playground.delivery import Outgoing
from bot.testing import Trial
from tests.flows.ops import Ops, deploy, look, says

THREE = [deploy("one", "call_1"), deploy("two", "call_2"), deploy("three", "call_3")]


async def forged(trial: Trial, card: Message, who: str = "jonas", **changes: Any) -> None:
    """Jonas' click on Approve with something in the payload changed."""
    person = trial.slack.person(who)
    control = next(each for each in card.controls if each.is_called("Approve"))
    payload = person.interactions.click(person.user, card, control, {})
    action = payload["actions"][0]
    for name, value in changes.items():
        if name in ("value", "action_id"):
            action[name] = value
        else:
            payload[name] = value
    await person.courier.ask(Outgoing("interactive", payload))


async def test_an_unauthorised_click_is_answered_each_time_and_spends_nothing() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent()) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        gus = trial.person("gus")
        for _ in range(3):
            await gus.clicks(card, "Approve")
        trial.slack.again(trial.slack.deliveries[-1])
        await trial.settled()
        assert len(gus.told) == 3
        assert ops.ran == []
        await trial.person("jonas").clicks(card, "Approve")
        await trial.message("It is live.")
        assert ops.ran == ["prod"]


async def test_names_prove_nothing() -> None:
    ops = Ops([deploy("prod")])
    async with Trial(ops.agent(), policies=only("U0JONAS")) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        sam = {"id": "U0SAM", "name": "jonas", "username": "jonas", "team_id": "T0SIGNOFF"}
        await forged(trial, card, user=sam)
        await trial.whisper(trial.person("sam"), "You cannot decide this one")
        assert ops.ran == []
        assert trial.now(card).controls


def only(*approvers: str, more: str = "") -> str:
    return f'[[policy]]\ntools = ["*"]\napprovers = {list(approvers)}\n{more}'.replace("'", '"')


@pytest.mark.parametrize("button", ["Approve", "Reject"])
async def test_only_the_named_may_decide_by_button_and_by_command(button: str) -> None:
    ops = Ops([deploy("prod")])
    async with Trial(ops.agent(), policies=only("U0JONAS")) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        aiko = trial.person("aiko")
        await aiko.clicks(card, button)
        (value,) = {each.value for each in card.controls}
        await aiko.types(f"/agent {button.lower()} {value}")
        await trial.settled()
        assert [each[:32] for each in aiko.told] == ["`deploy`: You cannot decide this"] * 2
        assert ops.ran == []
        assert trial.now(card).controls


@pytest.mark.parametrize(
    "changes",
    [
        {"value": "no-such-approval"},
        {"value": ""},
        {"value": '{"tool": "deploy", "arguments": {"env": "prod"}}'},
        {"container": {"type": "message", "message_ts": "1.000001", "channel_id": "C0OPS"}},
        {"container": {"type": "message", "message_ts": "1.000001", "channel_id": "C0GENERAL"}},
        {"action_id": "approval:approve:all"},
    ],
    ids=str,
)
async def test_a_forged_click_runs_nothing_and_is_answered(changes: dict[str, Any]) -> None:
    ops = Ops([deploy("prod")])
    async with Trial(ops.agent()) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        await trial.settled()
        before = len(trial.slack.calls)
        await forged(trial, card, **changes)
        await trial.settled()
        said = list(trial.slack.calls)[before:]
        assert [c.method for c in said if c.method in ("chat.postEphemeral", "response_url")]
        assert ops.ran == []
        assert trial.now(card).controls


async def test_a_button_of_another_thread_does_not_count() -> None:
    ops = Ops([deploy("one", "a")], [deploy("two", "b")])
    async with Trial(ops.agent()) as trial:
        mira = trial.person("mira")
        await mira.asks("first")
        one = await trial.card("one")
        await mira.asks("second")
        two = await trial.card("two")
        (of_two,) = {each.value for each in two.controls}
        await trial.settled()
        await forged(trial, one, value=of_two)
        await trial.whisper(trial.person("jonas"), "no longer known here")
        assert ops.ran == []


async def test_a_click_on_what_is_over_is_told_how_it_ended() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent()) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        await trial.person("jonas").clicks(card, "Approve")
        await trial.message("It is live.")
        aiko = trial.person("aiko")
        await aiko.clicks(card, "Reject", stale=True)
        await trial.whisper(aiko, "U0JONAS")
        await trial.settled()
        assert not trial.now(card).controls
        assert ops.ran == ["prod"]


async def test_a_replayed_click_changes_nothing() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent()) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        await trial.person("jonas").clicks(card, "Approve")
        await trial.message("It is live.")
        click = trial.slack.deliveries[-1]
        for _ in range(3):
            trial.slack.again(click)
        await trial.settled()
        assert ops.ran == ["prod"]


async def test_three_calls_have_three_cards_and_are_decided_one_by_one() -> None:
    ops = Ops(THREE, says("Two of three."))
    async with Trial(ops.agent()) as trial:
        asked = await trial.person("mira").asks("deploy all")
        cards = [await trial.card(env) for env in ("one", "two", "three")]
        values = {each.value for card in cards for each in card.controls}
        assert len(values) == 3
        assert all(value and len(value) <= 100 for value in values)
        jonas = trial.person("jonas")
        await jonas.clicks(cards[0], "Approve")
        await trial.slack.wait_for(lambda _: ops.ran == ["one"])
        assert trial.now(cards[1]).controls
        assert trial.now(cards[2]).controls
        await jonas.clicks(cards[1], "Reject")
        await jonas.clicks(cards[2], "Approve")
        answer = await trial.message("Two of three.")
        await trial.settled()
        assert sorted(ops.ran) == ["one", "three"]
        assert answer.thread_ts == asked.ts
        assert not any(trial.now(card).controls for card in cards)
        assert ops.faults == []


async def test_two_rows_approved_in_the_same_instant_both_run_once() -> None:
    ops = Ops(THREE[:2], says("Both."))
    async with Trial(ops.agent()) as trial:
        await trial.start()
        urls = [process.url for process in trial.processes]
        await trial.person("mira").asks("deploy both")
        cards = [await trial.card(env) for env in ("one", "two")]
        people = trial.person("jonas"), trial.person("aiko")
        await asyncio.gather(
            *(
                person.clicks(card, "Approve", to=url)
                for person, card, url in zip(people, cards, urls, strict=True)
            )
        )
        await trial.message("Both.")
        assert sorted(ops.ran) == ["one", "two"]
        assert ops.faults == []


async def test_a_free_call_beside_a_gated_one_runs_once() -> None:
    ops = Ops([deploy("prod"), look("logs")], says("Done both."))
    async with Trial(ops.agent()) as trial:
        await trial.person("mira").asks("deploy and look")
        card = await trial.card()
        await trial.restart()
        await trial.person("jonas").clicks(card, "Approve")
        await trial.message("Done both.")
        assert ops.ran == ["look logs", "prod"]
        assert ops.faults == []


async def test_everything_stays_in_the_thread_of_the_card() -> None:
    ops = Ops([deploy("one", "a")], [deploy("two", "b")], says("Both."))
    async with Trial(ops.agent()) as trial:
        asked = await trial.person("mira").asks("deploy both")
        card = await trial.card("one")
        bare = replace(card, thread_ts=None)
        await trial.person("gus").clicks(card, "Approve")
        await forged(trial, bare)
        second = await trial.card("two")
        await trial.person("jonas").clicks(second, "Approve")
        await trial.message("Both.")
        await trial.settled()
        posts = [c for c in trial.slack.calls if c.method in POSTS]
        assert len(posts) >= 4
        assert {c.arguments.get("thread_ts") for c in posts} == {asked.ts}


POSTS = ("chat.postMessage", "chat.postEphemeral", "chat.startStream")


async def test_each_call_has_one_card_however_often_it_is_looked_at() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent()) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        for _ in range(3):
            await trial.restart()
            await trial.person("mira").says("and?", thread=card.thread_ts)
            await trial.settled()
        await trial.person("jonas").clicks(card, "Approve")
        await trial.message("It is live.")
        posts = [c for c in trial.slack.calls.of("chat.postMessage") if "prod" in str(c.arguments)]
        assert len(posts) == 1


async def test_two_people_are_needed_where_the_policy_says_so() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent(), policies=only("S0SRE", "U0SAM", more="required = 2")) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        jonas = trial.person("jonas")
        await jonas.clicks(card, "Approve")
        await jonas.clicks(card, "Approve")
        await trial.whisper(jonas, "1 of 2")
        assert ops.ran == []
        await trial.person("sam").clicks(card, "Approve")
        await trial.message("It is live.")
        assert ops.ran == ["prod"]


async def test_somebody_who_left_the_group_cannot_approve_any_more() -> None:
    ops = Ops([deploy("prod")])
    async with Trial(ops.agent(), policies=only("S0NOBODY")) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        jonas = trial.person("jonas")
        await jonas.clicks(card, "Approve")
        await trial.slack.wait_for(lambda _: jonas.told)
        assert ops.ran == []


async def test_a_check_that_cannot_be_made_is_no_yes() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent()) as trial:
        for method in ("users.info", "conversations.members"):
            trial.slack.faults.fail(method, "internal_error", times=None)
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        jonas = trial.person("jonas")
        await jonas.clicks(card, "Approve")
        await trial.whisper(jonas, "Nothing was changed")
        assert ops.ran == []
        trial.slack.faults.clear()
        await jonas.clicks(card, "Approve")
        await trial.message("It is live.")
