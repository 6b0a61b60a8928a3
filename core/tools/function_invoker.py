"""Calling the Python function behind a tool: arguments in, a result or words for a failure out."""

from __future__ import annotations

import asyncio
import inspect
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from core.concurrency.maybe_await import settled
from core.concurrency.tasks import cancel_all, cancelled_from_outside, in_thread
from core.exceptions import ModelBehaviorError, ToolTimeoutError, UserError
from core.run_context import RunContextWrapper
from core.schemas import arguments as tool_arguments
from core.schemas.callables import bound_entry
from core.tool_context import ToolContext
from core.tools.failure import UNSET, default_tool_error_function, explain
from core.transcript.callers import is_of_program

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from core.function_schema import FuncSchema
    from core.tools.function_tools import FunctionTool
    from core.tools.output_types import OutputType


@dataclass(frozen=True)
class FunctionInvoker:
    """Calls a function; its failure becomes a text, unless the policy is None."""

    function: Callable[..., Any]
    schema: FuncSchema
    policy: Any
    output: OutputType | None = None
    """What it is declared to return."""
    entry: Callable[..., Any] = field(init=False, repr=False)
    """What is entered: for an object the `__call__` its schema was made of."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "entry", bound_entry(self.function))

    def __deepcopy__(self, memo: dict[int, Any]) -> FunctionInvoker:
        """A copied tool still calls the same function."""
        return self

    async def __call__(self, ctx: ToolContext[Any], input: str) -> Any:  # noqa: A002
        try:
            return await self._call(ctx, input)
        except Exception as error:  # noqa: BLE001 - whatever a function raises is a failure
            return await self._failed(ctx, error)

    async def _failed(self, ctx: ToolContext[Any], error: Exception) -> str:
        """The words for a failure. A program reads objects: the usual words would be none."""
        usual = self.policy in (UNSET, default_tool_error_function)
        if self.output is not None and usual and is_of_program(ctx.tool_call):
            raise error
        text = await failed(self.policy, ctx, error)
        if self.output is not None and not usual and not self.output.is_told_by(text):
            raise UserError(
                f"What is said of a failure of tool {self.schema.name} "
                "does not match its declared output schema."
            ) from error
        return text

    async def _call(self, ctx: ToolContext[Any], text: str) -> Any:
        positional, keyword = self.arguments(ctx.tool_name or self.schema.name, text)
        if self.schema.takes_context:
            positional = [ctx, *positional]
        if is_async(self.function):
            value = await self.entry(*positional, **keyword)
        else:
            value = await in_thread(self.entry, *positional, **keyword)
        return value if self.output is None else self.output.checked(value, self.schema.name)

    def arguments(self, name: str, text: str) -> tuple[list[Any], dict[str, Any]]:
        """The arguments of the function; ModelBehaviorError when the text does not fit."""
        given = read_arguments(name, text)
        try:
            data = self.schema.params_pydantic_model.model_validate(given)
        except ValueError as error:
            raise ModelBehaviorError(f"Invalid JSON input for tool {name}: {error}") from error
        return self.schema.to_call_args(data)


def read_arguments(name: str, text: str) -> dict[str, Any]:
    """The arguments of a call as an object; ModelBehaviorError when the text is none."""
    try:
        return tool_arguments.parse(text)
    except tool_arguments.ArgumentsError as error:
        raise ModelBehaviorError(f"Invalid JSON input for tool {name}: {error}") from error


async def failed(policy: Any, ctx: Any, error: BaseException) -> str:
    """The words for a failure, noted on the context; the error itself when it ends the run."""
    text = await explain(policy, ctx, error)
    if text is None:
        raise error
    if isinstance(ctx, ToolContext):
        ctx.failed = True
    return text


async def invoke_function_tool(
    *, function_tool: FunctionTool, context: ToolContext[Any], arguments: str
) -> Any:
    """Run a tool within its time limit. A cancellation the tool made itself is a failure."""
    try:
        work = _entered(function_tool, context, arguments)
        if function_tool.timeout_seconds is None:
            return await work
        return await _within(function_tool.timeout_seconds, work)
    except _TooLateError:
        return await _too_late(function_tool, context)
    except asyncio.CancelledError as error:
        if cancelled_from_outside():
            raise
        return await failed(function_tool.failure_error_function, context, error)


class _TooLateError(Exception):
    """The time of a tool is over."""


async def _within(seconds: float, work: Coroutine[Any, Any, Any]) -> Any:
    """What the work gives, unless it takes too long; an error of its own stays as it is."""
    task = asyncio.ensure_future(work)
    try:
        done, _ = await asyncio.wait({task}, timeout=seconds)
    finally:
        await cancel_all([task])
    if not done:
        raise _TooLateError
    return task.result()


async def _entered(tool: FunctionTool, context: ToolContext[Any], arguments: str) -> Any:
    return await settled(tool.on_invoke_tool(_wanted(tool, context), arguments))


async def _too_late(tool: FunctionTool, context: ToolContext[Any]) -> Any:
    error = ToolTimeoutError(tool.name, tool.timeout_seconds or 0)
    if tool.timeout_behavior == "raise_exception":
        raise error
    context.failed = True
    if tool.timeout_error_function is not None:
        return await settled(tool.timeout_error_function(context, error))
    return str(error)


def _wanted(tool: FunctionTool, context: ToolContext[Any]) -> Any:
    """The context as a hand-made tool asks for it: of the run, or of the call."""
    invoker = tool.on_invoke_tool
    if isinstance(invoker, FunctionInvoker) or not inspect.isroutine(invoker):
        return context
    return context.for_run() if _asks_for_run(invoker) else context


def _asks_for_run(invoker: Any) -> bool:
    from core.function_schema import asked_context

    try:
        return asked_context(invoker) is RunContextWrapper
    except Exception:  # noqa: BLE001 - annotations of a hand-made tool need not be resolvable
        return False


def is_async(function: Callable[..., Any]) -> bool:
    """Whether calling it gives a coroutine."""
    return inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(
        getattr(function, "__call__", None)  # noqa: B004 - an async __call__ is what is asked for
    )
