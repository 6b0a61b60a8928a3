"""Everything that can go wrong in a run, as one tree, split by who must act.

    AgentsException
    ├── UserError                            the program uses the engine wrongly
    ├── ModelBehaviorError                   the model did what it must not
    │   ├── ToolCallIdError                  a call does not have an id of its own
    │   └── ModelAnswerError                 its answer failed or broke off
    ├── ModelRefusalError                    the model declined to answer
    ├── ModelTimeoutError                    the model took too long
    ├── MaxTurnsExceeded                     the run took too many turns
    ├── InputGuardrailTripwireTriggered      a guardrail stopped the run
    ├── OutputGuardrailTripwireTriggered
    ├── ToolInputGuardrailTripwireTriggered
    ├── ToolOutputGuardrailTripwireTriggered
    ├── ToolTimeoutError                     a tool took too long
    └── MCPToolCancellationError             an MCP server cancelled a call

Whatever ends a run leaves a state behind from which it can go on: see `state_of`.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from core.pretty_print import pretty_print_run_error_details
from core.sdk_private import private_names

if TYPE_CHECKING:
    from core.agent import Agent
    from core.guardrail import InputGuardrailResult, OutputGuardrailResult
    from core.items import ModelResponse, RunItem, TResponseInputItem
    from core.run_context import RunContextWrapper
    from core.run_state import RunState
    from core.tool_guardrails import (
        ToolGuardrailFunctionOutput,
        ToolInputGuardrail,
        ToolInputGuardrailResult,
        ToolOutputGuardrail,
        ToolOutputGuardrailResult,
    )


@dataclass
class RunErrorDetails:
    """What a run had done by the time it failed."""

    input: str | list[TResponseInputItem]
    new_items: list[RunItem]
    raw_responses: list[ModelResponse]
    last_agent: Agent[Any]
    context_wrapper: RunContextWrapper[Any]
    input_guardrail_results: list[InputGuardrailResult]
    output_guardrail_results: list[OutputGuardrailResult]
    tool_input_guardrail_results: list[ToolInputGuardrailResult] = field(default_factory=list)
    tool_output_guardrail_results: list[ToolOutputGuardrailResult] = field(default_factory=list)

    def __str__(self) -> str:
        return pretty_print_run_error_details(self)


class AgentsException(Exception):
    """The root of the tree."""

    run_data: RunErrorDetails | None
    run_state: RunState[Any, Any] | None
    """The state to go on from, when the error ended a run."""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)
        self.run_data = None
        self.run_state = None


class _MessageError(AgentsException):
    """An error that is described by one sentence."""

    message: str

    def __init__(self, message: str) -> None:
        self.message = message
        super().__init__(message)


class UserError(_MessageError):
    """The program uses the engine in a way that cannot work."""


class ModelBehaviorError(_MessageError):
    """The model answered with something that cannot be carried out."""


class ToolCallIdError(ModelBehaviorError):
    """The model gave a call the id of another one, or none."""


class ModelAnswerError(ModelBehaviorError):
    """The model's answer failed or broke off; what there was of it is not used."""

    code: str | None
    """What the provider calls the failure, as in `server_error`."""

    def __init__(self, message: str, code: str | None = None) -> None:
        self.code = code
        super().__init__(message)


class MaxTurnsExceeded(_MessageError):
    """There was no final output after the allowed number of model calls."""


class MCPToolCancellationError(_MessageError):
    """An MCP server cancelled a tool call."""


class ModelRefusalError(AgentsException):
    """The model declined to produce the output."""

    refusal: str

    def __init__(self, refusal: str) -> None:
        self.refusal = refusal
        super().__init__(f"Model refused to produce output: {refusal}")


class ModelTimeoutError(AgentsException):
    """A model call took longer than `ModelSettings.timeout` allows."""

    timeout_seconds: float

    def __init__(self, timeout_seconds: float) -> None:
        self.timeout_seconds = timeout_seconds
        super().__init__(f"Model call timed out after {timeout_seconds:g} seconds.")


class ToolTimeoutError(AgentsException):
    """A tool took longer than its own limit."""

    tool_name: str
    timeout_seconds: float

    def __init__(self, tool_name: str, timeout_seconds: float) -> None:
        self.tool_name = tool_name
        self.timeout_seconds = timeout_seconds
        super().__init__(f"Tool '{tool_name}' timed out after {timeout_seconds:g} seconds.")


class InputGuardrailTripwireTriggered(AgentsException):
    """A guardrail refused the input of the run."""

    guardrail_result: InputGuardrailResult

    def __init__(self, guardrail_result: InputGuardrailResult) -> None:
        self.guardrail_result = guardrail_result
        super().__init__(
            f"Guardrail {guardrail_result.guardrail.__class__.__name__} triggered tripwire"
        )


class OutputGuardrailTripwireTriggered(AgentsException):
    """A guardrail refused the final output."""

    guardrail_result: OutputGuardrailResult
    withheld: bool
    """Whether the output must not be read anywhere, not even in `run_data`."""

    def __init__(self, guardrail_result: OutputGuardrailResult, *, withheld: bool = False) -> None:
        self.guardrail_result = guardrail_result
        self.withheld = withheld
        super().__init__(
            f"Guardrail {guardrail_result.guardrail.__class__.__name__} triggered tripwire"
        )


class ToolInputGuardrailTripwireTriggered(AgentsException):
    """A guardrail on a tool's input stopped the run."""

    guardrail: ToolInputGuardrail[Any]
    output: ToolGuardrailFunctionOutput

    def __init__(
        self, guardrail: ToolInputGuardrail[Any], output: ToolGuardrailFunctionOutput
    ) -> None:
        self.guardrail = guardrail
        self.output = output
        super().__init__(f"Tool input guardrail {guardrail.__class__.__name__} triggered tripwire")


class ToolOutputGuardrailTripwireTriggered(AgentsException):
    """A guardrail on a tool's output stopped the run."""

    guardrail: ToolOutputGuardrail[Any]
    output: ToolGuardrailFunctionOutput

    def __init__(
        self, guardrail: ToolOutputGuardrail[Any], output: ToolGuardrailFunctionOutput
    ) -> None:
        self.guardrail = guardrail
        self.output = output
        super().__init__(f"Tool output guardrail {guardrail.__class__.__name__} triggered tripwire")


def state_of(error: BaseException) -> RunState[Any, Any] | None:
    """The state a failed run can go on from; also for errors that are not ours."""
    state: RunState[Any, Any] | None = getattr(error, "run_state", None)
    return state


def leave_state(error: BaseException, state: RunState[Any, Any]) -> None:
    """Attach the state to an error on its way out of a run, unless it refuses attributes."""
    with contextlib.suppress(AttributeError, TypeError):
        error.run_state = state  # type: ignore[attr-defined]


__getattr__ = private_names("core.exceptions")
