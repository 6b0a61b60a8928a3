"""Agents: a model with instructions, tools and other agents to hand over to."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Literal, NotRequired, TypeAlias, TypedDict

from core.concurrency.maybe_await import settled
from core.concurrency.tasks import run_all
from core.exceptions import UserError
from core.model_settings import ModelSettings
from core.outputs.tool_results import FunctionToolResult
from core.prompts import DynamicPromptFunction, Prompt, PromptUtil
from core.run_context import RunContextWrapper, TContext
from core.tools.function_tools import MaybeAwaitable, ToolErrorFunction

if TYPE_CHECKING:
    from core.agent_output import AgentOutputSchemaBase
    from core.guardrail import InputGuardrail, OutputGuardrail
    from core.handoffs import Handoff
    from core.lifecycle import AgentHooks
    from core.models.interface import Model
    from core.stream_events import StreamEvent
    from core.tool import Tool
    from core.tools.function_tools import FunctionTool


@dataclass
class ToolsToFinalOutputResult:
    """Whether what the tools returned is the final output."""

    is_final_output: bool
    final_output: Any | None = None


ToolsToFinalOutputFunction: TypeAlias = Callable[
    [RunContextWrapper[Any], list[FunctionToolResult]], MaybeAwaitable[ToolsToFinalOutputResult]
]


class StopAtTools(TypedDict):
    """The output of any of these tools is the final output."""

    stop_at_tool_names: list[str]


class MCPConfig(TypedDict):
    """How tools of MCP servers are taken over."""

    convert_schemas_to_strict: NotRequired[bool]
    failure_error_function: NotRequired[ToolErrorFunction | None]
    include_server_in_tool_names: NotRequired[bool]


class AgentToolStreamEvent(TypedDict):
    """An event of a nested run."""

    event: StreamEvent
    agent: Agent[Any]
    tool_call: Any


Instructions: TypeAlias = (
    str | Callable[[RunContextWrapper[Any], Any], Awaitable[str | None] | str | None] | None
)
ToolUseBehavior: TypeAlias = (
    Literal["run_llm_again", "stop_on_first_tool"] | StopAtTools | ToolsToFinalOutputFunction
)


@dataclass
class AgentBase(Generic[TContext]):
    """What all kinds of agents have."""

    name: str
    handoff_description: str | None = None
    """What other agents' models are told about handing over to it."""
    tools: list[Tool] = field(default_factory=list)
    mcp_servers: list[Any] = field(default_factory=list)
    """Servers whose tools it has as well, see `core.mcp`; connected by the application."""
    mcp_config: MCPConfig = field(default_factory=lambda: MCPConfig())

    async def get_mcp_tools(self, run_context: RunContextWrapper[TContext]) -> list[Tool]:
        """The tools of the agent's MCP servers."""
        if not self.mcp_servers:
            return []
        from core.mcp import function_tools

        return await function_tools(self.mcp_servers, self.mcp_config, run_context, self)

    async def get_all_tools(self, run_context: RunContextWrapper[TContext]) -> list[Tool]:
        """The tools that are enabled now."""
        mcp_tools = await self.get_mcp_tools(run_context)
        return [*mcp_tools, *await _enabled(self.tools, run_context, self)]


@dataclass
class Agent(AgentBase[TContext]):
    """An agent."""

    instructions: Instructions = None
    """The system prompt, or a function of (context, agent) that gives it in each turn."""
    prompt: Prompt | DynamicPromptFunction | None = None
    """A prompt kept at the provider."""
    handoffs: list[Agent[Any] | Handoff[TContext, Any]] = field(default_factory=list)
    model: str | Model | None = None
    """A name the run's provider knows, or a model; None for the provider's default."""
    model_settings: ModelSettings = field(default_factory=ModelSettings)
    input_guardrails: list[InputGuardrail[TContext]] = field(default_factory=list)
    """They count where a run starts with this agent."""
    output_guardrails: list[OutputGuardrail[TContext]] = field(default_factory=list)
    """They count where this agent has the final output."""
    output_type: type[Any] | AgentOutputSchemaBase | None = None
    """What the final output is read as; None for text."""
    hooks: AgentHooks[TContext] | None = None
    tool_use_behavior: ToolUseBehavior = "run_llm_again"
    """Whether what tools return goes to the model, or is the final output."""
    reset_tool_choice: bool = True
    """Whether a model that was made to call a tool is free again once it has called one."""

    def __post_init__(self) -> None:
        from core.agents.checks import check_agent

        check_agent(self)

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "tools":
            # Whoever uses the agent right now has to notice, see `agents.claims`.
            self.__dict__["_tools_set"] = self.__dict__.get("_tools_set", 0) + 1
        super().__setattr__(name, value)

    def clone(self, **kwargs: Any) -> Agent[TContext]:
        """A shallow copy with other values for some fields."""
        return dataclasses.replace(self, **kwargs)

    async def get_system_prompt(self, run_context: RunContextWrapper[TContext]) -> str | None:
        """The instructions; a function is asked for them."""
        if not callable(self.instructions):
            return self.instructions
        parameters = inspect.signature(self.instructions).parameters
        if len(parameters) != 2:
            raise TypeError(
                f"'instructions' callable must accept exactly 2 arguments (context, agent), "
                f"but got {len(parameters)}: {list(parameters)}"
            )
        return await settled(self.instructions(run_context, self))

    async def get_prompt(self, run_context: RunContextWrapper[TContext]) -> dict[str, Any] | None:
        """The stored prompt; a function is asked for it."""
        return await PromptUtil.to_model_input(self.prompt, run_context, self)

    def as_tool(
        self,
        tool_name: str | None,
        tool_description: str | None,
        custom_output_extractor: Callable[[Any], Awaitable[str]] | None = None,
        is_enabled: bool | Callable[..., Any] = True,
        on_stream: Callable[[AgentToolStreamEvent], Any] | None = None,
        **options: Any,
    ) -> FunctionTool:
        """This agent as a tool of another one; further options are those of `agent_tool`."""
        from core.agents.agent_tool import agent_tool

        return agent_tool(
            self,
            tool_name,
            tool_description,
            custom_output_extractor,
            is_enabled,
            on_stream,
            **options,
        )


def output_schema(agent: Agent[Any]) -> AgentOutputSchemaBase | None:
    """How the final output of an agent is read; None for plain text."""
    if agent.output_type is None or agent.output_type is str:
        return None
    from core.agent_output import AgentOutputSchema, AgentOutputSchemaBase

    given = agent.output_type
    schema = given if isinstance(given, AgentOutputSchemaBase) else AgentOutputSchema(given)
    return None if schema.is_plain_text() else schema


async def _enabled(
    tools: list[Tool], context: RunContextWrapper[Any], agent: AgentBase[Any]
) -> list[Tool]:
    offered = list(tools)
    conditions = [getattr(tool, "is_enabled", True) for tool in offered]
    if all(condition is True for condition in conditions):
        return offered
    checks = [is_enabled(condition, context, agent) for condition in conditions]
    return [tool for tool, enabled in zip(offered, await run_all(checks), strict=True) if enabled]


async def is_enabled(condition: Any, context: RunContextWrapper[Any], agent: Any) -> bool:
    """Whether a tool or handoff can be used now."""
    if isinstance(condition, bool):
        return condition
    if not callable(condition):
        raise UserError(f"is_enabled must be a bool or a callable, got {condition!r}")
    return bool(await settled(condition(context, agent)))
