"""Settings of one run."""

from __future__ import annotations

import inspect
import os
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Literal, NotRequired, TypeAlias

from typing_extensions import TypedDict

from core.memory.session_settings import SessionSettings, coerce_session_settings
from core.model_settings import ModelSettings, model_settings_of
from core.models.multi_provider import MultiProvider
from core.run_context import RunContextWrapper, TContext
from core.settings_dict import settings_of
from core.tools.error_words import ToolErrorFormatter, ToolErrorFormatterArgs

if TYPE_CHECKING:
    from core.agent import Agent
    from core.guardrail import InputGuardrail, OutputGuardrail
    from core.handoffs import HandoffHistoryMapper, HandoffInputFilter
    from core.items import TResponseInputItem
    from core.ledger import ToolLedger
    from core.lifecycle import RunHooks
    from core.memory.session import Session
    from core.models.interface import Model, ModelProvider
    from core.run_error_handlers import RunErrorHandlers
    from core.run_state import RunState
    from core.tracing import TracingConfig


__all__ = [
    "DEFAULT_MAX_TURNS",
    "CallModelData",
    "CallModelInputFilter",
    "Checkpoint",
    "ModelInputData",
    "OutputGuardrailBlockedMessageArgs",
    "OutputGuardrailBlockedMessageFormatter",
    "ReasoningItemIdPolicy",
    "RunConfig",
    "RunOptions",
    "SessionInputCallback",
    "ToolErrorFormatter",
    "ToolErrorFormatterArgs",
    "ToolExecutionConfig",
    "ToolNameCollisionPolicy",
    "ToolNotFoundBehavior",
    "coerce_run_config",
]


class _Unsaid(int):
    """A default, to be told apart from the same number when a caller says it."""


DEFAULT_MAX_TURNS: int = _Unsaid(10)
ReasoningItemIdPolicy = Literal["preserve", "omit"]
ToolNotFoundBehavior = Literal["raise_error", "return_error_to_model"]
ToolNameCollisionPolicy = Literal["warn", "error"]
Checkpoint = Callable[["RunState[Any, Any]"], Awaitable[None]]
SessionInputCallback = Callable[[list[Any], list[Any]], Any]


@dataclass
class ModelInputData:
    """What a model call is made with."""

    input: list[TResponseInputItem]
    instructions: str | None


@dataclass
class CallModelData(Generic[TContext]):
    """What a filter of model calls gets."""

    model_data: ModelInputData
    agent: Agent[TContext]
    context: TContext | None


CallModelInputFilter: TypeAlias = Callable[
    [CallModelData[Any]], Awaitable[ModelInputData] | ModelInputData
]


@dataclass
class OutputGuardrailBlockedMessageArgs(Generic[TContext]):
    """What a formatter of the notice about a withheld output gets."""

    default_message: str
    guardrail_name: str
    agent: Agent[Any]
    run_context: RunContextWrapper[TContext]


OutputGuardrailBlockedMessageFormatter: TypeAlias = Callable[
    [OutputGuardrailBlockedMessageArgs[Any]], str | None
]


@dataclass
class ToolExecutionConfig:
    """How the tools of one response are run."""

    max_function_tool_concurrency: int | None = None
    """How many calls run at a time; None for all."""
    pre_approval_tool_input_guardrails: bool = False
    """Whether guardrails see a call also before a person is asked."""

    def __post_init__(self) -> None:
        limit: Any = self.max_function_tool_concurrency
        if limit is not None and (
            isinstance(limit, bool) or not isinstance(limit, int) or limit < 1
        ):
            raise ValueError(
                "tool_execution.max_function_tool_concurrency must be an integer of at least 1"
            )
        if not isinstance(self.pre_approval_tool_input_guardrails, bool):
            raise ValueError(  # noqa: TRY004 - the public type of this error
                "tool_execution.pre_approval_tool_input_guardrails must be a bool"
            )


def _default_trace_include_sensitive_data() -> bool:
    value = os.getenv("OPENAI_AGENTS_TRACE_INCLUDE_SENSITIVE_DATA", "true")
    return value.strip().lower() in ("1", "true", "yes", "on")


