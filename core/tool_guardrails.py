"""Guardrails on the input and output of a single tool call."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Literal, TypedDict, overload

from core.concurrency.maybe_await import settled
from core.exceptions import UserError
from core.run_context import TContext

if TYPE_CHECKING:
    from core.agent import Agent
    from core.tool_context import ToolContext

GuardrailFunction = Callable[..., Any]


class AllowBehavior(TypedDict):
    """Go on."""

    type: Literal["allow"]


class RejectContentBehavior(TypedDict):
    """Skip the tool, or replace its output: the model reads the message."""

    type: Literal["reject_content"]
    message: str


class RaiseExceptionBehavior(TypedDict):
    """End the run."""

    type: Literal["raise_exception"]


Behavior = RejectContentBehavior | RaiseExceptionBehavior | AllowBehavior


@dataclass
class ToolGuardrailFunctionOutput:
    """What a tool guardrail found, and what is to happen."""

    output_info: Any
    behavior: Behavior = field(default_factory=lambda: AllowBehavior(type="allow"))

    @classmethod
    def allow(cls, output_info: Any = None) -> ToolGuardrailFunctionOutput:
        """Go on."""
        return cls(output_info, AllowBehavior(type="allow"))

    @classmethod
    def reject_content(cls, message: str, output_info: Any = None) -> ToolGuardrailFunctionOutput:
        """Let the model read the message instead."""
        return cls(output_info, RejectContentBehavior(type="reject_content", message=message))

    @classmethod
    def raise_exception(cls, output_info: Any = None) -> ToolGuardrailFunctionOutput:
        """End the run."""
        return cls(output_info, RaiseExceptionBehavior(type="raise_exception"))


@dataclass
class ToolInputGuardrailData:
    """The call to check."""

    context: ToolContext[Any]
    agent: Agent[Any]


@dataclass
class ToolOutputGuardrailData(ToolInputGuardrailData):
    """The call to check, with its output."""

    output: Any


@dataclass
class ToolInputGuardrailResult:
    """What an input guardrail found."""

    guardrail: ToolInputGuardrail[Any]
    output: ToolGuardrailFunctionOutput


@dataclass
class ToolOutputGuardrailResult:
    """What an output guardrail found."""

    guardrail: ToolOutputGuardrail[Any]
    output: ToolGuardrailFunctionOutput


@dataclass
class _ToolGuardrail(Generic[TContext]):
    guardrail_function: GuardrailFunction
    name: str | None = None

    def get_name(self) -> str:
        """The name in traces."""
        return self.name or str(getattr(self.guardrail_function, "__name__", "guardrail"))

    async def run(self, data: Any) -> ToolGuardrailFunctionOutput:
        """Check a call."""
        if not callable(self.guardrail_function):
            raise UserError(f"Guardrail function must be callable, got {self.guardrail_function}")
        output: ToolGuardrailFunctionOutput = await settled(self.guardrail_function(data))
        return output


@dataclass
class ToolInputGuardrail(_ToolGuardrail[TContext]):
    """Runs before a tool."""


@dataclass
class ToolOutputGuardrail(_ToolGuardrail[TContext]):
    """Runs on what a tool returned."""


@overload
def tool_input_guardrail(
    func: GuardrailFunction, *, name: str | None = None
) -> ToolInputGuardrail[Any]: ...
@overload
def tool_input_guardrail(
    func: None = None, *, name: str | None = None
) -> Callable[[GuardrailFunction], ToolInputGuardrail[Any]]: ...
def tool_input_guardrail(
    func: GuardrailFunction | None = None, *, name: str | None = None
) -> ToolInputGuardrail[Any] | Callable[[GuardrailFunction], ToolInputGuardrail[Any]]:
    """Make a tool input guardrail of a function, sync or async."""

    def make(function: GuardrailFunction) -> ToolInputGuardrail[Any]:
        return ToolInputGuardrail(function, name or getattr(function, "__name__", None))

    return make if func is None else make(func)


@overload
def tool_output_guardrail(
    func: GuardrailFunction, *, name: str | None = None
) -> ToolOutputGuardrail[Any]: ...
@overload
def tool_output_guardrail(
    func: None = None, *, name: str | None = None
) -> Callable[[GuardrailFunction], ToolOutputGuardrail[Any]]: ...
def tool_output_guardrail(
    func: GuardrailFunction | None = None, *, name: str | None = None
) -> ToolOutputGuardrail[Any] | Callable[[GuardrailFunction], ToolOutputGuardrail[Any]]:
    """Make a tool output guardrail of a function, sync or async."""

    def make(function: GuardrailFunction) -> ToolOutputGuardrail[Any]:
        return ToolOutputGuardrail(function, name or getattr(function, "__name__", None))

    return make if func is None else make(func)
