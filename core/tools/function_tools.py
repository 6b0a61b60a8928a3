"""Function tools: a Python function the model may call."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from types import MethodType
from typing import TYPE_CHECKING, Any, Literal, Self, TypeAlias, TypeVar, overload

from core.strict_schema import ensure_strict_json_schema
from core.tools.declarations import LocalTool, check_redacted
from core.tools.failure import UNSET
from core.tools.function_invoker import FunctionInvoker, is_async
from core.tools.origin import ToolOrigin, ToolOriginType
from core.tools.output_types import declared_output, strict_output_schema
from core.transcript.tool_identity import FunctionToolLookupKey, lookup_key, qualified_name

if TYPE_CHECKING:
    from core.agent import AgentBase
    from core.run_context import RunContextWrapper
    from core.schemas.docstrings import DocstringStyle
    from core.tool_context import ToolContext
    from core.tool_guardrails import ToolInputGuardrail, ToolOutputGuardrail
    from core.tools.mcp_binding import MCPBinding
    from core.transcript.callers import ToolCaller

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


@dataclass
class FunctionTool(LocalTool):
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
    """Asked before each turn, and again before a call runs."""
    tool_input_guardrails: list[ToolInputGuardrail[Any]] | None = None
    tool_output_guardrails: list[ToolOutputGuardrail[Any]] | None = None
    needs_approval: NeedsApproval = False
    """A policy gets (context, arguments, call id), and only where they are just what will run;
    elsewhere a person is asked."""
    timeout_seconds: float | None = None
    timeout_behavior: ToolTimeoutBehavior = "error_as_result"
    """Whether the model is told, or the run ends with ToolTimeoutError."""
    timeout_error_function: ToolErrorFunction | None = None
    defer_loading: bool = False
    custom_data_extractor: Callable[..., Any] | None = field(default=None, kw_only=True)
    allowed_callers: list[ToolCaller] | None = field(default=None, kw_only=True)
    output_json_schema: dict[str, Any] | None = field(default=None, kw_only=True)
    preview: Preview | None = field(default=None, kw_only=True)
    """Takes the same arguments, changes nothing, returns a text for the person who decides."""
    redact: Sequence[str] = field(default=(), kw_only=True)
    """Names of arguments that are shown to nobody."""
    failure_error_function: ToolErrorFunction | None = field(
        default=UNSET,
        kw_only=True,
        repr=False,  # type: ignore[assignment]
    )
    """Turns an exception of the tool into a text for the model; None lets it end the run."""
    namespace: str | None = field(default=None, kw_only=True, repr=False)
    namespace_description: str | None = field(default=None, kw_only=True, repr=False)
    origin: ToolOrigin = field(
        default=ToolOrigin(ToolOriginType.FUNCTION), kw_only=True, repr=False
    )
    binding: MCPBinding | None = field(default=None, kw_only=True, repr=False)
    """Which tool of an MCP server it calls; None for all others."""
    agent: Any = field(default=None, kw_only=True, repr=False)
    """The agent behind an agent tool."""
    is_async: bool = field(default=True, kw_only=True, repr=False)
    """Whether it can be stopped by a time limit; a function in a thread cannot."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.output_json_schema is not None:
            self.output_json_schema = strict_output_schema(self.output_json_schema)
        if self.strict_json_schema:
            self.params_json_schema = ensure_strict_json_schema(self.params_json_schema)
        _check_timeout(self)
        check_redacted(self.redact, self.params_json_schema)

    @property
    def qualified_name(self) -> str:
        """The name with its namespace."""
        return qualified_name(self.name, self.namespace) or self.name

    def __getattr__(self, name: str) -> Any:
        """`__wrapped__` is the Python function behind the tool; other tools have none."""
        if name == "__wrapped__" and isinstance(self.on_invoke_tool, FunctionInvoker):
            return self.on_invoke_tool.function
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "__wrapped__":
            raise AttributeError(f"{name} of a tool cannot be changed: its schema tells of it.")
        super().__setattr__(name, value)

    def __copy__(self) -> Self:
        """A copy that runs by itself: a method of the tool becomes one of the copy."""
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        method: Any = self.on_invoke_tool
        if isinstance(method, MethodType) and method.__self__ is self:
            made.on_invoke_tool = MethodType(method.__func__, made)
        return made

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
            raise ValueError("FunctionTool timeout_seconds must be a finite number greater than 0.")
        if not tool.is_async:
            raise ValueError(
                "FunctionTool timeout_seconds is only supported for async @function_tool handlers; "
                "a function in a thread cannot be stopped."
            )
    if tool.timeout_behavior not in ("error_as_result", "raise_exception"):
        raise ValueError(
            "FunctionTool timeout_behavior must be one of error_as_result, raise_exception."
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
    failure_error_function: ToolErrorFunction | None = UNSET,  # type: ignore[assignment]
    strict_mode: bool = True,
    timeout: float | None = None,
    timeout_behavior: ToolTimeoutBehavior = "error_as_result",
    timeout_error_function: ToolErrorFunction | None = None,
    output_type: Any | None = None,
    output_json_schema: dict[str, Any] | None = None,
    **settings: Any,
) -> FunctionTool | Callable[[ToolFunction], FunctionTool]:
    """Make a tool of a function: `@function_tool` or `@function_tool(needs_approval=True, …)`.

    Further settings are those of `FunctionTool`: is_enabled, needs_approval, tool_input_guardrails,
    tool_output_guardrails, defer_loading, custom_data_extractor, allowed_callers, effect, preview,
    redact.
    """

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
        output = declared_output(
            schema.return_annotation,
            settings.get("allowed_callers"),
            output_type,
            output_json_schema,
        )
        return FunctionTool(
            name=schema.name,
            description=schema.description or "",
            params_json_schema=schema.params_json_schema,
            on_invoke_tool=FunctionInvoker(function, schema, failure_error_function, output),
            failure_error_function=failure_error_function,
            output_json_schema=None if output is None else output.schema,
            strict_json_schema=strict_mode,
            timeout_seconds=timeout,
            timeout_behavior=timeout_behavior,
            timeout_error_function=timeout_error_function,
            is_async=is_async(function),
            **settings,
        )

    return make if func is None else make(func)
