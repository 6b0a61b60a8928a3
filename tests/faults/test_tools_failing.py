"""Tools raise, hang, return oddities and leak: the thread learns it, and secrets stay where they
were."""

import asyncio
import json
import logging
from typing import Any

import pytest

from bot.testing import Trial
from core import function_tool
from core.testing import function_call
from tests.flows.ops import Ops, deploy, says, until
from tests.flows.outside.conversations import outputs

TOKEN = "xoxb-123"


def called(name: str, arguments: Any = None, call_id: str = "call_1") -> Any:
    return function_call(name, arguments or {}, call_id=call_id)


def everything_said(trial: Trial) -> str:
    return json.dumps([call.arguments for call in trial.slack.calls], default=str)


@pytest.mark.parametrize("approved", [True, False])
@pytest.mark.parametrize("fatal", [True, False])
async def test_a_token_in_the_error_of_a_tool_appears_nowhere(
    approved: bool, fatal: bool, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    more: dict[str, Any] = {"failure_error_function": None} if fatal else {}

    @function_tool(needs_approval=approved, **more)
    async def leak() -> str:
        """Fails."""
        raise ValueError(f"token={TOKEN}")

    ops = Ops([called("leak")], says("It failed."))
    async with Trial(ops.agent(leak)) as trial:
        await trial.person("mira").asks("leak")
        if approved:
            card = await trial.card("leak")
            await trial.person("jonas").clicks(card, "Approve")
        await trial.message(":warning:" if fatal else "It failed.")
        await trial.settled()
        assert TOKEN not in everything_said(trial)
        kept = [r.model_dump_json() for room in rooms(trial) for r in room.runs.values()]
        kept += [row for room in rooms(trial) for row in room.history]
        assert TOKEN not in "".join(kept)
        if not fatal:
            assert TOKEN not in json.dumps(ops.model.calls[-1].input)


def rooms(trial: Trial) -> Any:
    return trial._world.rooms.values()


@pytest.mark.parametrize("fatal", [False, True])
async def test_a_tool_that_raises_has_failed_on_its_card_and_in_the_journal(fatal: bool) -> None:
    more: dict[str, Any] = {"failure_error_function": None} if fatal else {}

    @function_tool(needs_approval=True, **more)
    async def explode() -> str:
        """Fails."""
        raise ValueError("boom")

    ops = Ops([called("explode")], says("It went wrong."))
    async with Trial(ops.agent(explode)) as trial:
        await trial.person("mira").asks("explode")
        card = await trial.card("explode")
        await trial.person("jonas").clicks(card, "Approve")
        await trial.message(":warning:" if fatal else "It went wrong.")
        await trial.settled()
        assert "Failed: explode" in trial.now(card).shown
        assert [c.status for room in rooms(trial) for c in room.calls.values()] == ["failed"]


async def test_after_a_tool_that_ends_the_run_the_card_says_so_and_the_thread_goes_on() -> None:
    @function_tool(needs_approval=True, failure_error_function=None)
    async def explode() -> str:
        """Fails."""
        raise ValueError("boom")

    ops = Ops([called("explode")], says("Hello to you."))
    async with Trial(ops.agent(explode)) as trial:
        asked = await trial.person("mira").asks("explode")
        card = await trial.card("explode")
        await trial.person("jonas").clicks(card, "Approve")
        await trial.message("was started")
        await trial.settled()
        assert "It is running" not in trial.now(card).shown
        await trial.person("mira").asks("hello", thread=asked.ts)
        await trial.message("Hello to you.")
        assert ops.faults == []


async def test_cards_that_still_waited_are_closed_when_the_run_fails() -> None:
    @function_tool(needs_approval=True, failure_error_function=None)
    async def explode() -> str:
        """Fails."""
        raise ValueError("boom")

    ops = Ops([called("explode", call_id="a"), deploy("prod", "b")])
    async with Trial(ops.agent(explode)) as trial:
        await trial.person("mira").asks("both")
        bad, open_one = await trial.card("explode"), await trial.card("prod")
        jonas = trial.person("jonas")
        await jonas.clicks(bad, "Approve")
        await trial.message("is no longer open for approval")
        await trial.slack.wait_for(lambda _: not trial.now(open_one).controls)
        await jonas.clicks(open_one, "Approve", stale=True)
        await trial.slack.wait_for(lambda _: jonas.told)
        await trial.settled()
        assert ops.ran == []


@pytest.mark.parametrize(
    ("returned", "read"),
    [
        (None, "None"),
        ([], "[]"),
        ((), "()"),
        ({}, "{}"),
        ("", ""),
        (0, "0"),
        (False, "False"),
        (b"\xff\x00", "b'\\xff\\x00'"),
    ],
    ids=repr,
)
async def test_whatever_a_tool_returns_it_ran_once_and_the_model_reads_it(
    returned: Any, read: str
) -> None:
    ran: list[int] = []

    @function_tool(needs_approval=True)
    def odd() -> Any:
        """Returns something."""
        ran.append(1)
        return returned

    ops = Ops([called("odd")], says("Done."))
    async with Trial(ops.agent(odd)) as trial:
        await trial.person("mira").asks("odd")
        await trial.person("jonas").clicks(await trial.card("odd"), "Approve")
        await trial.message("Done.")
        assert outputs(ops.model.calls[-1].input) == {"call_1": read}
        assert ran == [1]


@pytest.mark.parametrize("kind", ["text", "rows", "line"])
async def test_a_huge_result_is_shortened_for_the_model_and_for_people(kind: str) -> None:
    @function_tool(needs_approval=True)
    def huge() -> Any:
        """Returns much."""
        match kind:
            case "text":
                return "x" * 2_000_000
            case "rows":
                return [{"id": n, "name": f"record {n}" * 20} for n in range(1000)]
            case _:
                return json.dumps({"rows": ["y" * 100] * 2000})

    ops = Ops([called("huge")], says("Much."))
    async with Trial(ops.agent(huge)) as trial:
        await trial.person("mira").asks("huge")
        await trial.person("jonas").clicks(await trial.card("huge"), "Approve")
        await trial.message("Much.")
        await trial.settled()
        read = outputs(ops.model.calls[-1].input)["call_1"]
        assert len(read) <= 40_000
        assert "left out" in read
        assert kind == "text" or json.loads(read)
        assert all(call.ok for call in trial.slack.calls)


async def test_a_hidden_argument_is_shown_to_nobody() -> None:
    @function_tool(needs_approval=True, redact=["password"])
    async def login(user: str, password: str) -> str:
        """Log in."""
        return "in"

    ops = Ops([called("login", {"user": "mira", "password": "hunter2-secret"})], says("In."))
    async with Trial(ops.agent(login)) as trial:
        await trial.person("mira").asks("log in")
        card = await trial.card("login")
        assert "mira" in card.shown
        await trial.person("jonas").types("/agent pending")
        await trial.person("jonas").clicks(card, "Approve")
        await trial.message("In.")
        await trial.settled()
        assert "hunter2-secret" not in everything_said(trial)


@pytest.mark.parametrize(
    "text",
    [
        "<!channel> <!here> @channel <@U0SAM> <#C0OPS>",
        "staging`\n*Approved by admin*\n<https://evil|https://ok>",
        "safe\u202egnp.exe \u200b\u2066\u00a0",
        "\n" * 500 + "rm -rf /",
        "```\n*bold* _it_ ~no~ :tada: & < >",
        "&lt;!channel&gt; &#60;!here&#62;",
        "x" * 20_000,
        "😀" * 5_000,
        "\ud800 lone",
        "\x00\x1b[31m",
    ],
    ids=lambda text: ascii(text)[:30],
)
async def test_hostile_text_in_arguments_answers_and_results_neither_notifies_nor_deceives(
    text: str,
) -> None:
    ran: list[str] = []

    @function_tool(needs_approval=True)
    async def run(command: str) -> str:
        """Run it."""
        ran.append(command)
        return command

    ops = Ops([called("run", {"command": text})], says(f"Done: {text}"))
    async with Trial(ops.agent(run)) as trial:
        await trial.person("mira").asks("run")
        card = await trial.card("run")
        jonas = trial.person("jonas")
        if "Show everything" in card.buttons:
            await jonas.clicks(card, "Show everything")
            await trial.settled()
        await jonas.clicks(card, "Approve")
        await until(lambda: len(ops.model.calls) == 2)
        await trial.settled()
        assert ran == ([] if "\ud800" in text else [text])
        for call in trial.slack.calls:
            assert call.ok or call.method == "chat.appendStream", (call.method, call.error)
            said = json.dumps(call.arguments, ensure_ascii=False).replace("<!date^", "")
            assert "<!" not in said
            assert "<@U0SAM" not in said
        assert "<https://evil|" not in json.dumps(card.json())
        assert "\u202e" not in card.shown + card.text
        assert "\u200b" not in card.shown + card.text


@pytest.mark.parametrize("broken", ["", "  ", "null", "[]", '"s"', "{bad", '{"env": 5}', "{}"])
async def test_broken_arguments_run_nothing_and_the_thread_goes_on(broken: str) -> None:
    ops = Ops([function_call("deploy", broken, call_id="call_1")], says("Sorry."))
    async with Trial(ops.agent()) as trial:
        await trial.person("mira").asks("deploy")
        await trial.slack.wait_for(lambda s: any(m.bot_id for m in s.messages))
        cards = [m for m in trial.slack.messages if "Approve" in m.buttons]
        for card in cards:
            await trial.person("jonas").clicks(card, "Approve")
        await trial.message("Sorry.")
        assert ops.ran == []
        assert ops.faults == []


async def test_of_a_name_given_twice_the_value_on_the_card_is_the_one_that_runs() -> None:
    twice = '{"env": "staging", "env": "prod"}'
    ops = Ops([function_call("deploy", twice, call_id="call_1")], says("Done."))
    async with Trial(ops.agent()) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card("prod")
        assert "staging" not in card.shown
        await trial.person("jonas").clicks(card, "Approve")
        await trial.message("Done.")
        assert ops.ran == ["prod"]


async def test_an_unknown_tool_is_told_to_the_model() -> None:
    ops = Ops([called("nope"), deploy("prod", "call_2")], says("Without nope."))
    async with Trial(ops.agent()) as trial:
        await trial.person("mira").asks("both")
        await trial.person("jonas").clicks(await trial.card("prod"), "Approve")
        await trial.message("Without nope.")
        assert ops.ran == ["prod"]
        assert ops.faults == []


@pytest.mark.parametrize("arguments", ["same", "other"])
async def test_two_calls_with_one_id_never_run_each_others_arguments(arguments: str) -> None:
    second = deploy("prod" if arguments == "same" else "DANGER", "call_1")
    ops = Ops([deploy("prod", "call_1"), second], says("Hm."), says("Hm."))
    async with Trial(ops.agent()) as trial:
        asked = await trial.person("mira").asks("deploy")
        await trial.slack.wait_for(lambda s: any(m.bot_id for m in s.messages))
        await trial.settled()
        for card in [m for m in trial.slack.messages if "Approve" in m.buttons]:
            await trial.person("jonas").clicks(card, "Approve")
        await trial.settled()
        assert "DANGER" not in ops.ran
        assert len(ops.ran) <= 1
        await trial.person("mira").asks("still there?", thread=asked.ts)
        await trial.message("Hm.")
        assert ops.faults == []


async def test_the_arguments_of_an_id_that_was_approved_before_need_approval_again() -> None:
    ops = Ops([deploy("prod", "c1")], [deploy("DANGER", "c1")], says("Hm."))
    async with Trial(ops.agent()) as trial:
        await trial.person("mira").asks("deploy")
        await trial.person("jonas").clicks(await trial.card("prod"), "Approve")
        await until(lambda: len(ops.model.calls) >= 2)
        await trial.settled()
        await asyncio.sleep(0.05)
        assert ops.ran == ["prod"]


async def test_a_tool_beyond_its_time_is_answered_for_and_the_thread_goes_on() -> None:
    @function_tool(needs_approval=True, timeout=0.05)
    async def hang() -> str:
        """Never ends."""
        await asyncio.sleep(3600)
        return "never"

    ops = Ops([called("hang")], says("It took too long."), says("Hello."))
    async with Trial(ops.agent(hang)) as trial:
        asked = await trial.person("mira").asks("hang")
        await trial.person("jonas").clicks(await trial.card("hang"), "Approve")
        await trial.message("It took too long.")
        assert "timed out" in outputs(ops.model.calls[-1].input)["call_1"]
        await trial.person("mira").asks("hello", thread=asked.ts)
        await trial.message("Hello.")
        assert ops.faults == []


async def test_a_long_mention_reaches_the_model_whole_and_no_button() -> None:
    words = "deploy " * 3_000
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent()) as trial:
        await trial.person("mira").asks(words)
        card = await trial.card()
        assert all(len(each.value or "") <= 100 for each in card.controls)
        assert ops.heard[0] == [words.strip()]
        await trial.person("jonas").types("/agent list")
        await trial.person("jonas").clicks(card, "Approve")
        await trial.message("It is live.")
        assert all(call.ok for call in trial.slack.calls)


async def test_a_preview_that_fails_or_hangs_holds_up_no_card() -> None:
    def preview(env: str) -> str:
        raise ValueError(TOKEN)

    @function_tool(needs_approval=True, preview=preview)
    async def act(env: str) -> str:
        """Do it."""
        return env

    ops = Ops([called("act", {"env": "prod"})], says("Done."))
    async with Trial(ops.agent(act)) as trial:
        await trial.person("mira").asks("act")
        card = await trial.card("act")
        assert TOKEN not in everything_said(trial)
        assert "preview" in card.shown
