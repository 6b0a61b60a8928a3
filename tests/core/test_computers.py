"""A computer is used like every other tool: asked about where a person is wanted, never twice."""

from typing import Any

import pytest

from core import (
    Agent,
    AsyncComputer,
    ComputerProvider,
    ComputerTool,
    Runner,
    RunState,
    UserError,
)
from core.testing import ModelStep, ScriptedModel, assistant_message

CHECK = {"id": "s1", "code": "malicious_instructions", "message": "Careful."}


class Desk(AsyncComputer):
    """Notes what is done with it."""

    def __init__(self, done: list[Any]) -> None:
        self.done = done

    async def screenshot(self) -> str:
        self.done.append("look")
        return "UE5H"

    async def click(self, x: int, y: int, button: str, keys: list[str] | None = None) -> None:
        self.done.append(("click", x, y, button, keys))

    async def double_click(self, x: int, y: int) -> None:
        self.done.append(("double_click", x, y))

    async def scroll(self, x: int, y: int, scroll_x: int, scroll_y: int) -> None:
        self.done.append(("scroll", x, y, scroll_x, scroll_y))

    async def type(self, text: str) -> None:
        raise OSError("no keyboard")

    async def wait(self) -> None:
        self.done.append("wait")

    async def move(self, x: int, y: int) -> None:
        self.done.append(("move", x, y))

    async def keypress(self, keys: list[str]) -> None:
        self.done.append(("keypress", keys))

    async def drag(self, path: list[tuple[int, int]]) -> None:
        self.done.append(("drag", path))


CLICK = {"type": "click", "x": 1, "y": 2, "button": "left"}


def call(*actions: dict[str, Any], call_id: str = "c1", **more: Any) -> dict[str, Any]:
    asked = actions or (CLICK,)
    return {"type": "computer_call", "id": "i", "call_id": call_id, "actions": asked, **more}


def agent_with(tool: Any, *calls: dict[str, Any]) -> tuple[Agent[Any], ScriptedModel]:
    model = ScriptedModel([*[ModelStep([c]) for c in calls], ModelStep([assistant_message("end")])])
    return Agent(name="Ops", tools=[tool], model=model), model


def told(model: ScriptedModel) -> list[Any]:
    """What the model reads after its call."""
    items: Any = model.calls[-1].input
    return list(items[2:])


async def test_actions_are_done_in_their_order_and_the_model_sees_the_screen_after_them() -> None:
    done: list[Any] = []
    drag = {"type": "drag", "path": [{"x": 1, "y": 2}, {"x": 3, "y": 4}]}
    held = {**CLICK, "keys": ["SHIFT"]}
    agent, model = agent_with(ComputerTool(Desk(done)), call(held, drag))
    await Runner.run(agent, "go")
    assert done == [("click", 1, 2, "left", ["SHIFT"]), ("drag", [(1, 2), (3, 4)]), "look"]
    [output] = told(model)
    assert output["output"]["image_url"] == "data:image/png;base64,UE5H"


async def test_a_refused_computer_call_leaves_the_screen_alone_and_the_model_reads_why() -> None:
    done: list[Any] = []
    agent, model = agent_with(ComputerTool(Desk(done), needs_approval=True), call())
    paused = await Runner.run(agent, "go")
    state = await RunState.from_string(agent, paused.to_state().to_string())
    state.reject(state.get_interruptions()[0], rejection_message="not today")
    result = await Runner.run(agent, state)
    assert (result.final_output, done) == ("end", [])
    output, words = told(model)
    assert (output["type"], output["call_id"]) == ("computer_call_output", "c1")
    assert "not today" in words["content"]


async def test_checks_nobody_looks_at_are_a_question_and_the_answer_acknowledges_them() -> None:
    done: list[Any] = []
    flagged = call(call_id="c2", pending_safety_checks=[CHECK])
    agent, model = agent_with(ComputerTool(Desk(done), needs_approval=True), call(), flagged)
    state = (await Runner.run(agent, "go")).to_state()
    state.approve(state.get_interruptions()[0], always_approve=True)
    paused = await Runner.run(agent, state)
    assert len(done) == 2
    [item] = paused.interruptions
    assert "Careful." in (item.arguments or "")
    state = paused.to_state()
    state.approve(item)
    await Runner.run(agent, state)
    assert told(model)[-1]["acknowledged_safety_checks"] == [CHECK]


@pytest.mark.parametrize("fine", [True, False])
async def test_a_callback_for_checks_lets_a_call_run_or_ends_the_run(fine: bool) -> None:
    done: list[Any] = []
    tool = ComputerTool(Desk(done), on_safety_check=lambda data: fine)
    agent, model = agent_with(tool, call(pending_safety_checks=[CHECK]))
    if fine:
        await Runner.run(agent, "go")
        assert told(model)[0]["acknowledged_safety_checks"] == [CHECK]
    else:
        with pytest.raises(UserError, match="not acknowledged"):
            await Runner.run(agent, "go")
        assert done == []


async def test_a_computer_is_made_once_a_run_and_disposed_of_at_its_end() -> None:
    done: list[Any] = []
    made: list[str] = []

    def create(*, run_context: Any) -> Desk:
        made.append("made")
        return Desk(done)

    async def dispose(*, run_context: Any, computer: Desk) -> None:
        made.append("gone")

    tool = ComputerTool(ComputerProvider(create, dispose))
    agent, _ = agent_with(tool, call(), call(call_id="c2"))
    await Runner.run(agent, "go")
    assert made == ["made", "gone"]


async def test_a_computer_that_fails_midway_leaves_a_call_of_unknown_outcome() -> None:
    done: list[Any] = []
    typing = call(CLICK, {"type": "type", "text": "x"})
    agent, _ = agent_with(ComputerTool(Desk(done)), typing)
    with pytest.raises(UserError, match="no keyboard") as caught:
        await Runner.run(agent, "go")
    state: Any = caught.value.run_state
    [item] = state.get_interruptions()
    assert item.reason == "outcome_unknown"
    state.settle(item, output="it clicked, no more")
    result = await Runner.run(agent, state)
    assert result.final_output == "end"
    assert len(done) == 1


async def test_an_action_no_computer_knows_is_done_by_none() -> None:
    done: list[Any] = []
    agent, _ = agent_with(ComputerTool(Desk(done)), call(CLICK, {"type": "zoom"}))
    with pytest.raises(Exception, match="zoom"):
        await Runner.run(agent, "go")
    assert done == []


def test_two_computer_tools_are_two_however_alike() -> None:
    one, other = (ComputerTool(Desk([])) for _ in range(2))
    assert {one: "one", other: "other"}[one] == "one"
