"""What an application attaches to the output of a call; the model never sees it."""

from __future__ import annotations

import copy
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from core.exceptions import UserError
from core.maybe_await import settled

if TYPE_CHECKING:
    from core.function_tools import FunctionTool
    from core.kinds import Answer
    from core.tool_context import ToolContext


@dataclass(frozen=True)
class FunctionToolCustomDataContext:
    """The output data is attached to."""

    tool_context: ToolContext[Any]
    tool: FunctionTool
    output: Any
    raw_item: Any
    """A copy of what the model gets."""


FunctionToolCustomDataExtractor: TypeAlias = Callable[
    [FunctionToolCustomDataContext],
    "Awaitable[Mapping[str, Any] | None] | Mapping[str, Any] | None",
]


async def with_custom_data(tool: Any, answer: Answer, context: ToolContext[Any]) -> Answer:
    """The output with what the tool's extractor attaches to it."""
    extract = getattr(tool, "custom_data_extractor", None)
    if extract is None:
        return answer
    given = FunctionToolCustomDataContext(
        context, tool, answer.output, copy.deepcopy(answer.raw_item)
    )
    data = await settled(extract(given))
    if data is None:
        return answer
    try:
        kept = json.loads(json.dumps(dict(data), allow_nan=False))
    except (TypeError, ValueError) as error:
        raise UserError("custom_data_extractor must return JSON-compatible data") from error
    return replace(answer, custom_data=kept)
