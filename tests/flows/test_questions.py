"""Somebody who decides wants to know something from the requester first."""

from bot.testing import Trial
from tests.flows.approvers import fills, window
from tests.flows.ops import Ops, deploy, says

WHAT = "What do you want to know?"


async def ask(trial: Trial, question: str = "Which <!here> version?") -> None:
    """Jonas asks about the card."""
    card = await trial.card()
    jonas = trial.person("jonas")
    modal = await window(trial, jonas, card, "Ask the requester")
    await fills(jonas, modal, **{WHAT: question})


async def test_the_question_goes_to_the_requester_and_the_answer_lands_on_the_card() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent()) as trial:
        mira, jonas = trial.person("mira"), trial.person("jonas")
        asked = await mira.asks("deploy")
        card = await trial.card()
        await ask(trial)
        question = await trial.message("asks about `deploy`")
        assert question.thread_ts == asked.ts
        assert question.text.startswith("<@U0MIRA>, <@U0JONAS> asks about")
        assert "<!here>" not in question.text
        await trial.whisper(jonas, "stays open")
        await mira.says("4.2, *really* <!channel>", thread=asked.ts)
        await trial.message("has answered")
        await trial.settled()
        shown = trial.now(card)
        assert "<@U0JONAS> asks:" in shown.shown
        assert "4.2, *really*" in shown.shown
        assert shown.controls
        await jonas.clicks(card, "Approve")
        await trial.message("It is live.")
        assert not any("4.2" in said for heard in ops.heard for said in heard)


async def test_a_blank_question_is_not_asked() -> None:
    async with Trial(Ops([deploy("prod")]).agent()) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        jonas = trial.person("jonas")
        modal = await window(trial, jonas, card, "Ask the requester", "deploy")
        await fills(jonas, modal, **{WHAT: " \n "})
        await trial.settled()
        still = jonas.person.modal
        assert still is not None
        assert still.errors == {"text": "Please write something."}
        assert "asks:" not in trial.now(card).shown


async def test_only_the_next_message_of_the_requester_is_the_answer() -> None:
    ops = Ops([deploy("prod")], says("It is live."), says("Read."), says("Read too."))
    async with Trial(ops.agent()) as trial:
        mira, sam = trial.person("mira"), trial.person("sam")
        asked = await mira.asks("deploy")
        card = await trial.card()
        await ask(trial)
        await trial.message("asks about `deploy`")
        await sam.says("I know: 1.0", thread=asked.ts)
        await trial.whisper(sam, "I have kept your message")
        await mira.says("4.2", thread=asked.ts)
        await trial.message("has answered")
        await mira.says("and another thing", thread=asked.ts)
        await trial.whisper(mira, "I have kept your message")
        assert "1.0" not in trial.now(card).shown
        await trial.person("jonas").clicks(card, "Approve")
        await trial.message("It is live.")


async def test_whoever_may_not_decide_may_not_ask() -> None:
    ops = Ops([deploy("prod")])
    async with Trial(ops.agent()) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        mira = trial.person("mira")
        await window(trial, mira, card, "Ask the requester", "You asked for this yourself")


async def test_a_question_survives_a_restart() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent()) as trial:
        mira = trial.person("mira")
        asked = await mira.asks("deploy")
        card = await trial.card()
        await ask(trial)
        await trial.message("asks about `deploy`")
        await trial.restart()
        await mira.says("4.2", thread=asked.ts)
        await trial.message("has answered")
        await trial.settled()
        assert "4.2" in trial.now(card).shown
