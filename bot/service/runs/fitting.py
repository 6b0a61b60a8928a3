"""Whether arguments fit a tool, which may have been deployed anew since people were asked."""

from core import FunctionTool, ToolApprovalItem
from core.tools.function_invoker import FunctionInvoker


def tool_of(item: ToolApprovalItem) -> FunctionTool | None:
    """The function tool a call is of; None for all other kinds, and where it is gone."""
    for tool in item.agent.tools:
        if isinstance(tool, FunctionTool) and tool.name == item.tool_name:
            return tool
    return None


def fits(item: ToolApprovalItem, arguments: str) -> bool:
    """Whether the tool could read them; of one that reads them in its own way nobody knows."""
    tool = tool_of(item)
    if tool is None or not isinstance(tool.on_invoke_tool, FunctionInvoker):
        return True
    try:
        tool.on_invoke_tool.arguments(tool.name, arguments)
    except Exception:  # noqa: BLE001 - what checks them may be foreign code
        return False
    return True
