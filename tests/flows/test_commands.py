"""Every command is answered, in private, wherever it is typed."""

import asyncio
import re
import time

import pytest

from bot.playground import Fault
from bot.testing import Teammate, Trial
from tests.flows.ops import Ops, deploy, says

WORDS = (
    "",
    "help",
    "status",
    "status run_unknown",
    "list",
    "pending",
    "show",
    "show run_unknown",
    "cancel",
    "cancel run_unknown",
    "approve",
    "approve unknown",
    "reject",
    "reject unknown because",
    "audit",
    "audit run_unknown",
    "ask",
    "nonsense <!channel> & more",
    "delegate",
    "delegate off",
    "delegate @nobody until friday",
    "delegate @sam until whenever",
    "list 99",
    "pending page 2",
    "status 7",
    "  show   \u201crun_unknown\u201d  ",
    "\u2018status\u2019",
    "approve \u00ab\u202eabc\u00bb",
    "show <@U0SAM>",
    "show " + "x" * 3_000,
    "reject unknown " + "\U0001f600" * 1_500,
    "x" * 3_000,
    "cancel \x00\x07",
)


async def told(trial: Trial, who: Teammate, command: str, channel: str = "C0OPS") -> str:
    """What one command is answered; anything but one private answer fails."""
    before = len(who.told)
    answer = await who.types(command, channel=channel)
    assert answer.ok
    await trial.slack.wait_for(lambda _: len(who.told) > before)
    await trial.settled()
    assert len(who.told) == before + 1
    return who.person.private_messages[-1].shown


@pytest.mark.parametrize("channel", ["C0OPS", "C0GENERAL", "D0MIRA", "C0HIDDEN"])
async def test_every_command_is_answered_in_private_wherever_it_is_typed(channel: str) -> None:
    ops = Ops()
    async with Trial(ops.agent()) as trial:
        mira = trial.person("mira")
        answers = [await told(trial, mira, f"/agent {words}", channel) for words in WORDS]
        assert all(answers)
        assert not any("<!" in answer for answer in answers)
        assert trial.slack.calls.of("chat.postMessage") == []
        assert trial.slack.calls.of("chat.postEphemeral") == []


async def test_status_and_pending_list_what_waits_with_links() -> None:
    ops = Ops(*[[deploy(env, f"call_{env}")] for env in ("one", "two", "three")])
    async with Trial(ops.agent()) as trial:
        mira = trial.person("mira")
        assert "`" not in await told(trial, mira, "/agent status")
        for env in ("one", "two", "three"):
            await mira.asks(f"deploy {env}")
            await trial.card(env)
        for command in ("/agent status", "/agent pending"):
            shown = await told(trial, mira, command)
            assert shown.count("|open>") == 3
        (first, *_) = re.findall(r"`([\w-]{20,})`", await told(trial, mira, "/agent pending"))
        await told(trial, trial.person("jonas"), f"/agent approve {first}")
        await trial.slack.wait_for(lambda _: ops.ran)
        shown = await told(trial, mira, "/agent pending")
        assert shown.count("|open>") == 2


async def test_a_run_is_found_by_the_id_that_list_prints() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent()) as trial:
        mira, jonas = trial.person("mira"), trial.person("jonas")
        await mira.asks("deploy prod")
        await trial.card()
        (run,) = re.findall(r"`(run_\w+)`", await told(trial, mira, "/agent list"))
        assert "waiting for approval" in await told(trial, mira, f"/agent status {run}")
        assert "prod" in await told(trial, mira, f"/agent show {run}")
        assert "Only" in await told(trial, jonas, f"/agent cancel {run}")
        (approval,) = re.findall(r"`([\w-]{20,})`", await told(trial, mira, "/agent pending"))
        assert "You asked for this yourself" in await told(
            trial, mira, f"/agent approve {approval}"
        )
        for taking_a_run in ("status", "audit", "cancel"):
            answer = await told(trial, mira, f"/agent {taking_a_run} {approval}")
            assert f"Its run is `{run}`" in answer
        assert "Recorded" in await told(trial, jonas, f"/agent reject {approval} change freeze")
        await trial.message("It is live.")
        outputs = [i for i in ops.model.calls[-1].input if i.get("type") == "function_call_output"]
        assert "change freeze" in outputs[0]["output"]
        assert ops.ran == []
        assert "already" in await told(trial, jonas, f"/agent approve {approval}")
        assert "over" in await told(trial, mira, f"/agent cancel {run}")


