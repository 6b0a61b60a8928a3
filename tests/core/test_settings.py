"""What a model call is made with: settings, filters, cache keys."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from openai.types.responses import response_usage as openai_usage
from pydantic import TypeAdapter

from core import (
    Agent,
    CallModelData,
    ModelInputData,
    ModelRetrySettings,
    ModelSettings,
    RunConfig,
    Runner,
    RunState,
    SQLiteSession,
    Usage,
    retry_policies,
)
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


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"model": 5}, "Agent model must be a string, Model, or None, got int"),
        ({"handoff_description": 5}, "Agent handoff_description must be a string or None"),
        ({"prompt": 5}, "Agent prompt must be a dict, callable, or None"),
        ({"tools": ()}, "Agent tools must be a list, got tuple"),
        ({"model_settings": 5}, "Agent model_settings must be a ModelSettings instance or a dict"),
    ],
)
def test_an_agent_of_the_wrong_parts_is_refused_before_it_runs(fields: Any, said: str) -> None:
    with pytest.raises(TypeError, match=said):
        Agent(name="A", **fields)


@pytest.mark.parametrize("config", [5, {"tool_execution": 5}, {"model_settings": "x"}])
async def test_settings_of_a_run_that_are_no_settings_are_refused(config: Any) -> None:
    with pytest.raises(TypeError, match=r"must be a \w+ or a dict, got"):
        await Runner.run(Agent(name="A", model=ScriptedModel([])), "go", run_config=config)


def test_retries_may_be_given_as_a_dict() -> None:
    settings = ModelSettings(retry={"max_retries": 2})  # type: ignore[arg-type]
    assert settings.retry == ModelRetrySettings(max_retries=2)


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


def test_settings_are_read_back_by_pydantic_without_what_is_code() -> None:
    retry = ModelRetrySettings(max_retries=2, policy=retry_policies.never())
    settings = ModelSettings(temperature=0.5, reasoning={"effort": "low"}, retry=retry)

    adapter = TypeAdapter(ModelSettings)
    read = adapter.validate_json(adapter.dump_json(settings))

    assert (read.temperature, read.reasoning.effort) == (0.5, "low")
    assert read.retry == ModelRetrySettings(max_retries=2)
    assert adapter.validate_python(settings) is settings


def test_a_trace_shows_no_extras_of_a_request() -> None:
    settings = ModelSettings(temperature=0.5, extra_headers={"Authorization": "secret"})
    assert settings.to_traceable_dict()["temperature"] == 0.5
    assert "secret" not in str(settings.to_traceable_dict())


def test_counts_a_provider_does_not_tell_are_zero() -> None:
    untold = openai_usage.InputTokensDetails.model_construct(cached_tokens=None)
    usage = Usage(requests=1, input_tokens=3, input_tokens_details=untold)
    assert usage.input_tokens_details.cached_tokens == 0
