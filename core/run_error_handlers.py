"""Handlers that turn an error of a run into a final output."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeAlias

from typing_extensions import TypedDict

from core.run_context import RunContextWrapper, TContext

if TYPE_CHECKING:
    from core.agent import Agent
    from core.exceptions import MaxTurnsExceeded, ModelBehaviorError, ModelRefusalError
    from core.items import ModelResponse, RunItem, TResponseInputItem


@dataclass
class RunErrorData:
    """What the run had done when the error came up."""

    input: str | list[TResponseInputItem]
    new_items: list[RunItem]
    history: list[TResponseInputItem]
    output: list[TResponseInputItem]
    raw_responses: list[ModelResponse]
    last_agent: Agent[Any]


@dataclass
class RunErrorHandlerInput(Generic[TContext]):
    """What a handler gets."""

    error: MaxTurnsExceeded | ModelRefusalError | ModelBehaviorError
    context: RunContextWrapper[TContext]
    run_data: RunErrorData


@dataclass
class RunErrorHandlerResult:
    """The final output in place of the error."""

    final_output: Any
    include_in_history: bool = True


RunErrorHandler: TypeAlias = Callable[[RunErrorHandlerInput[Any]], Any]
"""Returns a RunErrorHandlerResult, a dict of its fields, a bare final output, or None: raise."""


class RunErrorHandlers(TypedDict, Generic[TContext], total=False):
    """A handler for each kind of error."""

    max_turns: RunErrorHandler
    model_refusal: RunErrorHandler
    invalid_final_output: RunErrorHandler
