"""A tool may return anything: the model reads it, and the state is saved and read again."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from pydantic import BaseModel

from core import Agent, RunConfig, Runner, RunState, function_tool
from core.outputs.shortening import shortened
from core.testing import MemoryLedger, ScriptedModel, assistant_message, function_call


class Row(BaseModel):
    """A typed result."""

    id: int = 1
    note: str | None = None


@dataclass
class Page:
    """A result of plain Python."""

    rows: list[Row] = field(default_factory=lambda: [Row()])


class Mute:
    """An object without a text."""

    def __str__(self) -> str:
        raise ValueError("no")


LOOP: list[Any] = []
LOOP.append(LOOP)


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        (None, None),
        (b"\xff\x00", "b'\\xff\\x00'"),
        ("half \ud83d of it", "half \ufffd of it"),
        (Row(), {"id": 1, "note": None}),
        ([Row(), Row(id=2)], [{"id": 1, "note": None}, {"id": 2, "note": None}]),
        (Page(), {"rows": [{"id": 1, "note": None}]}),
        (
            {"page": Page(), ("a", 1): 2},
            {"page": {"rows": [{"id": 1, "note": None}]}, "('a', 1)": 2},
        ),
        (float("nan"), "nan"),
        (LOOP, ["…"]),
        (Mute(), "<Mute without a text: ValueError>"),
        (int, "<class 'int'>"),
        ("x" * 2_000_000, shortened("x" * 2_000_000, 500)),
    ],
    ids=lambda value: str(type(value).__name__),
)
async def test_a_paused_run_with_any_output_is_saved_and_goes_on(value: Any, kept: Any) -> None:
    @function_tool
    def get() -> Any:
        return value

    @function_tool(needs_approval=True)
    def act() -> str:
        return "acted"

    steps = [
        [function_call("get", {}, call_id="c1")],
        [function_call("act", {}, call_id="c2")],
        [assistant_message("done")],
    ]
    model = ScriptedModel(steps)
    agent = Agent(name="A", tools=[get, act], model=model)
    config = RunConfig(ledger=MemoryLedger(), max_tool_output=500)
    result = await Runner.run(agent, "go", run_config=config)
    text = result.to_state().to_string()
    state = await RunState.from_string(agent, text.encode().decode())
    outputs = [i.output for i in state.session_items if i.type == "tool_call_output_item"]
    assert outputs == [kept]
    state.approve(state.get_interruptions()[0])
    assert (await Runner.run(agent, state, run_config=config)).final_output == "done"
    read = model.calls[1].input[-1]["output"]
    assert len(read.encode()) <= 520


async def test_what_is_on_record_does_not_change_with_the_object_that_was_returned() -> None:
    class Opaque:
        def __deepcopy__(self, memo: Any) -> Any:
            raise AssertionError("an object of the application is not copied")

    box = Opaque()
    found: dict[str, Any] = {"rows": [1], "box": box}
    found["self"] = found
    get = function_tool(lambda: found, name_override="get")
    call = function_call("get", {}, call_id="c1")
    agent = Agent(
        name="A",
        tools=[get],
        model=ScriptedModel([[call]]),
        tool_use_behavior="stop_on_first_tool",
    )
    result = await Runner.run(agent, "go")
    [output] = [i.output for i in result.new_items if i.type == "tool_call_output_item"]
    found["rows"].append(2)
    assert (output["rows"], output["box"], output["self"]) == ([1], box, output)
