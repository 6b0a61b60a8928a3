"""How a tool says that it cannot go on: the run inside it waits for a person."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from core.run_state import RunState


@dataclass(frozen=True)
class ToolPause:
    """Returned by an agent tool in place of an output."""

    state: RunState[Any, Any]
