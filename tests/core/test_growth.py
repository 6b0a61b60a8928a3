"""A turn costs the same however long the run is, and a long run stays small."""

import cProfile
import pstats
from typing import Any

from core import (
    Agent,
    Model,
    ModelResponse,
    RunConfig,
    Runner,
    RunState,
    Usage,
    function_tool,
)
from core.state_json import delta


class Long(Model):
    """Calls a tool in every turn but the last; keeps nothing."""

    def __init__(self, turns: int) -> None:
        self.turns = turns
        self.turn = 0

    async def get_response(self, *_: Any, **__: Any) -> ModelResponse:
        self.turn += 1
        usage = Usage(requests=1, input_tokens=10, output_tokens=5, total_tokens=15)
        if self.turn < self.turns:
            output = {
                "type": "function_call",
                "id": f"fc_{self.turn}",
                "call_id": f"call_{self.turn}",
                "name": "look",
                "arguments": '{"path": "a.txt"}',
            }
        else:
            part = {"type": "output_text", "text": "done", "annotations": []}
            output = {"type": "message", "id": "m", "role": "assistant", "content": [part]}
        return ModelResponse(output=[output], usage=usage, response_id=f"resp_{self.turn}")

    def stream_response(self, *_: Any, **__: Any) -> Any:
        raise NotImplementedError


def looker(turns: int, **settings: Any) -> Agent[Any]:
    @function_tool(effect="pure", **settings)
    async def look(path: str) -> str:
        return f"contents of {path}"

    return Agent(name="Ops", tools=[look], model=Long(turns))


async def run(turns: int, **config: Any) -> tuple[Agent[Any], Any]:
    agent = looker(turns)
    run_config = RunConfig(**config)
    return agent, await Runner.run(agent, "go", max_turns=None, run_config=run_config)


async def work_per_turn(turns: int, **config: Any) -> float:
    profile = cProfile.Profile()
    profile.enable()
    await run(turns, **config)
    profile.disable()
    return float(pstats.Stats(profile).total_calls) / turns  # type: ignore[attr-defined]


async def test_the_work_of_a_turn_does_not_grow_with_the_run() -> None:
    await run(3)
    short, long = await work_per_turn(20), await work_per_turn(200)
    assert long <= short * 1.05


class Deltas:
    """Stores a run piece by piece."""

    mark: delta.Mark | None = None

    async def __call__(self, state: RunState[Any, Any]) -> None:
        if self.mark is None:
            _, self.mark = delta.whole(state)
        else:
            _, self.mark = delta.since(state, self.mark)


async def test_the_work_of_a_checkpoint_does_not_grow_with_the_run() -> None:
    await run(3, checkpoint=Deltas())
    short = await work_per_turn(10, checkpoint=Deltas())
    long = await work_per_turn(80, checkpoint=Deltas())
    assert long <= short * 1.05


async def test_a_state_of_a_hundred_turns_is_small_and_whole() -> None:
    agent, result = await run(101)
    text = result.to_state().to_string()
    assert len(text) <= 120 * 1024

    back = await RunState.from_string(agent, text)
    assert len(back.session_items) == len(result.new_items)
    assert back.context.usage == result.context_wrapper.usage


async def test_a_question_on_record_does_not_make_a_state_say_everything_twice() -> None:
    agent, result = await run(41)
    plain = len(result.to_state().to_string())

    agent = looker(41, needs_approval=True)
    paused = await Runner.run(agent, "go", max_turns=None)
    state = await RunState.from_string(agent, paused.to_state().to_string())
    state.approve(state.get_interruptions()[0], always_approve=True)
    result = await Runner.run(agent, state)
    text = result.to_state().to_string()
    assert len(text) <= plain + 1024

    back = await RunState.from_string(agent, text)
    kinds = [item.type for item in back.session_items]
    assert kinds[:3] == ["tool_call_item", "tool_approval_item", "tool_call_output_item"]
    assert kinds == [item.type for item in result.new_items]
    assert [item.type for item in back.generated_items] == [kinds[0], *kinds[2:]]


async def test_a_pending_call_is_told_a_few_times_at_most() -> None:
    agent = looker(2, needs_approval=True)
    paused = await Runner.run(agent, "go")
    assert paused.to_state().to_string().count("a.txt") <= 6
