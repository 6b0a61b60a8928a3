"""A run that is called off does not wait for what leaves nothing behind: a model that hangs, a tool
that only looks."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from bot.agents.scripted import TextDelta
from bot.testing import Trial
from core import Agent, FunctionTool, function_tool
from core.testing import ModelStep, ScriptedModel, assistant_message, function_call
from tests.flows.ops import Ops, look, says, wait
from tests.flows.test_calling_off import call_off


class Hanging:
    """A model's answer that begins, if it has words, and never ends."""

    def __init__(self, *words: str) -> None:
        self.begun, self.broken_off = asyncio.Event(), asyncio.Event()
        self._words = words

    @property
    def step(self) -> ModelStep:
        return ModelStep.stream(self._stream)

    async def _stream(self, _: Any) -> AsyncIterator[Any]:
        for word in self._words:
            yield TextDelta(word, "msg_1")
        await self.hang()

    async def hang(self) -> None:
        self.begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.broken_off.set()


async def test_a_model_that_hangs_is_waited_for_no_longer() -> None:
    model = Hanging()
    ops = Ops(model.step, says("Here I am."))
    async with Trial(ops.agent()) as trial:
        mira = trial.person("mira")
        asked = await mira.asks("look around")
        await model.begun.wait()
        await call_off(trial, mira)
        await trial.message("<@U0MIRA> called this off")
        assert model.broken_off.is_set()
        await mira.asks("still there?", thread=asked.ts)
        await trial.message("Here I am.")
        assert ops.faults == []


async def test_the_stop_button_does_the_same_after_a_call_that_has_run() -> None:
    model = Hanging()
    ops = Ops([look("x")], model.step, says("Here I am."))
    async with Trial(ops.agent()) as trial:
        mira = trial.person("mira")
        asked = await mira.asks("look around")
        await model.begun.wait()
        await mira.person.stops("C0OPS", asked.ts)
        await trial.message("<@U0MIRA> called this off")
        await mira.says("say hello", thread=asked.ts)
        await trial.message("Here I am.")
        assert ops.ran == ["look x"]
        assert ops.heard[-1] == ["look around", "say hello"]
        assert ops.faults == []


async def test_another_process_than_the_one_at_work_can_take_the_word() -> None:
    model = Hanging()
    async with Trial(Ops(model.step).agent()) as trial:
        mira = trial.person("mira")
        await mira.asks("look around")
        await model.begun.wait()
        await trial.start(works=False)
        await call_off(trial, mira)
        await trial.message("<@U0MIRA> called this off")


async def test_what_was_streamed_stays() -> None:
    model = Hanging("I will look ", "at it ")
    async with Trial(Ops(model.step).agent()) as trial:
        mira = trial.person("mira")
        await mira.asks("look around")
        await trial.message("I will look at it")
        await call_off(trial, mira)
        await trial.message("<@U0MIRA> called this off")
        await trial.settled()
        shown = [message.shown for message in trial.slack.messages]
        assert sum("I will look at it" in each for each in shown) == 1


def stare(looking: Hanging) -> FunctionTool:
    @function_tool(effect="pure")
    async def stare(what: str) -> str:
        """Look at something for long."""
        await looking.hang()
        return "seen"

    return stare


async def test_a_tool_that_only_looks_is_broken_off() -> None:
    looking = Hanging()
    ops = Ops([function_call("stare", {"what": "x"}, call_id="c1")])
    async with Trial(ops.agent(stare(looking))) as trial:
        mira = trial.person("mira")
        await mira.asks("look around")
        await looking.begun.wait()
        await call_off(trial, mira)
        await trial.message("<@U0MIRA> called this off")
        assert looking.broken_off.is_set()


async def test_beside_a_call_that_may_run_once_it_is_let_be_until_that_has_ended() -> None:
    looking = Hanging()
    ops = Ops([wait("x"), function_call("stare", {"what": "x"}, call_id="c1")])
    async with Trial(ops.agent(stare(looking))) as trial:
        mira = trial.person("mira")
        await mira.asks("both")
        await ops.waiting.wait()
        await looking.begun.wait()
        await call_off(trial, mira)
        assert not looking.broken_off.is_set()
        ops.gate.set()
        await trial.message("<@U0MIRA> called this off")
        assert looking.broken_off.is_set()
        kinds = [entry.what for entry in await trial.audit()]
        assert "done" in kinds
        assert "in_doubt" not in kinds


async def test_the_model_of_an_agent_that_is_a_tool_is_not_waited_for_either() -> None:
    thinking = Hanging()

    async def respond(_: Any) -> Any:
        await thinking.hang()
        return [assistant_message("never said")]

    expert = Agent(name="Expert", model=ScriptedModel([ModelStep.respond(respond)]))
    tool = expert.as_tool("expert", "Ask an expert.")
    ops = Ops([function_call("expert", {"input": "x"}, call_id="c1")])
    async with Trial(ops.agent(tool)) as trial:
        mira = trial.person("mira")
        await mira.asks("ask the expert")
        await thinking.begun.wait()
        await call_off(trial, mira)
        await trial.message("<@U0MIRA> called this off")
        assert thinking.broken_off.is_set()


async def test_half_an_answer_of_one_who_was_overtaken_never_stands_for_all_of_it() -> None:
    model = Hanging("Half of it ")
    async with Trial(Ops(model.step, says("All of it.")).agent()) as trial:
        await trial.person("mira").asks("look around")
        await trial.message("Half of it")
        # What the next worker would take away stays.
        trial.slack.faults.fail("chat.delete", "internal_error")
        trial.go_silent()
        await trial.start()
        await trial.pick_up()
        await model.broken_off.wait()
        await trial.message("All of it.")
        await trial.settled()
        assert not [each for each in trial.slack.messages if "Half of it" in each.shown]
