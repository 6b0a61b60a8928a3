"""A state stored piece by piece: once as a whole, and from then on only what came since.

A delta is JSON: `keep` first items of each growing list stay, `add` follow; the rest is a patch.
Writing one costs as much as what has changed, however long the run is. Nothing here awaits.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from operator import is_
from typing import TYPE_CHECKING, Any

from core.agents.graph import AgentGraph
from core.state_json.growing import (
    GENERATED,
    INPUT,
    RECORD,
    REQUESTS,
    RESPONSES,
    Growing,
    Path,
    find,
    growing_lists,
    put,
    usage_is_by_response,
)
from core.state_json.patch import difference, patched
from core.state_json.versions import CURRENT_SCHEMA_VERSION
from core.state_json.write import OWN_KEY, write_head
from core.usage import by_response

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from core.run_state import RunState

Document = dict[str, Any]
Delta = dict[str, Any]

PATHS: Mapping[str, Path] = {
    ".".join(path): path for path in (INPUT, RESPONSES, GENERATED, RECORD, REQUESTS)
}


@dataclass(frozen=True)
class Mark:
    """How much of a state is on record."""

    head: Document
    """Everything but the growing lists."""
    lists: Mapping[Path, tuple[Any, ...]]
    """The very items that are written."""
    requests: tuple[Any, ...]
    """The usage of single requests, wherever it is written."""
    usage_by_response: bool


def whole(state: RunState[Any, Any], **how: Any) -> tuple[Document, Mark]:
    """The state as JSON, and how far it goes; `how` as in `RunState.to_json`."""
    by_responses = usage_is_by_response(state)
    lists = growing_lists(state, usage_by_response=by_responses)
    mark = _mark(state, lists, by_responses, how)
    document = _without_lists(mark.head)
    graph = AgentGraph(state.starting_agent)
    for growing in lists:
        put(document, growing.path, [growing.write(item, graph) for item in growing.items])
    return document, mark


def since(state: RunState[Any, Any], mark: Mark, **how: Any) -> tuple[Delta, Mark]:
    """What has come since the mark, and the new one."""
    by_responses = _usage_is_by_response(state, mark)
    lists = growing_lists(state, usage_by_response=by_responses)
    now = _mark(state, lists, by_responses, how)
    graph = AgentGraph(state.starting_agent)
    changes = {".".join(g.path): change for g in lists if (change := _change(g, mark, graph))}
    gone = [".".join(path) for path in mark.lists if path not in now.lists]
    delta = {"lists": changes, "gone": gone, "head": difference(mark.head, now.head)}
    return {name: part for name, part in delta.items() if part}, now


def replay(document: Document, deltas: Iterable[Delta]) -> Document:
    """The state after the deltas, as JSON; `document` itself stays as it is."""
    lists = {
        path: list(items)
        for path in PATHS.values()
        if isinstance(items := find(document, path), list)
    }
    head = _without_lists(document)
    for delta in deltas:
        head = patched(head, delta.get("head"))
        for name in delta.get("gone", ()):
            lists.pop(PATHS[name], None)
        for name, (keep, add) in delta.get("lists", {}).items():
            items = lists.setdefault(PATHS[name], [])
            items[keep:] = add
    document = _without_lists(head)
    for path, items in lists.items():
        put(document, path, items)
    return document


def mark_of(document: Document, state: RunState[Any, Any]) -> Mark | None:
    """How far a document goes of which the state was read just now; None where it has to be
    written as a whole once, because another version wrote it."""
    if document.get("$schemaVersion") != CURRENT_SCHEMA_VERSION:
        return None
    by_responses = bool((document.get(OWN_KEY) or {}).get("usage_by_response"))
    lists = {
        growing.path: tuple(growing.items)
        for growing in growing_lists(state, usage_by_response=by_responses)
    }
    if (RECORD in lists) != (RECORD[0] in document):
        return None
    if any(len(find(document, path) or ()) != len(items) for path, items in lists.items()):
        return None
    entries = tuple(state.context.usage.request_usage_entries)
    return Mark(_without_lists(document), lists, entries, by_responses)


def _mark(
    state: RunState[Any, Any],
    lists: Iterable[Growing],
    by_responses: bool,
    how: Mapping[str, Any],
) -> Mark:
    head = write_head(state, usage_by_response=by_responses, **how)
    # The application may go on changing what its context holds.
    head["context"]["context"] = copy.deepcopy(head["context"]["context"])
    return Mark(
        head=head,
        lists={growing.path: tuple(growing.items) for growing in lists},
        requests=tuple(state.context.usage.request_usage_entries),
        usage_by_response=by_responses,
    )


def _change(growing: Growing, mark: Mark, graph: AgentGraph) -> list[Any] | None:
    known = mark.lists.get(growing.path)
    keep = _common(known or (), growing.items)
    if known is not None and keep == len(known) == len(growing.items):
        return None
    return [keep, [growing.write(item, graph) for item in growing.items[keep:]]]


def _common(known: Sequence[Any], items: Sequence[Any]) -> int:
    """How many items at the front are still the same ones."""
    if all(map(is_, known, items)):
        return min(len(known), len(items))
    pairs = enumerate(zip(known, items, strict=False))
    return next(count for count, (one, other) in pairs if one is not other)


def _usage_is_by_response(state: RunState[Any, Any], mark: Mark) -> bool:
    """As for the whole state, but only what is new is looked at."""
    entries, responses = state.context.usage.request_usage_entries, state.model_responses
    known = mark.lists.get(RESPONSES, ())
    grown = _common(known, responses) == len(known) and _common(mark.requests, entries) == len(
        mark.requests
    )
    if not (mark.usage_by_response and grown):
        return usage_is_by_response(state)
    return entries[len(mark.requests) :] == by_response(responses[len(known) :])


def _without_lists(document: Document) -> Document:
    """A copy with empty lists in the places of the growing ones; the record is left out."""
    head = {name: value for name, value in document.items() if name != RECORD[0]}
    for path in (INPUT, RESPONSES, GENERATED):
        if isinstance(head.get(path[0]), list):
            head[path[0]] = []
    context = head.get("context") or {}
    if isinstance(find(document, REQUESTS), list):
        usage = {**context["usage"], REQUESTS[-1]: []}
        head["context"] = {**context, "usage": usage}
    return head
