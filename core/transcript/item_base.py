"""What all items of a run have in common: a raw item and the agent it belongs to."""

from __future__ import annotations

import secrets
import weakref
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from core.transcript import raw_items

if TYPE_CHECKING:
    from core.agent import Agent
    from core.transcript.raw_items import TResponseInputItem

T = TypeVar("T")


@dataclass
class RunItemBase(Generic[T]):
    """One item, and the agent it belongs to."""

    agent: Agent[Any]
    raw_item: T

    _agent_fields: ClassVar[tuple[str, ...]] = ("agent",)

    def __getattr__(self, name: str) -> Any:
        """A released agent, as long as somebody else still holds it."""
        if name in self._agent_fields and f"_{name}_ref" in self.__dict__:
            return self.__dict__[f"_{name}_ref"]()
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    @property
    def occurrence(self) -> str | None:
        """What tells it from an equal item, also in a copy; given when a handoff forwards it."""
        return self.__dict__.get("_occurrence")

    def mark_occurrence(self) -> None:
        """Tell it from equal items from now on."""
        self.__dict__.setdefault("_occurrence", secrets.token_hex(8))

    def release_agent(self) -> None:
        """Hold the agents weakly from now on, so that a kept item keeps no agent alive."""
        for name in self._agent_fields:
            agent = self.__dict__.pop(name, None)
            if agent is not None:
                self.__dict__[f"_{name}_ref"] = weakref.ref(agent)

    def to_input_item(self) -> TResponseInputItem:
        """The item as the model takes it back."""
        return raw_items.to_input(self.raw_item)
