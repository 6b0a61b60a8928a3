"""Guardrails on the input and the final output of a run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, overload

from core.concurrency.maybe_await import settled
from core.exceptions import UserError
from core.run_context import TContext

if TYPE_CHECKING:
    from core.agent import Agent
    from core.run_context import RunContextWrapper
    from core.transcript.raw_items import TResponseInputItem

GuardrailFunction = Callable[..., Any]


@dataclass
class GuardrailFunctionOutput:
    """What a guardrail found."""

    output_info: Any
    tripwire_triggered: bool


@dataclass
class InputGuardrailResult:
    """What an input guardrail found."""

    guardrail: InputGuardrail[Any]
    output: GuardrailFunctionOutput


@dataclass
class OutputGuardrailResult:
    """What an output guardrail found, and about which output."""

    guardrail: OutputGuardrail[Any]
    agent_output: Any
    agent: Agent[Any]
    output: GuardrailFunctionOutput


@dataclass
class InputGuardrail(Generic[TContext]):
    """A check of a run's input: `(context, agent, input)` to `GuardrailFunctionOutput`."""

    guardrail_function: GuardrailFunction
    name: str | None = None
    run_in_parallel: bool = True
    """Beside the first turn, whose tools may have run by the time it trips; or before it."""

    def get_name(self) -> str:
        """The name in traces."""
        return self.name or _name_of(self.guardrail_function)

    async def run(
        self,
        agent: Agent[Any],
        input: str | list[TResponseInputItem],  # noqa: A002 - the public name
        context: RunContextWrapper[TContext],
    ) -> InputGuardrailResult:
        """Check an input."""
        _require_callable(self.guardrail_function)
        output = await _call(self.guardrail_function, context, agent, input)
        return InputGuardrailResult(guardrail=self, output=output)


@dataclass
class OutputGuardrail(Generic[TContext]):
    """A check of the final output: `(context, agent, output)` to `GuardrailFunctionOutput`."""

    guardrail_function: GuardrailFunction
    name: str | None = None

    def get_name(self) -> str:
        """The name in traces."""
        return self.name or _name_of(self.guardrail_function)

    async def run(
        self, context: RunContextWrapper[TContext], agent: Agent[Any], agent_output: Any
    ) -> OutputGuardrailResult:
        """Check a final output."""
        _require_callable(self.guardrail_function)
        output = await _call(self.guardrail_function, context, agent, agent_output)
        return OutputGuardrailResult(
            guardrail=self, agent=agent, agent_output=agent_output, output=output
        )


@overload
def input_guardrail(
    func: GuardrailFunction, *, name: str | None = None, run_in_parallel: bool = True
) -> InputGuardrail[Any]: ...
@overload
def input_guardrail(
    func: None = None, *, name: str | None = None, run_in_parallel: bool = True
) -> Callable[[GuardrailFunction], InputGuardrail[Any]]: ...
def input_guardrail(
    func: GuardrailFunction | None = None,
    *,
    name: str | None = None,
    run_in_parallel: bool = True,
) -> InputGuardrail[Any] | Callable[[GuardrailFunction], InputGuardrail[Any]]:
    """Make an input guardrail of a function, sync or async."""

    def make(function: GuardrailFunction) -> InputGuardrail[Any]:
        return InputGuardrail(function, name or _name_of(function), run_in_parallel)

    return make if func is None else make(func)


@overload
def output_guardrail(
    func: GuardrailFunction, *, name: str | None = None
) -> OutputGuardrail[Any]: ...
@overload
def output_guardrail(
    func: None = None, *, name: str | None = None
) -> Callable[[GuardrailFunction], OutputGuardrail[Any]]: ...
def output_guardrail(
    func: GuardrailFunction | None = None, *, name: str | None = None
) -> OutputGuardrail[Any] | Callable[[GuardrailFunction], OutputGuardrail[Any]]:
    """Make an output guardrail of a function, sync or async."""

    def make(function: GuardrailFunction) -> OutputGuardrail[Any]:
        return OutputGuardrail(function, name or _name_of(function))

    return make if func is None else make(func)


def _name_of(function: GuardrailFunction) -> str:
    return getattr(function, "__name__", type(function).__name__)


def _require_callable(function: object) -> None:
    if not callable(function):
        raise UserError(f"Guardrail function must be callable, got {function}")


async def _call(function: GuardrailFunction, *args: Any) -> GuardrailFunctionOutput:
    output = await settled(function(*args))
    checked: GuardrailFunctionOutput = output
    return checked
