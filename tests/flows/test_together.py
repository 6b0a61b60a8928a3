"""One click for all calls of one response that one rule covers."""

from bot.playground import Fault, Message
from bot.testing import Trial
from tests.flows.approvers import Desk, fills, query, scale, window
from tests.flows.ops import Ops, deploy, says

THREE = [deploy("one", "call_1"), deploy("two", "call_2"), deploy("three", "call_3")]
APART = (
    '[[policy]]\ntools = ["deploy"]\nwhen = { env = "two" }\napprovers = ["U0AIKO"]\n'
    '[[policy]]\ntools = ["deploy"]\napprovers = ["U0JONAS"]'
)


async def shown(trial: Trial, *words: str) -> list[Message]:
    """Their cards, once Slack has said where each stands."""
    cards = [await trial.card(each) for each in words]
    await trial.settled()
    return cards


async def test_one_click_is_one_decision_for_each_call() -> None:
    ops = Ops(THREE, says("All three."))
    async with Trial(ops.agent()) as trial:
        await trial.person("mira").asks("deploy all")
        cards = await shown(trial, "one", "two", "three")
        await trial.person("jonas").clicks(cards[1], "Approve all 3")
        await trial.message("All three.")
        await trial.settled()
        assert sorted(ops.ran) == ["one", "three", "two"]
        assert all("Approved by <@U0JONAS>." in trial.now(card).shown for card in cards)
        assert ops.faults == []


async def test_calls_under_different_rules_are_not_decided_together() -> None:
    ops = Ops(THREE, says("Two."))
    async with Trial(ops.agent(), policies=APART) as trial:
        await trial.person("mira").asks("deploy all")
        cards = await shown(trial, "one", "two", "three")
        assert "Approve all 2" in cards[0].buttons
        assert not [each for each in cards[1].buttons if each.startswith("Approve all")]
        await trial.person("jonas").clicks(cards[0], "Approve all")
        await trial.slack.wait_for(lambda _: sorted(ops.ran) == ["one", "three"])
        assert trial.now(cards[1]).controls


async def test_what_is_decided_already_is_left_alone() -> None:
    ops = Ops(THREE, says("Two."))
    async with Trial(ops.agent()) as trial:
        await trial.person("mira").asks("deploy all")
        cards = await shown(trial, "one", "two", "three")
        await trial.person("aiko").clicks(cards[0], "Reject")
        await trial.slack.wait_for_message("Rejected by")
        await trial.person("jonas").clicks(cards[1], "Approve all")
        await trial.message("Two.")
        assert sorted(ops.ran) == ["three", "two"]


async def test_what_has_to_be_opened_first_stays_open() -> None:
    long = "SELECT 1;\n" * 500
    desk = Desk([query(long, "call_1"), query("SELECT 2", "call_2")], says("Both."))
    async with Trial(desk.agent()) as trial:
        await trial.person("mira").asks("query")
        hidden, plain = await shown(trial, "characters hidden", "SELECT 2")
        jonas = trial.person("jonas")
        await jonas.clicks(plain, "Approve all 2")
        await trial.whisper(jonas, "Approved 1 of 2.")
        await trial.slack.wait_for(lambda _: desk.ran == ["SELECT 2"])
        await window(trial, jonas, hidden, "Show everything", "This is all of it")
        await trial.settled()
        await jonas.clicks(hidden, "Approve")
        await trial.message("Both.")


async def test_a_call_whose_card_is_still_on_its_way_is_not_approved_with_the_others() -> None:
    ops = Ops(THREE, says("All three."))
    async with Trial(ops.agent()) as trial:
        jonas = trial.person("jonas")
        trial.slack.faults.add(Fault(method="chat.postMessage", delay=60, times=None, after=1))
        await trial.person("mira").asks("deploy all")
        card = await trial.card("one")
        await jonas.clicks(card, "Approve all 3")
        told = await trial.whisper(jonas, "Approved 1 of 3.")
        assert "The card of `deploy` is only on its way; please decide on it there." in told.text
        trial.slack.faults.clear()
        for env in ("two", "three"):
            await jonas.clicks(await trial.card(env), "Approve")
        await trial.message("All three.")
        assert sorted(ops.ran) == ["one", "three", "two"]


async def test_a_refused_click_on_all_changes_nothing() -> None:
    ops = Ops(THREE)
    async with Trial(ops.agent()) as trial:
        await trial.person("mira").asks("deploy all")
        card = await trial.card("one")
        gus = trial.person("gus")
        await gus.clicks(card, "Approve all")
        await trial.whisper(gus, "Guests cannot decide")
        assert ops.ran == []


async def test_what_somebody_edited_has_to_be_looked_at_on_its_own_card() -> None:
    two = '[[policy]]\ntools = ["*"]\napprovers = ["U0JONAS", "U0AIKO"]\nrequired = 2'
    desk = Desk([scale(30, "call_1"), scale(40, "call_2")], says("Both."))
    async with Trial(desk.agent(), policies=two) as trial:
        await trial.person("mira").asks("scale")
        thirty, forty = await shown(trial, "replicas: 30", "replicas: 40")
        aiko, jonas = trial.person("aiko"), trial.person("jonas")
        modal = await window(trial, aiko, thirty, "Edit and approve", "replicas")
        await fills(aiko, modal, replicas="3")
        await trial.slack.wait_for_message("replicas: 30 → 3")
        await jonas.clicks(forty, "Approve all 2")
        await trial.whisper(jonas, "changed meanwhile")
        assert desk.ran == []
