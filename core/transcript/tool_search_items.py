"""Items of a tool search the provider makes, as `openai` objects where they are whole."""

from __future__ import annotations

from typing import Any

from core.exceptions import AgentsException
from core.transcript import raw_items


def coerce_tool_search_call_raw_item(raw_item: Any) -> Any:
    """A search as an object; as a dict when parts of it are missing."""
    from openai.types.responses import ResponseToolSearchCall

    return _coerced(raw_item, ResponseToolSearchCall, "tool_search_call", "call")


def coerce_tool_search_output_raw_item(raw_item: Any) -> Any:
    """What a search found as an object; as a dict when parts of it are missing."""
    from openai.types.responses import ResponseToolSearchOutputItem

    return _coerced(raw_item, ResponseToolSearchOutputItem, "tool_search_output", "output")


def _coerced(raw: Any, kind: type[Any], type_name: str, what: str) -> Any:
    if isinstance(raw, kind):
        return raw
    found = raw_items.kind_of(raw)
    if found != type_name:
        raise AgentsException(f"Unexpected tool search {what} item type: {found!r}")
    fields = raw_items.as_dict(raw)
    try:
        return kind.model_validate(fields)
    except ValueError:
        return fields
