"""How the input of a run and the answers of the model are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.items import ModelResponse
from core.state_json.items import read_raw
from core.transcript import raw_items
from core.transcript.item_text import ItemHelpers
from core.usage import deserialize_usage

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.items import RunItem


def read_input(given: Any) -> str | list[Any]:
    """The input of a run."""
    return given if isinstance(given, str) else ItemHelpers.input_to_new_input_list(given or [])


def read_response(document: Mapping[str, Any]) -> ModelResponse:
    """An answer of the model."""
    return ModelResponse(
        output=[read_raw(raw) for raw in document.get("output") or []],
        usage=deserialize_usage(document.get("usage") or {}),
        response_id=document.get("response_id"),
        request_id=document.get("request_id"),
    )


def first_of_last(items: list[RunItem], responses: list[ModelResponse]) -> int:
    """Where the items of the last answer begin."""
    ids = {raw_items.call_id_of(raw) for raw in (responses[-1].output if responses else [])}
    for index, item in enumerate(items):
        if raw_items.call_id_of(item.raw_item) in ids:
            return index
    return len(items)
