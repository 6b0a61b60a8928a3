"""What an application attaches to the output of a call; the model never sees it."""

from __future__ import annotations

import copy
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar

from core.concurrency.maybe_await import settled
from core.editor import operation_of
from core.exceptions import UserError
from core.tools.computer_tool import ComputerTool
from core.tools.native_tools import ApplyPatchTool, CustomTool

if TYPE_CHECKING:
    from core.editor import ApplyPatchOperation
    from core.run_context import RunContextWrapper
    from core.tool_calls.kinds import Answer
    from core.tool_context import ToolContext
    from core.tools.function_tools import FunctionTool

Given = TypeVar("Given")
Extractor: TypeAlias = Callable[
    [Given], "Awaitable[Mapping[str, Any] | None] | Mapping[str, Any] | None"
]


@dataclass(frozen=True)
class FunctionToolCustomDataContext:
    """The output of a function tool."""

    tool_context: ToolContext[Any]
    tool: FunctionTool
    output: Any
    raw_item: Any
    """A copy of what the model gets."""


@dataclass(frozen=True)
class CustomToolCustomDataContext:
    """The output of a tool that takes free text."""

    tool_context: ToolContext[Any]
    tool: CustomTool
    input: str
    output: Any
    raw_item: Any


@dataclass(frozen=True)
class ComputerToolCustomDataContext:
    """The screenshot after a computer was used."""

    run_context: RunContextWrapper[Any]
    tool: ComputerTool[Any]
    tool_call: Any
    output: str
    raw_item: Any


@dataclass(frozen=True)
class ApplyPatchToolCustomDataContext:
    """How changes to files went."""

    run_context: RunContextWrapper[Any]
    tool: ApplyPatchTool
    operations: list[ApplyPatchOperation]
    output: str
    status: Literal["completed", "failed"]
    raw_item: Any


FunctionToolCustomDataExtractor: TypeAlias = Extractor[FunctionToolCustomDataContext]
CustomToolCustomDataExtractor: TypeAlias = Extractor[CustomToolCustomDataContext]
ComputerToolCustomDataExtractor: TypeAlias = Extractor[ComputerToolCustomDataContext]
ApplyPatchToolCustomDataExtractor: TypeAlias = Extractor[ApplyPatchToolCustomDataContext]


async def custom_data_of(
    tool: Any, answer: Answer, context: ToolContext[Any]
) -> dict[str, Any] | None:
    """What the tool's extractor attaches to an output."""
    extract = getattr(tool, "custom_data_extractor", None)
    if extract is None:
        return None
    data = await settled(extract(_given(tool, answer, context)))
    if data is None:
        return None
    try:
        kept: dict[str, Any] = json.loads(json.dumps(dict(data), allow_nan=False))
    except (TypeError, ValueError) as error:
        raise UserError("custom_data_extractor must return JSON-compatible data") from error
    return kept


def _given(tool: Any, answer: Answer, context: ToolContext[Any]) -> Any:
    """What an extractor gets, by the kind of its tool."""
    output, raw = answer.output, copy.deepcopy(answer.raw_item)
    match tool:
        case ComputerTool():
            return ComputerToolCustomDataContext(context, tool, context.tool_call, output, raw)
        case CustomTool():
            return CustomToolCustomDataContext(context, tool, context.tool_arguments, output, raw)
        case ApplyPatchTool():
            changes = [operation_of(context.tool_call, context)]
            return ApplyPatchToolCustomDataContext(
                context, tool, changes, output, raw["status"], raw
            )
        case _:
            return FunctionToolCustomDataContext(context, tool, output, raw)