async def test_the_whole_of_long_arguments_can_be_read_by_the_id_on_the_card() -> None:
    tail = "; rm -rf the-dangerous-tail"
    ops = Ops([deploy("x" * 9_000 + tail)])
    async with Trial(ops.agent()) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        (approval,) = {each.value for each in card.controls}
        jonas = trial.person("jonas")
        assert (await jonas.types(f"/agent show {approval}")).ok
        await trial.whisper(jonas, "the-dangerous-tail")


async def test_outsiders_learn_nothing_of_what_goes_on() -> None:
    ops = Ops([deploy("prod")])
    async with Trial(ops.agent()) as trial:
        await trial.person("mira").asks("a secret thing", channel="C0SECRET")
        card = await trial.card()
        (approval,) = {each.value for each in card.controls}
        sam = trial.person("sam")
        assert "secret" not in await told(trial, sam, "/agent list")
        assert "deploy" not in await told(trial, sam, "/agent pending")
        (run,) = re.findall(
            r"`(run_\w+)`", await told(trial, trial.person("mira"), "/agent list", "C0SECRET")
        )
        for command in ("status", "show"):
            assert "secret" not in await told(trial, sam, f"/agent {command} {run}")
            assert "prod" not in await told(trial, sam, f"/agent {command} {approval}")


async def test_ask_starts_a_thread_and_says_where() -> None:
    ops = Ops(says("Hello to you."))
    async with Trial(ops.agent()) as trial:
        mira = trial.person("mira")
        assert "see the thread" in await told(trial, mira, "/agent ask say hello &amp; wave")
        answer = await trial.message("Hello to you.")
        root = trial.slack.workspace.message("C0OPS", answer.root)
        assert "U0MIRA" in root.text


async def test_ask_where_the_bot_is_no_member_says_so() -> None:
    ops = Ops(says("Hello to you."))
    async with Trial(ops.agent()) as trial:
        mira = trial.person("mira")
        assert "Nothing was started" in await told(trial, mira, "/agent ask x", "C0GENERAL")
        assert ops.model.calls == ()


async def test_strangers_start_nothing_by_command() -> None:
    ops = Ops(says("Hello to you."))
    async with Trial(ops.agent()) as trial:
        eve = trial.person("eve")
        await told(trial, eve, "/agent ask say hello", "C0SHARED")
        await asyncio.sleep(0.05)
        await trial.settled()
        assert ops.model.calls == ()


@pytest.mark.parametrize("channel", ["C0OPS", "C0GENERAL"])
async def test_where_slack_does_not_take_an_answer_it_goes_another_way(channel: str) -> None:
    async with Trial(Ops(says("Hello.")).agent()) as trial:
        trial.slack.faults.fail("response_url", "used_url", times=3)
        mira = trial.person("mira")
        assert (await mira.types("/agent help", channel=channel)).ok
        if channel == "C0OPS":
            await trial.whisper(mira, "Mention me in a channel")
        else:
            answer = await trial.message("Mention me in a channel")
            assert answer.channel == "D0MIRA"


async def test_a_command_sent_twice_counts_once() -> None:
    ops = Ops(says("Hello to you."), says("again"))
    async with Trial(ops.agent()) as trial:
        await told(trial, trial.person("mira"), "/agent ask say hello")
        await trial.message("Hello to you.")
        command = next(d for d in trial.slack.deliveries if d.outgoing.kind == "slash_commands")
        trial.slack.again(command)
        await trial.settled()
        await asyncio.sleep(0.05)
        assert len(ops.model.calls) == 1


async def with_runs(trial: Trial, count: int) -> None:
    for number in range(count):
        await trial.person("mira").asks(f"deploy number {number:02}")
        await trial.card(f"env{number:02}")
        trial.clock.advance(1.0)


def asking(count: int) -> Ops:
    return Ops(*[[deploy(f"env{number:02}", f"call_{number}")] for number in range(count)])


async def turned(trial: Trial, who: Teammate) -> str:
    """The page after the last one somebody was shown."""
    before = len(who.told)
    assert (await who.clicks(who.person.private_messages[-1], "Next page")).ok
    await trial.slack.wait_for(lambda _: len(who.told) > before)
    return who.person.private_messages[-1].shown


