"""Who calls a tool: the model itself, or a program it wrote that runs at the provider's.

A tool is called directly unless it says otherwise. Which callers a tool allows is looked at when a
call is read and again before it runs: in between a run may have been stored and the agent changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from core.exceptions import ModelBehaviorError
from core.transcript import raw_items

ToolCaller = Literal["direct", "programmatic"]
PROGRAMS = frozenset({"program", "program_output"})


def is_of_program(raw: Any) -> bool:
    """Whether a program made the call."""
    return raw_items.kind_of(raw_items.get(raw, "caller")) == "program"


def check_programs(raw: Any, *, allowed: bool) -> None:
    """ModelBehaviorError for programs, and their calls, of an agent that has none."""
    if not allowed and (raw_items.kind_of(raw) in PROGRAMS or is_of_program(raw)):
        raise ModelBehaviorError(
            "Model produced a program without a programmatic_tool_calling tool."
        )


def check_caller(raw: Any, tool: Any, name: str) -> None:
    """ModelBehaviorError when the tool is not there for whoever made the call."""
    caller = "programmatic" if is_of_program(raw) else "direct"
    allowed = allowed_callers(tool)
    if caller not in allowed:
        raise ModelBehaviorError(
            f"Model invoked tool {name} with caller {caller}, "
            f"but the tool allows only {', '.join(allowed)}."
        )


def allowed_callers(tool: Any) -> list[Any]:
    """Who may call a tool; hosted tools say it in their settings."""
    config = getattr(tool, "tool_config", None)
    said = config.get("allowed_callers") if isinstance(config, Mapping) else None
    return list(said or getattr(tool, "allowed_callers", None) or ["direct"])
