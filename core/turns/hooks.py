"""Who watches a run: its own hooks and those of the agent it is about, told at the same time.

The hooks of the run are told first; only of an answer of the model the agent's are. The first of
them that fails ends the run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.concurrency.tasks import run_all
from core.run_context import AgentHookContext

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from core.agent import Agent
    from core.items import ModelResponse
    from core.lifecycle import RunHooks
    from core.run_context import RunContextWrapper
    from core.tool import Tool
    from core.tool_context import ToolContext
    from core.transcript.raw_items import TResponseInputItem

    Context = RunContextWrapper[Any]
    Telling = Coroutine[Any, Any, None]


class Hooks:
    """The hooks of one run, and beside them those of whichever agent it is about."""

    def __init__(self, run: RunHooks[Any]) -> None:
        self._run = run

    async def agent_starts(self, context: Context, agent: Agent[Any]) -> None:
        """An agent takes over."""
        seen = context.seen_as(AgentHookContext)
        own = None if agent.hooks is None else agent.hooks.on_start(seen, agent)
        await _tell(self._run.on_agent_start(seen, agent), own)

    async def agent_ends(self, context: Context, agent: Agent[Any], output: Any) -> None:
        """An agent has a final output."""
        seen = context.seen_as(AgentHookContext)
        own = None if agent.hooks is None else agent.hooks.on_end(seen, agent, output)
        await _tell(self._run.on_agent_end(seen, agent, output), own)

    async def model_starts(
        self,
        context: Context,
        agent: Agent[Any],
        instructions: str | None,
        items: list[TResponseInputItem],
    ) -> None:
        """The model is about to be called."""
        own = (
            None
            if agent.hooks is None
            else agent.hooks.on_llm_start(context, agent, instructions, items)
        )
        await _tell(self._run.on_llm_start(context, agent, instructions, items), own)

    async def model_ends(
        self, context: Context, agent: Agent[Any], response: ModelResponse
    ) -> None:
        """The model has answered."""
        own = None if agent.hooks is None else agent.hooks.on_llm_end(context, agent, response)
        await _tell(own, self._run.on_llm_end(context, agent, response))

    async def tool_starts(self, context: ToolContext[Any], agent: Agent[Any], tool: Tool) -> None:
        """A tool is about to run."""
        own = None if agent.hooks is None else agent.hooks.on_tool_start(context, agent, tool)
        await _tell(self._run.on_tool_start(context, agent, tool), own)

    async def tool_ends(
        self, context: ToolContext[Any], agent: Agent[Any], tool: Tool, result: object
    ) -> None:
        """A tool has run."""
        own = None if agent.hooks is None else agent.hooks.on_tool_end(context, agent, tool, result)
        await _tell(self._run.on_tool_end(context, agent, tool, result), own)

    async def hands_over(self, context: Context, source: Agent[Any], target: Agent[Any]) -> None:
        """One agent hands over to another."""
        own = None if source.hooks is None else source.hooks.on_handoff(context, target, source)
        await _tell(self._run.on_handoff(context, source, target), own)


async def _tell(*hooks: Telling | None) -> None:
    await run_all([hook for hook in hooks if hook is not None])