async def test_long_lists_are_turned_by_a_button_and_by_a_number() -> None:
    async with Trial(asking(12).agent()) as trial:
        await with_runs(trial, 12)
        sam = trial.person("sam")
        for command, first, other in (("list", "11", "01"), ("pending", "00", "11")):
            shown = await told(trial, sam, f"/agent {command}")
            assert "Page 1 of 2, 12 in all" in shown
            assert f"env{first}" in shown or f"number {first}" in shown
            second = await turned(trial, sam)
            assert "Page 2 of 2" in second
            assert f"env{other}" in second or f"number {other}" in second
            assert await told(trial, sam, f"/agent {command} page 2") == second
            assert await told(trial, sam, f"/agent {command} 99") == second


async def test_an_id_that_leads_nowhere_is_answered_with_what_may_have_been_meant() -> None:
    async with Trial(asking(2).agent()) as trial:
        await with_runs(trial, 2)
        mira, jonas = trial.person("mira"), trial.person("jonas")
        runs = re.findall(r"`(run_\w+)`", await told(trial, mira, "/agent list"))
        (newest, oldest) = runs
        slip = newest[:-1] + ("0" if newest[-1] != "0" else "1")
        for command in ("status", "show", "audit", "cancel"):
            shown = await told(trial, mira, f"/agent {command} {slip}")
            assert shown.index("Did you mean") < shown.index(newest)
        assert "number 00" in await told(trial, mira, f"/agent show {oldest[:12]}")
        assert oldest in await told(trial, mira, "/agent status 00")
        assert f"`{newest}`" in await told(trial, mira, "/agent show nothing-like-it")
        (first, _) = re.findall(r"`([\w-]{20,})`", await told(trial, mira, "/agent pending"))
        assert f"`{first}` `deploy" in await told(trial, jonas, f"/agent approve {first[:9]}")
        assert f"`{first}`" in await told(trial, jonas, f"/agent reject {oldest}")
        assert "perhaps you mean `pending`" in await told(trial, jonas, "/agent pendign")


@pytest.mark.parametrize("command", ["approve", "reject"])
async def test_whoever_would_decide_where_nothing_waits_is_told_so(command: str) -> None:
    async with Trial(Ops(says("Hello.")).agent()) as trial:
        mira = trial.person("mira")
        await mira.asks("say hello")
        await trial.message("Hello.")
        shown = await told(trial, mira, f"/agent {command} nothing-like-it")
        assert "nothing that you could see here waits for a decision" in shown
        assert "run_" not in shown


async def test_nothing_is_suggested_that_somebody_may_not_see() -> None:
    async with Trial(Ops([deploy("prod")]).agent()) as trial:
        await trial.person("mira").asks("a secret thing", channel="C0SECRET")
        await trial.card()
        shown = await told(trial, trial.person("sam"), "/agent show secret")
        assert "nothing else that you could see here either" in shown


async def test_a_run_is_shown_with_steps_decisions_cost_and_links() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent()) as trial:
        mira = trial.person("mira")
        await mira.asks("deploy prod")
        card = await trial.card()
        await trial.person("jonas").clicks(card, "Approve")
        await trial.message("It is live.")
        await trial.settled()
        (run,) = re.findall(r"`(run_\w+)`", await told(trial, mira, "/agent list"))
        shown = await told(trial, mira, f"/agent show {run}")
        for words in (
            "tokens",
            "|open>",
            "|result>",
            "Approved by <@U0JONAS>. It ran.",
            'env: "prod"',
        ):
            assert words in shown
        for step in ("started the run", "asked for approval of", "approved", "finished"):
            assert step in shown


async def test_what_a_command_had_started_is_found_however_long_nobody_was_there() -> None:
    ops = Ops(says("Hello."))
    async with Trial(ops.agent()) as trial:
        trial.clock.advance(time.time() - trial.clock.now())  # as late as it is in Slack
        trial.slack.faults.add(Fault(method="chat.postMessage", answer_delay=60))
        await trial.person("mira").types("/agent ask say hello")
        await trial.slack.wait_for(lambda _: asked(trial))
        await trial.crash()
        trial.slack.faults.clear()
        trial.clock.advance("20h")
        await trial.start()
        await trial.pick_up()
        answer = await trial.message("Hello.")
        await trial.settled()
        assert asked(trial) == [answer.thread_ts]


def asked(trial: Trial) -> list[str]:
    """Where threads begin that a command has opened."""
    return [each.ts for each in trial.slack.messages if "asked: say hello" in each.shown]
