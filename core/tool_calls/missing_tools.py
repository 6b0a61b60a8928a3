"""Calls of tools the agent does not have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.exceptions import ModelBehaviorError
from core.items import ToolCallOutputItem
from core.run_config import ToolErrorFormatterArgs
from core.tools.failure import formatted
from core.transcript import raw_items
from core.transcript.item_text import ItemHelpers

if TYPE_CHECKING:
    from core.turns.live import LiveRun


async def answer_missing(calls: list[Any], run: LiveRun) -> None:
    """Tell the model, if the run is set to."""
    for raw in calls:
        text = await missing_text(raw, raw_items.name_of(raw) or "", run)
        output = ItemHelpers.tool_call_output_item(raw, text)
        run.record([ToolCallOutputItem(agent=run.agent, raw_item=output, output=text)])


async def missing_text(raw: Any, name: str, run: LiveRun) -> str:
    """What the model reads about such a call; ModelBehaviorError where that is to end the run."""
    if run.config.tool_not_found_behavior == "raise_error":
        raise ModelBehaviorError(f"Tool {name} not found in agent {run.agent.name}")
    args: ToolErrorFormatterArgs[Any] = ToolErrorFormatterArgs(
        kind="tool_not_found",
        tool_type="function",
        tool_name=name,
        call_id=raw_items.get(raw, "call_id") or "",
        default_message=f"Tool '{name}' not found.",
        run_context=run.context,
    )
    return await formatted(run.config.tool_error_formatter, args)
