"""Function tools: a Python function the model may call."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar, overload

from core import arguments as tool_arguments
from core.exceptions import ModelBehaviorError, UserError
from core.strict_schema import ensure_strict_json_schema
from core.tool_identity import FunctionToolLookupKey, lookup_key, qualified_name
from core.tool_origin import ToolOrigin, ToolOriginType

if TYPE_CHECKING:
    from core.agent import AgentBase
    from core.docstrings import DocstringStyle
    from core.function_schema import FuncSchema
    from core.ledger import Effect
    from core.run_context import RunContextWrapper
    from core.tool_context import ToolContext
    from core.tool_guardrails import ToolInputGuardrail, ToolOutputGuardrail

T = TypeVar("T")
MaybeAwaitable: TypeAlias = Awaitable[T] | T
ToolErrorFunction: TypeAlias = Callable[
    ["RunContextWrapper[Any]", Exception], "MaybeAwaitable[str]"
]
ToolFunction = Callable[..., Any]
ToolTimeoutBehavior = Literal["error_as_result", "raise_exception"]
NeedsApproval: TypeAlias = (
    bool | Callable[["RunContextWrapper[Any]", dict[str, Any], str], Awaitable[bool]]
)
Preview: TypeAlias = Callable[..., "MaybeAwaitable[str]"]

UNSET: Any = object()
"""No value was given, where None means something."""


def default_tool_error_function(ctx: RunContextWrapper[Any], error: Exception) -> str:
    """What the model reads when a tool fails and nothing else is arranged."""
    return "An error occurred while running the tool. Please try again."


@dataclass
class FunctionTool:
    """A function the model may call."""

    name: str
    description: str
    params_json_schema: dict[str, Any]
    on_invoke_tool: Callable[[ToolContext[Any], str], Awaitable[Any]]
    """Runs the tool with the arguments as JSON text."""
    strict_json_schema: bool = True
    is_enabled: bool | Callable[[RunContextWrapper[Any], AgentBase[Any]], MaybeAwaitable[bool]] = (
        True
    )
    tool_input_guardrails: list[ToolInputGuardrail[Any]] | None = None
    tool_output_guardrails: list[ToolOutputGuardrail[Any]] | None = None
    needs_approval: NeedsApproval = False
    timeout_seconds: float | None = None
    timeout_behavior: ToolTimeoutBehavior = "error_as_result"
    timeout_error_function: ToolErrorFunction | None = None
    defer_loading: bool = False
    custom_data_extractor: Callable[..., Any] | None = field(default=None, kw_only=True)
    allowed_callers: list[Any] | None = field(default=None, kw_only=True)
    output_json_schema: dict[str, Any] | None = field(default=None, kw_only=True)
    effect: Effect = field(default="at_most_once", kw_only=True)
    """What running it twice does."""
    preview: Preview | None = field(default=None, kw_only=True)
    """Takes the same arguments, changes nothing, returns a text for the person who decides."""
    redact: Sequence[str] = field(default=(), kw_only=True)
    """Names of arguments that are shown to nobody."""
    failure_error_function: ToolErrorFunction | None = field(
        default=default_tool_error_function, kw_only=True, repr=False
    )
    """Turns an exception of the tool into a text for the model; None lets it end the run."""
    namespace: str | None = field(default=None, kw_only=True, repr=False)
    origin: ToolOrigin = field(
        default=ToolOrigin(ToolOriginType.FUNCTION), kw_only=True, repr=False
    )
    agent: Any = field(default=None, kw_only=True, repr=False)
    """The agent behind an agent tool."""
    is_async: bool = field(default=True, kw_only=True, repr=False)
    """Whether it can be stopped by a time limit; a function in a thread cannot."""

    def __post_init__(self) -> None:
        if self.strict_json_schema:
            self.params_json_schema = ensure_strict_json_schema(self.params_json_schema)
        _check_timeout(self)

    @property
    def qualified_name(self) -> str:
        """The name with its namespace."""
        return qualified_name(self.name, self.namespace) or self.name

    @property
    def key(self) -> FunctionToolLookupKey:
        """What a call of this tool is looked up by."""
        deferred = self.defer_loading and self.namespace is None
        return lookup_key(self.name, self.namespace, deferred=deferred) or ("bare", self.name)


def _check_timeout(tool: FunctionTool) -> None:
    seconds = tool.timeout_seconds
    if seconds is not None:
        if isinstance(seconds, bool) or not isinstance(seconds, int | float):
            raise TypeError("FunctionTool timeout_seconds must be a positive number.")
        if not 0 < seconds < float("inf"):
            raise ValueError("FunctionTool timeout_seconds must be greater than 0.")
        if not tool.is_async:
            raise ValueError("FunctionTool timeout_seconds needs an async function.")
    if tool.timeout_behavior not in ("error_as_result", "raise_exception"):
        raise ValueError(
            "FunctionTool timeout_behavior must be error_as_result or raise_exception."
        )
    if tool.timeout_error_function is not None and not callable(tool.timeout_error_function):
        raise TypeError("FunctionTool timeout_error_function must be callable.")


@overload
def function_tool(func: ToolFunction, **options: Any) -> FunctionTool: ...
@overload
def function_tool(func: None = None, **options: Any) -> Callable[[ToolFunction], FunctionTool]: ...
def function_tool(
    func: ToolFunction | None = None,
    *,
    name_override: str | None = None,
    description_override: str | None = None,
    docstring_style: DocstringStyle | None = None,
    use_docstring_info: bool = True,
    failure_error_function: ToolErrorFunction | None = UNSET,
    strict_mode: bool = True,
    timeout: float | None = None,
    **settings: Any,
) -> FunctionTool | Callable[[ToolFunction], FunctionTool]:
    """Make a tool of a function: `@function_tool` or `@function_tool(needs_approval=True, …)`.

    Further settings are those of `FunctionTool`: is_enabled, needs_approval, tool_input_guardrails,
    tool_output_guardrails, timeout_behavior, timeout_error_function, defer_loading,
    custom_data_extractor, allowed_callers, output_json_schema, effect, preview, redact.
    """
    if failure_error_function is not UNSET:
        settings["failure_error_function"] = failure_error_function

    def make(function: ToolFunction) -> FunctionTool:
        from core.function_schema import function_schema

        schema = function_schema(
            function,
            docstring_style=docstring_style,
            name_override=name_override,
            description_override=description_override,
            use_docstring_info=use_docstring_info,
            strict_json_schema=strict_mode,
        )
        return FunctionTool(
            name=schema.name,
            description=schema.description or "",
            params_json_schema=schema.params_json_schema,
            on_invoke_tool=FunctionInvoker(function, schema),
            strict_json_schema=strict_mode,
            timeout_seconds=timeout,
            is_async=_is_async(function),
            **settings,
        )

    return make if func is None else make(func)


@dataclass(frozen=True)
class FunctionInvoker:
    """Calls the Python function behind a tool."""

    function: ToolFunction
    schema: FuncSchema

    async def __call__(self, ctx: ToolContext[Any], input: str) -> Any:  # noqa: A002
        positional, keyword = self._arguments(ctx, input)
        if self.schema.takes_context:
            positional = [ctx, *positional]
        if _is_async(self.function):
            return await self.function(*positional, **keyword)
        result = await asyncio.to_thread(self.function, *positional, **keyword)
        return await result if inspect.isawaitable(result) else result

    def _arguments(self, ctx: ToolContext[Any], text: str) -> tuple[list[Any], dict[str, Any]]:
        name = ctx.tool_name or self.schema.name
        try:
            given = tool_arguments.parse(text)
        except tool_arguments.ArgumentsError as error:
            raise ModelBehaviorError(f"Invalid JSON input for tool {name}: {error}") from error
        try:
            data = self.schema.params_pydantic_model.model_validate(given)
            return self.schema.to_call_args(data)
        except (ValueError, UserError) as error:
            raise ModelBehaviorError(f"Invalid JSON input for tool {name}: {error}") from error


def _is_async(function: ToolFunction) -> bool:
    return inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(
        getattr(function, "__call__", None)  # noqa: B004 - an async __call__ is what is asked for
    )
