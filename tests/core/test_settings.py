"""What a model call is made with: settings, filters, cache keys."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from core import Agent, CallModelData, ModelInputData, RunConfig, Runner, RunState, SQLiteSession
from core.testing import ScriptedModel, assistant_message


class CachingModel(ScriptedModel):
    """A model that takes a cache key."""

    def _supports_default_prompt_cache_key(self) -> bool:
        return True


DONE = [assistant_message("done")]


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"temperatur": 1}, "Unknown model settings: temperatur"),
        ({"retry": {"backoff": {"delai": 1}}}, "Unknown model settings in retry.backoff: delai"),
    ],
)
def test_a_misspelt_setting_is_an_error(settings: Any, said: str) -> None:
    with pytest.raises(TypeError, match=said):
        Agent(name="A", model_settings=settings)


async def test_what_a_filter_repeats_is_sent_once_and_behind_its_call() -> None:
    def output(text: str) -> dict[str, Any]:
        return {"type": "function_call_output", "call_id": "c1", "output": text}

    call = {"type": "function_call", "call_id": "c1", "name": "look", "arguments": "{}"}

    def repeat(data: CallModelData[Any]) -> ModelInputData:
        return ModelInputData([output("old"), call, output("new"), call], None)

    model = ScriptedModel([DONE])
    config = RunConfig(call_model_input_filter=repeat)
    await Runner.run(Agent(name="A", model=model), "go", run_config=config)
    assert model.calls[0].input == [call, output("new")]


async def test_runs_of_one_session_share_a_cache_key_which_survives_json() -> None:
    model = CachingModel([DONE, DONE, DONE])
    agent = Agent(name="A", model=model)
    session = SQLiteSession("s")
    result = await Runner.run(agent, "go", session=session)
    await Runner.run(agent, "more", session=session)
    state = await RunState.from_string(agent, result.to_state().to_string())
    await Runner.run(agent, state)
    keys = {(call.model_settings.extra_args or {})["prompt_cache_key"] for call in model.calls}
    assert len(keys) == 1


async def test_the_failure_of_a_prompt_stops_the_search_for_instructions() -> None:
    ended: list[str] = []

    async def instructions(context: Any, agent: Any) -> str:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("instructions")
        return ""

    def prompt(data: Any) -> Any:
        raise ValueError("no prompt")

    agent = Agent(name="A", model=ScriptedModel([]), instructions=instructions, prompt=prompt)
    with pytest.raises(ValueError, match="no prompt"):
        await Runner.run(agent, "go")
    assert ended == ["instructions"]
