"""A failing tool: what the model reads, what the ledger learns, when the run ends."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from core import Agent, FunctionTool, RunConfig, RunHooks, Runner, UserError, function_tool
from core.testing import MemoryLedger, ScriptedModel, assistant_message, function_call

USUAL = "An error occurred while running the tool. Please try again."


def asked(tool: FunctionTool, arguments: Any = None) -> Agent[Any]:
    """An agent that calls the tool once and then is done."""
    call = function_call(tool.name, arguments or {}, call_id="c1")
    model = ScriptedModel([[call], [assistant_message("done")]])
    return Agent(name="A", tools=[tool], model=model)


async def output(agent: Agent[Any], **config: Any) -> Any:
    result = await Runner.run(agent, "go", run_config=RunConfig(**config))
    return result.to_input_list()[2]["output"]


@function_tool
async def cancels_itself() -> str:
    """Fails in the way a cancelled call does."""
    raise asyncio.CancelledError("secret")


@function_tool
def breaks() -> str:
    """Fails."""
    raise ValueError("secret")


@function_tool
def finds_nothing() -> str:
    """Takes the first of no hits."""
    return next(iter([]))


@pytest.mark.parametrize("tool", [breaks, cancels_itself, finds_nothing])
async def test_the_model_does_not_read_the_error(tool: FunctionTool) -> None:
    assert await output(asked(tool)) == USUAL


async def test_the_formatter_of_the_run_is_asked_when_the_tool_has_no_words_of_its_own() -> None:
    own = function_tool(breaks.__wrapped__, failure_error_function=lambda ctx, error: "own words")
    seen: list[Any] = []

    def formatter(args: Any) -> str:
        seen.append((args.kind, args.tool_name, str(args.error)))
        return "told"

    assert await output(asked(own), tool_error_formatter=formatter) == "own words"
    assert await output(asked(breaks), tool_error_formatter=formatter) == "told"
    assert seen == [("tool_exception", "breaks", "secret")]


async def test_the_ledger_learns_that_a_call_failed() -> None:
    ledger = MemoryLedger()
    await output(asked(breaks), ledger=ledger)
    assert [call.tool_name for call in ledger.failed] == ["breaks"]

    @function_tool(timeout=0.01)
    async def slow() -> None:
        await asyncio.sleep(1)

    @function_tool
    def fine() -> str:
        return USUAL

    for tool in (slow, fine):
        await output(asked(tool), ledger=ledger)
    assert [call.tool_name for call in ledger.failed] == ["breaks", "slow"]


async def test_a_hand_made_tool_that_fails_ends_the_run() -> None:
    async def invoke(context: Any, arguments: str) -> str:
        raise ValueError("out")

    tool = FunctionTool("made", "", {}, invoke)
    with pytest.raises(UserError, match="Error running tool made: out") as caught:
        await Runner.run(asked(tool), "go")
    assert isinstance(caught.value.__cause__, ValueError)


async def test_an_error_tells_of_what_was_done_and_not_of_what_never_ended() -> None:
    @function_tool(failure_error_function=None)
    def breaks_the_run() -> str:
        raise ValueError("out")

    @function_tool
    def fine() -> str:
        return "fine"

    calls = [function_call(name, {}, call_id=name) for name in ("fine", "breaks_the_run")]
    agent = Agent(name="A", tools=[fine, breaks_the_run], model=ScriptedModel([calls]))
    config = RunConfig(tool_execution={"max_function_tool_concurrency": 1})
    with pytest.raises(UserError, match="out") as caught:
        await Runner.run(agent, "go", run_config=config)
    assert caught.value.run_data is not None
    found = [(i.type, i.raw_item) for i in caught.value.run_data.new_items]
    assert [kind for kind, _ in found] == ["tool_call_item", "tool_call_output_item"]
    state: Any = caught.value.run_state
    assert [item.name for item in state.get_interruptions()] == ["breaks_the_run"]


@pytest.mark.parametrize("where", ["policy", "before", "after"])
async def test_what_fails_around_a_call_is_an_error_that_names_the_tool(where: str) -> None:
    ran: list[str] = []

    def fail(here: str) -> bool:
        if here == where:
            raise ValueError(here)
        return False

    async def policy(context: Any, arguments: Any, call_id: str) -> bool:
        return fail("policy")

    @function_tool(needs_approval=policy)
    def charge(amount: int) -> str:
        ran.append("charged")
        return "receipt"

    class Hooks(RunHooks[Any]):
        async def on_tool_start(self, context: Any, agent: Any, tool: Any) -> None:
            fail("before")

        async def on_tool_end(self, context: Any, agent: Any, tool: Any, result: Any) -> None:
            fail("after")

    with pytest.raises(UserError, match=f"Error running tool charge: {where}") as caught:
        await Runner.run(asked(charge, {"amount": 7}), "go", hooks=Hooks())
    assert isinstance(caught.value.__cause__, ValueError)
    assert ran == (["charged"] if where == "after" else [])
