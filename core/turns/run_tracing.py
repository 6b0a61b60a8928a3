"""The spans of a run: task > agent > turn, opened and closed as the loop goes from step to step.

Only the loop's own task opens and closes them; what a step starts beside it inherits the current
one. Tracing never changes how a run ends: a span that fails is logged and left.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from core.agent import output_schema
from core.exceptions import (
    InputGuardrailTripwireTriggered,
    MaxTurnsExceeded,
    ModelBehaviorError,
    OutputGuardrailTripwireTriggered,
)
from core.models.interface import ModelTracing
from core.steps import CallModel, Finish, GiveUp, HandOff
from core.tracing.context import TraceCtxManager
from core.tracing.create import (
    agent_span,
    get_current_trace,
    task_span,
    turn_span,
)
from core.tracing.tool_calls import error_words
from core.tracing.traces import NoOpTrace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.agents.toolbox import Toolbox
    from core.steps import Step
    from core.tracing.spans import Span
    from core.turns.live import LiveRun
    from core.usage import Usage


@contextmanager
def traced(run: LiveRun) -> Iterator[RunSpans]:
    """The spans of a run, for as long as it goes on."""
    config, kept = run.config, run.state.trace
    manager = TraceCtxManager(
        workflow_name=config.workflow_name if kept is None else _workflow(run),
        trace_id=config.trace_id or (kept.trace_id if kept else None),
        group_id=config.group_id or (kept.group_id if kept else None),
        metadata=config.trace_metadata or (kept.metadata if kept else None),
        tracing=config.tracing,
        disabled=config.tracing_disabled,
        trace_state=kept,
        reattach_resumed_trace=run.resumed,
    )
    with manager:
        current = get_current_trace()
        spans = RunSpans(run, on=current is not None and not isinstance(current, NoOpTrace))
        if spans.on:
            run.state.set_trace(current)
        try:
            yield spans
        except BaseException as error:
            spans.note(error)
            raise
        finally:
            spans.end()


def _workflow(run: LiveRun) -> str:
    """A resumed run keeps the name of its workflow unless it is given another one."""
    kept = run.state.trace
    name = run.config.workflow_name
    default = type(run.config).workflow_name
    return kept.workflow_name if kept and kept.workflow_name and name == default else name


class RunSpans:
    """The open spans of one run."""

    def __init__(self, run: LiveRun, *, on: bool) -> None:
        self.on = on
        self._run = run
        tracing = run.config.tracing or {}
        self._with_task = on and tracing.get("include_task_and_turn_spans", True)
        self._task: Span[Any] | None = None
        self._agent: Span[Any] | None = None
        self._turn: Span[Any] | None = None
        self._task_before: dict[str, int] = {}
        self._turn_before: dict[str, int] = {}

    @property
    def model_tracing(self) -> ModelTracing:
        """What the model may tell of itself."""
        if not self.on:
            return ModelTracing.DISABLED
        if self._run.config.trace_include_sensitive_data:
            return ModelTracing.ENABLED
        return ModelTracing.ENABLED_WITHOUT_DATA

    def begin(self) -> None:
        """The run starts."""
        if self._with_task:
            self._task_before = _counts(self._run.context.usage)
            self._task = task_span(self._run.config.workflow_name)
            self._task.start(mark_as_current=True)

    def before(self, step: Step) -> None:
        """A step is about to be carried out."""
        if not self.on or isinstance(step, Finish):
            return
        if isinstance(step, CallModel | GiveUp):
            self._end_turn()
        if self._agent is None:
            self._begin_agent()
        if isinstance(step, CallModel) and self._with_task:
            state = self._run.state
            self._turn_before = _counts(self._run.context.usage)
            self._turn = turn_span(state.current_turn + 1, self._run.agent.name)
            self._turn.start(mark_as_current=True)

    def after(self, step: Step) -> None:
        """A step was carried out."""
        if self._agent is not None:
            self._name_tools(self._run.toolbox)
        if isinstance(step, HandOff):
            self._end_agent()

    def note(self, error: BaseException) -> None:
        """The run ends with an error: the agent's span says so, or that of the turn in which the
        model did what it may not."""
        span = self._agent
        if isinstance(error, ModelBehaviorError) and self._turn is not None:
            span = self._turn
        found = _described(error, self._run)
        if span is not None and span.error is None and found is not None:
            message, data = found
            span.set_error({"message": message, "data": data})

    def note_turn(self, message: str, error: Exception) -> None:
        """The turn ends with an error: its span says where that came from."""
        if self._turn is not None:
            sensitive = self._run.config.trace_include_sensitive_data
            what = error_words(error, sensitive=sensitive)
            self._turn.set_error({"message": message, "data": {"error": what}})

    def end(self) -> None:
        """The run ends or pauses."""
        if self._agent is not None:
            self._name_tools(self._run.toolbox)
        self._end_agent()
        if self._task is not None:
            used = _difference(self._run.context.usage, self._task_before)
            self._task.span_data.usage = used
            self._task.finish(reset_current=True)

    def _begin_agent(self) -> None:
        agent = self._run.agent
        schema = output_schema(agent)
        self._agent = agent_span(
            agent.name, handoffs=[], tools=[], output_type=schema.name() if schema else "str"
        )
        self._agent.start(mark_as_current=True)

    def _name_tools(self, toolbox: Toolbox | None) -> None:
        if self._agent is not None and toolbox is not None:
            targets = dict.fromkeys(way.agent_name for way in toolbox.handoffs)
            self._agent.span_data.tools = list(dict.fromkeys(t.name for t in toolbox.tools))
            self._agent.span_data.handoffs = list(targets)

    def _end_turn(self) -> None:
        if self._turn is not None:
            used = _difference(self._run.context.usage, self._turn_before)
            whole = ("requests", "total_tokens")
            self._turn.span_data.usage = {k: n for k, n in used.items() if k not in whole}
            self._turn.finish(reset_current=True)
            self._turn = None

    def _end_agent(self) -> None:
        self._end_turn()
        if self._agent is not None:
            self._agent.finish(reset_current=True)
            self._agent = None


def _described(error: BaseException, run: LiveRun) -> tuple[str, dict[str, Any]] | None:
    """What a span says about an error; nothing when the run was only cancelled."""
    sensitive = run.config.trace_include_sensitive_data
    match error:
        case MaxTurnsExceeded():
            return "Max turns exceeded", {"max_turns": run.state.max_turns}
        case InputGuardrailTripwireTriggered() | OutputGuardrailTripwireTriggered():
            name = error.guardrail_result.guardrail.get_name()
            return "Guardrail tripwire triggered", {"guardrail": name}
        case ModelBehaviorError():
            words = error_words(error, sensitive=sensitive)
            return "Unexpected model behavior", {"error": words}
        case Exception():
            return "Error in agent run", {"error": error_words(error, sensitive=sensitive)}
        case _:
            return None


def _counts(usage: Usage) -> dict[str, int]:
    details = usage.input_tokens_details
    return {
        "requests": usage.requests,
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "total_tokens": usage.total_tokens,
        "cached_input_tokens": getattr(details, "cached_tokens", 0) or 0,
        "cache_write_input_tokens": getattr(details, "cache_write_tokens", 0) or 0,
    }


def _difference(usage: Usage, before: dict[str, int]) -> dict[str, int]:
    return {name: count - before.get(name, 0) for name, count in _counts(usage).items()}
