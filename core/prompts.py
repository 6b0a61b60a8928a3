"""Prompts kept at the provider, named by id."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NotRequired, TypedDict

from core.concurrency.maybe_await import settled
from core.exceptions import UserError

if TYPE_CHECKING:
    from core.agent import Agent
    from core.run_context import RunContextWrapper


class Prompt(TypedDict):
    """A stored prompt."""

    id: str
    version: NotRequired[str]
    variables: NotRequired[dict[str, Any]]


@dataclass
class GenerateDynamicPromptData:
    """What a function that makes a prompt gets."""

    context: RunContextWrapper[Any]
    agent: Agent[Any]


DynamicPromptFunction = Callable[[GenerateDynamicPromptData], Any]


class PromptUtil:
    """Prompts as requests carry them."""

    @staticmethod
    async def to_model_input(
        prompt: Prompt | DynamicPromptFunction | None,
        context: RunContextWrapper[Any],
        agent: Agent[Any],
    ) -> dict[str, Any] | None:
        """The prompt of a request; a function is asked for it."""
        if prompt is None:
            return None
        if callable(prompt):
            made = await settled(prompt(GenerateDynamicPromptData(context, agent)))
            if not isinstance(made, dict):
                raise UserError("Dynamic prompt function must return a Prompt")
            return _parameter(made)
        return _parameter(dict(prompt))


def _parameter(prompt: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": prompt["id"],
        "version": prompt.get("version"),
        "variables": prompt.get("variables"),
    }
