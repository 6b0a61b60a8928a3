"""Requests to call a tool of a hosted MCP server: the provider calls it, we answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.concurrency.maybe_await import settled
from core.tool_calls.kinds.base import Answer
from core.tool_calls.kinds.gate import take
from core.tools.hosted_tools import HostedMCPTool, MCPToolApprovalRequest

if TYPE_CHECKING:
    from core.tool_calls.calls import Call
    from core.tool_context import ToolContext
    from core.turns.live import LiveRun


class McpKind:
    """Requests for approval of hosted MCP servers."""

    async def needs_approval(self, tool: HostedMCPTool, call: Call, run: LiveRun) -> bool:
        """The provider asks, so somebody has to answer: a callback of the tool, or a person."""
        if tool.on_approval_request is not None:
            request = MCPToolApprovalRequest(run.context, call.raw_item)
            take(await settled(tool.on_approval_request(request)), call, run)
        return True

    async def invoke(
        self, tool: HostedMCPTool, call: Call, context: ToolContext[Any], run: LiveRun
    ) -> Any:
        """Nothing runs here: the provider calls its tool once it has the answer."""
        return ""

    def answer(self, tool: HostedMCPTool, call: Call, output: Any) -> Answer:
        """Yes."""
        return _answer(call, approve=True)

    def refusal(self, call: Call, message: str) -> Answer:
        """No, and why."""
        return _answer(call, approve=False, reason=message)


def _answer(call: Call, **said: Any) -> Answer:
    raw = {"type": "mcp_approval_response", "approval_request_id": call.call_id, **said}
    return Answer(said.get("reason", ""), raw)
