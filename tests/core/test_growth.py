"""A turn costs the same however long the run is, and a long run stays small."""

import cProfile
import pstats
from typing import Any

from core import Agent, Model, ModelResponse, Runner, RunState, Usage, function_tool


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


async def run(turns: int) -> tuple[Agent[Any], Any]:
    @function_tool(effect="pure")
    async def look(path: str) -> str:
        return f"contents of {path}"

    agent: Agent[Any] = Agent(name="Ops", tools=[look], model=Long(turns))
    return agent, await Runner.run(agent, "go", max_turns=None)


async def work_per_turn(turns: int) -> float:
    profile = cProfile.Profile()
    profile.enable()
    await run(turns)
    profile.disable()
    return float(pstats.Stats(profile).total_calls) / turns  # type: ignore[attr-defined]


async def test_the_work_of_a_turn_does_not_grow_with_the_run() -> None:
    await run(3)
    short, long = await work_per_turn(20), await work_per_turn(200)
    assert long <= short * 1.05


async def test_a_state_of_a_hundred_turns_is_small_and_whole() -> None:
    agent, result = await run(101)
    text = result.to_state().to_string()
    assert len(text) <= 120 * 1024

    back = await RunState.from_string(agent, text)
    assert len(back.session_items) == len(result.new_items)
    assert back.context.usage == result.context_wrapper.usage
