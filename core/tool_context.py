"""What one tool call sees of its run: the run's context, and which call it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from core.run_context import RunContextWrapper, TContext
from core.transcript import raw_items
from core.transcript.tool_identity import qualified_name

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from core.agent import AgentBase
    from core.run_config import RunConfig
    from core.tool_calls.calls import Call


def _required(name: str) -> Any:
    def missing() -> str:
        raise ValueError(f"{name} must be passed to ToolContext")

    return field(default_factory=missing)


@dataclass(eq=False)
class ToolContext(RunContextWrapper[TContext]):
    """The context of one tool call."""

    tool_name: str = _required("tool_name")
    tool_call_id: str = _required("tool_call_id")
    tool_arguments: str = _required("tool_arguments")
    tool_call: Any = None
    """The raw call, when there is one."""
    tool_namespace: str | None = None
    agent: AgentBase[Any] | None = None
    run_config: RunConfig | None = None
    call: Call | None = field(default=None, init=False, repr=False)
    """The record of the call in the run's state; an agent tool keeps its nested run there."""
    failed: bool = field(default=False, init=False, repr=False)
    """Whether the output the model reads tells of a failure."""
    save: Callable[[], Awaitable[None]] | None = field(default=None, init=False, repr=False)
    """Checkpoints the run this call is part of."""

    def __post_init__(self) -> None:
        if isinstance(self.run_config, dict):
            self.run_config = _config(self.run_config)
        if self.tool_namespace is None and self.tool_call is not None:
            self.tool_namespace = raw_items.get(self.tool_call, "namespace")

    @property
    def qualified_tool_name(self) -> str:
        """The name of the tool with its namespace."""
        return qualified_name(self.tool_name, self.tool_namespace) or self.tool_name

    @property
    def idempotency_key(self) -> str:
        """`run_id:call_id`: hand it on to what the tool changes, so that a repeat is noticed."""
        return f"{self.run_id}:{self.tool_call_id}"

    def for_run(self) -> RunContextWrapper[TContext]:
        """The context without what only this call has."""
        return self.seen_as(RunContextWrapper)

    @classmethod
    def from_agent_context(
        cls,
        context: RunContextWrapper[TContext],
        tool_call_id: str,
        tool_call: Any = None,
        agent: AgentBase[Any] | None = None,
        *,
        tool_name: str | None = None,
        tool_arguments: str | None = None,
        tool_namespace: str | None = None,
        run_config: RunConfig | dict[str, Any] | None = None,
    ) -> ToolContext[TContext]:
        """The context for one call in a run."""
        given = context if isinstance(context, ToolContext) else None
        name = tool_name or (raw_items.name_of(tool_call) if tool_call is not None else None)
        text = tool_arguments
        if text is None and tool_call is not None:
            text = raw_items.arguments_of(tool_call)
        if name is None and given is not None:
            name = given.tool_name
        if text is None and given is not None:
            text = given.tool_arguments
        required = {"tool_name": name, "tool_arguments": text}
        return context.seen_as(
            cls,
            tool_call_id=tool_call_id,
            tool_call=tool_call if tool_call is not None else getattr(given, "tool_call", None),
            tool_namespace=tool_namespace,
            agent=agent if agent is not None else getattr(given, "agent", None),
            run_config=_config(run_config)
            if run_config is not None
            else getattr(given, "run_config", None),
            **{key: value for key, value in required.items() if value is not None},
        )


def _config(value: RunConfig | dict[str, Any]) -> RunConfig:
    from core.run_config import coerce_run_config

    return coerce_run_config(value)
