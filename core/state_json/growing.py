"""The lists of a state that grow with every turn, and how their items are stored.

Everything else of a state stays small however long the run is.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import is_
from typing import TYPE_CHECKING, Any

from core.state_json.items import write_item
from core.transcript import raw_items
from core.transcript.item_text import ItemHelpers
from core.usage import by_response, serialize_entry, serialize_usage

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from core.agents.graph import AgentGraph
    from core.items import ModelResponse, RunItem
    from core.run_state import RunState

Path = tuple[str, ...]

INPUT: Path = ("original_input",)
RESPONSES: Path = ("model_responses",)
GENERATED: Path = ("generated_items",)
RECORD: Path = ("session_items",)
REQUESTS: Path = ("context", "usage", "request_usage_entries")


@dataclass(frozen=True)
class Growing:
    """One list: where it is stored, what is in it, and how one item is written."""

    path: Path
    items: Sequence[Any]
    write: Callable[[Any, AgentGraph], Any]


def growing_lists(state: RunState[Any, Any], *, usage_by_response: bool) -> list[Growing]:
    """The lists of a state; one that says nothing of its own is left out."""
    lists = [Growing(RESPONSES, state.model_responses, lambda item, _: write_response(item))]
    if _is_same(_without_questions(state), state.generated_items):
        # One list says both: the model is shown the whole record but the questions to people.
        lists.append(Growing(GENERATED, state.session_items, write_item))
    else:
        lists += [
            Growing(GENERATED, state.generated_items, write_item),
            Growing(RECORD, state.session_items, write_item),
        ]
    if not isinstance(state.original_input, str):
        given = state.original_input[state.history.here if state.history else 0 :]
        lists.append(Growing(INPUT, given, lambda item, _: write_input(item)))
    if not usage_by_response:
        entries = state.context.usage.request_usage_entries
        lists.append(Growing(REQUESTS, entries, lambda entry, _: serialize_entry(entry)))
    return lists


def _without_questions(state: RunState[Any, Any]) -> list[RunItem]:
    """The record as the model would be shown it."""
    record = state.session_items
    if len(record) == len(state.generated_items):
        return record  # None is missing there, so that there is none.
    return [item for item in record if item.type != "tool_approval_item"]


def usage_is_by_response(state: RunState[Any, Any]) -> bool:
    """Whether the usage of single requests stands in the responses already."""
    return state.context.usage.request_usage_entries == by_response(state.model_responses)


def write_input(given: Any) -> Any:
    """One item of the input of a run; texts of assistants become parts of messages."""
    if isinstance(given, str):
        return given
    (item,) = ItemHelpers.input_to_new_input_list([given])
    if item.get("role") == "assistant" and isinstance(item.get("content"), str):
        text = {"type": "output_text", "text": item["content"], "annotations": []}
        return {"status": "completed", **item, "content": [text]}
    return item


def write_response(response: ModelResponse) -> dict[str, Any]:
    """One answer of the model."""
    return {
        "usage": serialize_usage(response.usage),
        "output": [raw_items.as_dict(item) for item in response.output],
        "response_id": response.response_id,
        "request_id": response.request_id,
    }


def put(document: dict[str, Any], path: Path, value: Any) -> None:
    """Set a part of a document."""
    *way, last = path
    for name in way:
        document = document[name]
    document[last] = value


def find(document: Any, path: Path) -> Any:
    """A part of a document; None where there is none."""
    for name in path:
        document = document.get(name) if isinstance(document, dict) else None
    return document


def _is_same(one: Sequence[Any], other: Sequence[Any]) -> bool:
    return len(one) == len(other) and all(map(is_, one, other))
