"""Stored things as the `openai` objects a program that uses the library knows them as."""

from __future__ import annotations

from typing import Any

from openai.types.responses import ResponseFunctionToolCall
from openai.types.shared import Reasoning
from pydantic import ValidationError

ALIASES = {
    name: info.alias
    for name, info in ResponseFunctionToolCall.model_fields.items()
    if info.alias is not None
}


def as_object(raw: dict[str, Any]) -> Any:
    """The object of a function call; any other item, and one it has no place for, as it is."""
    if raw.get("type") != "function_call":
        return raw
    named = {ALIASES.get(name, name): value for name, value in raw.items()}
    try:
        return ResponseFunctionToolCall.model_validate(named)
    except ValidationError:
        return raw


def reasoning(given: dict[str, Any]) -> Reasoning:
    """Settings of reasoning from a dict."""
    return Reasoning(**given)
