"""What the spans of a run tell: who did what inside what, and where it failed."""

from collections.abc import Iterator
from typing import Any

import pytest

from core import (
    Agent,
    GuardrailFunctionOutput,
    InputGuardrailTripwireTriggered,
    ModelBehaviorError,
    ModelSettings,
    RunConfig,
    Runner,
    function_tool,
    input_guardrail,
)
from core.models.interface import ModelTracing
from core.testing import ModelStep, ScriptedModel, assistant_message, function_call
from core.tracing import agent_span, custom_span, get_current_span, trace
from core.tracing.processor_interface import TracingProcessor
from core.tracing.provider import DefaultTraceProvider
from core.tracing.setup import get_trace_provider, set_trace_provider

DONE = [assistant_message("done")]


class Spans(TracingProcessor):
    """Keeps spans in the order in which they end."""

    def __init__(self) -> None:
        self.ended: list[Any] = []

    def on_trace_start(self, trace: Any) -> None:
        pass

    def on_trace_end(self, trace: Any) -> None:
        pass

    def on_span_start(self, span: Any) -> None:
        pass

    def on_span_end(self, span: Any) -> None:
        self.ended.append(span)

    def shutdown(self) -> None:
        pass

    def force_flush(self) -> None:
        pass

    def of(self, kind: str) -> Any:
        (span,) = [span for span in self.ended if span.span_data.type == kind]
        return span


@pytest.fixture
def spans() -> Iterator[Spans]:
    """Spans of what runs meanwhile."""
    before, kept = get_trace_provider(), Spans()
    provider = DefaultTraceProvider()
    provider.set_processors([kept])
    set_trace_provider(provider)
    yield kept
    set_trace_provider(before)


async def test_a_tool_runs_inside_a_turn_of_its_agent_in_a_task(spans: Spans) -> None:
    @function_tool
    def act() -> str:
        return "acted"

    model = ScriptedModel([[function_call("act", {}, call_id="c1")]])
    agent = Agent(name="A", model=model, tools=[act], tool_use_behavior="stop_on_first_tool")
    await Runner.run(agent, "hi")

    call, turn, worker, task = (spans.of(kind) for kind in ("function", "turn", "agent", "task"))
    assert call.parent_id == turn.span_id
    assert turn.parent_id == worker.span_id
    assert worker.parent_id == task.span_id
    assert (call.span_data.output, worker.span_data.tools) == ("acted", ["act"])


async def test_only_what_was_done_has_a_span_and_the_agent_tells_what_a_guardrail_stopped(
    spans: Spans,
) -> None:
    gated = function_tool(lambda: "acted", name_override="act", needs_approval=True)
    call = [function_call("act", {}, call_id="c1")]
    await Runner.run(Agent(name="A", model=ScriptedModel([call]), tools=[gated]), "hi")
    assert "function" not in [span.span_data.type for span in spans.ended]
    spans.ended.clear()

    @input_guardrail
    async def no(context: Any, agent: Any, given: Any) -> GuardrailFunctionOutput:
        return GuardrailFunctionOutput(None, tripwire_triggered=True)

    agent = Agent(name="A", model=ScriptedModel([DONE]), input_guardrails=[no])
    with pytest.raises(InputGuardrailTripwireTriggered):
        await Runner.run(agent, "hi")
    guard, worker = spans.of("guardrail"), spans.of("agent")
    assert (guard.parent_id, guard.span_data.triggered) == (worker.span_id, True)
    assert worker.error["data"] == {"guardrail": "no"}


@pytest.mark.parametrize(
    ("told", "words"), [(True, "secret"), (False, "Error details are redacted.")]
)
async def test_a_filter_that_fails_is_told_by_the_turn(
    spans: Spans, told: bool, words: str
) -> None:
    def refuse(data: Any) -> Any:
        raise ValueError("secret")

    config = RunConfig(call_model_input_filter=refuse, trace_include_sensitive_data=told)
    with pytest.raises(ValueError, match="secret"):
        await Runner.run(Agent(name="A", model=ScriptedModel()), "hi", run_config=config)
    error = spans.of("turn").error
    assert error == {"message": "Error in call_model_input_filter", "data": {"error": words}}


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (
            function_call("nothing_like_it", {}, call_id="c1"),
            "Tool nothing_like_it not found in agent A",
        ),
        (assistant_message("no number"), "Invalid JSON"),
    ],
)
@pytest.mark.parametrize("sensitive", [True, False])
async def test_the_turn_tells_that_the_model_did_what_it_may_not(
    spans: Spans, answer: Any, said: str, sensitive: bool
) -> None:
    agent = Agent(name="A", model=ScriptedModel([[answer]]), output_type=int)
    config = RunConfig(trace_include_sensitive_data=sensitive)
    with pytest.raises(ModelBehaviorError, match=said):
        await Runner.run(agent, "go", run_config=config)
    turn = spans.of("turn")
    assert turn.error["message"] == "Unexpected model behavior"
    assert (said in turn.error["data"]["error"]) is sensitive
    assert spans.of("agent").error is None


@pytest.mark.usefixtures("spans")
def test_a_span_shows_its_own_metadata_and_how_its_trace_is_routed() -> None:
    with (
        trace("work", metadata={"agent_harness_id": "h1", "user": "u1"}),
        agent_span("A") as span,
        custom_span("part") as part,
    ):
        span.span_data.metadata = {"usage": {"requests": 1}}
    exported = span.export()
    assert exported is not None
    assert exported["metadata"] == {"agent_harness_id": "h1", "usage": {"requests": 1}}
    assert part.export()["metadata"] == {"agent_harness_id": "h1"}


async def test_a_model_is_inside_its_span_only_while_it_works(spans: Spans) -> None:
    inside = []

    async def events(call: Any) -> Any:
        inside.append(get_current_span())
        yield "first"
        inside.append(get_current_span())
        raise RuntimeError("down")

    model = ScriptedModel([ModelStep.stream(events)], emit_traces=True)
    stream: Any = model.stream_response(
        None, "hi", ModelSettings(), [], None, [], ModelTracing.ENABLED
    )
    with trace("work"):
        assert await anext(stream) == "first"
        assert get_current_span() is None
        with pytest.raises(RuntimeError):
            await anext(stream)
    assert inside == [spans.of("generation")] * 2
    assert spans.of("generation").error["data"]["message"] == "down"