@dataclass
class RunConfig:
    """Settings of one run; they count more than those of its agents."""

    model: str | Model | None = None
    model_provider: ModelProvider = field(default_factory=MultiProvider)
    model_settings: ModelSettings | None = None
    handoff_input_filter: HandoffInputFilter | None = None
    nest_handoff_history: bool = False
    handoff_history_mapper: HandoffHistoryMapper | None = None
    input_guardrails: list[InputGuardrail[Any]] | None = None
    output_guardrails: list[OutputGuardrail[Any]] | None = None
    tracing_disabled: bool = False
    tracing: TracingConfig | None = None
    trace_include_sensitive_data: bool = field(
        default_factory=_default_trace_include_sensitive_data
    )
    workflow_name: str = "Agent workflow"
    trace_id: str | None = None
    group_id: str | None = None
    trace_metadata: dict[str, Any] | None = None
    session_input_callback: SessionInputCallback | None = None
    """Makes one list of the history and the new input; without it one follows the other."""
    call_model_input_filter: CallModelInputFilter | None = None
    """Changes what the model is sent, right before each call; the record stays as it is."""
    tool_error_formatter: ToolErrorFormatter | None = None
    """What the model reads about refused, failed and missing tools; None for the usual words."""
    session_settings: SessionSettings | None = None
    reasoning_item_id_policy: ReasoningItemIdPolicy | None = None
    """Whether thoughts are sent back with their ids; None leaves it as it is in the state."""
    sandbox: Any = None
    tool_execution: ToolExecutionConfig | None = None
    tool_not_found_behavior: ToolNotFoundBehavior = "raise_error"
    tool_name_collision_policy: ToolNameCollisionPolicy = "warn"
    output_guardrail_blocked_message: str | OutputGuardrailBlockedMessageFormatter | None = None
    max_tool_output: int | None = None
    """How many characters of a tool's output the model reads; it is told what is left out."""
    checkpoint: Checkpoint | None = None
    """Awaited with the state after each response, before tools start, after each output, and at
    the end."""
    ledger: ToolLedger | None = None
    """Asked before each tool starts, told when it has ended."""
    run_id: str | None = None
    """The id of a new run; one is made up when there is none. A resumed run keeps its own."""

    def __post_init__(self) -> None:
        if self.model_settings is not None:
            self.model_settings = model_settings_of(self.model_settings)
        if self.session_settings is not None:
            self.session_settings = coerce_session_settings(self.session_settings)
        if self.tool_execution is not None:
            self.tool_execution = settings_of(
                ToolExecutionConfig, self.tool_execution, "run_config.tool_execution"
            )
        if self.max_tool_output is not None and self.max_tool_output < 1:
            raise ValueError("max_tool_output must be at least 1")
        _check_blocked_message(self.output_guardrail_blocked_message)
        for name, allowed in (
            ("tool_not_found_behavior", ("raise_error", "return_error_to_model")),
            ("tool_name_collision_policy", ("warn", "error")),
        ):
            if getattr(self, name) not in allowed:
                raise ValueError(f"{name} must be one of {allowed}")


def _check_blocked_message(message: Any) -> None:
    if message is None:
        return
    if isinstance(message, str):
        if not message.strip():
            raise ValueError("output_guardrail_blocked_message must be a non-empty string")
    elif not callable(message):
        raise TypeError("output_guardrail_blocked_message must be a string or a callable")
    elif inspect.iscoroutinefunction(message) or inspect.iscoroutinefunction(
        getattr(message, "__call__", None)  # noqa: B004 - an async __call__ is what is asked for
    ):
        raise TypeError("output_guardrail_blocked_message formatter must be synchronous")


def coerce_run_config(value: RunConfig | dict[str, Any] | None) -> RunConfig:
    """The settings from an object, a dict of its fields, or nothing."""
    return RunConfig() if value is None else settings_of(RunConfig, value, "run_config")


class RunOptions(TypedDict, Generic[TContext], total=False):
    """The keywords of `Runner.run`."""

    context: NotRequired[TContext | None]
    max_turns: NotRequired[int | None]
    hooks: NotRequired[RunHooks[TContext] | None]
    run_config: NotRequired[RunConfig | dict[str, Any] | None]
    previous_response_id: NotRequired[str | None]
    auto_previous_response_id: NotRequired[bool]
    conversation_id: NotRequired[str | None]
    session: NotRequired[Session | None]
    error_handlers: NotRequired[RunErrorHandlers[TContext] | None]
