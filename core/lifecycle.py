"""Hooks: what an application can watch while a run goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic

from typing_extensions import TypeVar

from core.run_context import TContext

if TYPE_CHECKING:
    from core.agent import Agent
    from core.items import ModelResponse
    from core.run_context import AgentHookContext, RunContextWrapper
    from core.tool import Tool
    from core.transcript.raw_items import TResponseInputItem

TAgent = TypeVar("TAgent", default=Any)


class RunHooksBase(Generic[TContext, TAgent]):
    """Watches a whole run."""

    async def on_llm_start(
        self,
        context: RunContextWrapper[TContext],
        agent: Agent[TContext],
        system_prompt: str | None,
        input_items: list[TResponseInputItem],
    ) -> None:
        """The model is about to be called."""

    async def on_llm_end(
        self, context: RunContextWrapper[TContext], agent: Agent[TContext], response: ModelResponse
    ) -> None:
        """The model has answered."""

    async def on_agent_start(self, context: AgentHookContext[TContext], agent: TAgent) -> None:
        """An agent takes over."""

    async def on_agent_end(
        self, context: AgentHookContext[TContext], agent: TAgent, output: Any
    ) -> None:
        """An agent has a final output."""

    async def on_handoff(
        self, context: RunContextWrapper[TContext], from_agent: TAgent, to_agent: TAgent
    ) -> None:
        """One agent hands over to another."""

    async def on_tool_start(
        self, context: RunContextWrapper[TContext], agent: TAgent, tool: Tool
    ) -> None:
        """A tool is about to run."""

    async def on_tool_end(
        self, context: RunContextWrapper[TContext], agent: TAgent, tool: Tool, result: object
    ) -> None:
        """A tool has run."""


class AgentHooksBase(Generic[TContext, TAgent]):
    """Watches one agent."""

    async def on_start(self, context: AgentHookContext[TContext], agent: TAgent) -> None:
        """The agent takes over."""

    async def on_end(self, context: AgentHookContext[TContext], agent: TAgent, output: Any) -> None:
        """The agent has a final output."""

    async def on_handoff(
        self, context: RunContextWrapper[TContext], agent: TAgent, source: TAgent
    ) -> None:
        """This agent, the source, hands over to another one."""

    async def on_tool_start(
        self, context: RunContextWrapper[TContext], agent: TAgent, tool: Tool
    ) -> None:
        """A tool is about to run."""

    async def on_tool_end(
        self, context: RunContextWrapper[TContext], agent: TAgent, tool: Tool, result: object
    ) -> None:
        """A tool has run."""

    async def on_llm_start(
        self,
        context: RunContextWrapper[TContext],
        agent: Agent[TContext],
        system_prompt: str | None,
        input_items: list[TResponseInputItem],
    ) -> None:
        """The model is about to be called."""

    async def on_llm_end(
        self, context: RunContextWrapper[TContext], agent: Agent[TContext], response: ModelResponse
    ) -> None:
        """The model has answered."""


RunHooks = RunHooksBase[TContext, Any]
"""Watches a whole run."""
AgentHooks = AgentHooksBase[TContext, Any]
"""Watches one agent."""
