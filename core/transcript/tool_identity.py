"""Which tool a call is for, and which call exactly: the keys decisions are filed under.

A function tool is looked up by one of three keys: its bare name, a name in a namespace, or a
top-level name whose definition is loaded later. The digests name the tool (`scope`) and the call
with its arguments (`fingerprint`); they find mistakes, they are no defence against an attacker.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from core.schemas import arguments as tool_arguments
from core.transcript import raw_items
from core.transcript.call_types import CALLS, MCP_REQUEST

FunctionToolLookupKey = (
    tuple[Literal["bare"], str]
    | tuple[Literal["namespaced"], str, str]
    | tuple[Literal["deferred_top_level"], str]
)

IDENTIFIED = CALLS | {MCP_REQUEST}

BOOKKEEPING = frozenset({"type", "id", "call_id", "status"})
"""Fields of a call that do not change what it would do."""


@dataclass(frozen=True)
class Invocation:
    """One call, by what makes it this call and no other."""

    type: str
    call_id: str
    scope: str
    fingerprint: str


def lookup_key(
    name: str | None, namespace: str | None = None, *, deferred: bool = False
) -> FunctionToolLookupKey | None:
    """The key of a function tool; a namespace equal to the name means a deferred top-level tool."""
    if not name:
        return None
    if deferred or namespace == name:
        return ("deferred_top_level", name)
    if namespace:
        return ("namespaced", namespace, name)
    return ("bare", name)


def key_text(key: FunctionToolLookupKey) -> str:
    """The key as one string, the form it has in stored decisions."""
    if key[0] == "namespaced":
        return f"{key[1]}.{key[2]}"
    if key[0] == "deferred_top_level":
        return f"deferred_top_level:{key[1]}"
    return key[1]


def qualified_name(name: str | None, namespace: str | None) -> str | None:
    """The name a person reads: with its namespace, unless that only repeats the name."""
    if not name:
        return None
    return f"{namespace}.{name}" if namespace and namespace != name else name


def invocation(
    raw: Any, tool_name: str | None = None, key: FunctionToolLookupKey | None = None
) -> Invocation | None:
    """The identity of a call, or None for an item that is no call or has no usable id."""
    kind = raw_items.kind_of(raw)
    if kind is None or kind not in IDENTIFIED:
        return None
    call_id = raw_items.get(raw, "id" if kind == MCP_REQUEST else "call_id")
    if not isinstance(call_id, str) or not call_id:
        return None
    scope = _scope(kind, raw, tool_name, key)
    binding = {"approval_scope": scope, "type": kind} | _payload(kind, raw)
    return Invocation(kind, call_id, scope, tool_arguments.sha256(binding))


def _scope(kind: str, raw: Any, tool_name: str | None, key: FunctionToolLookupKey | None) -> str:
    name = raw_items.name_of(raw)
    if kind == "function_call":
        namespace = raw_items.get(raw, "namespace")
        return _function_scope(key or lookup_key(name or tool_name, namespace))
    if kind == MCP_REQUEST:
        label = raw_items.get(raw, "server_label")
        return tool_arguments.sha256({"type": kind, "server_label": label, "name": name})
    named = tool_name or name or kind.removesuffix("_call")
    return tool_arguments.sha256({"type": kind, "name": named})


@lru_cache
def _function_scope(key: FunctionToolLookupKey | None) -> str:
    named = list(key) if key else None
    return tool_arguments.sha256({"type": "function_call", "tool_lookup_key": named})


def _payload(kind: str, raw: Any) -> dict[str, Any]:
    """What a decision is about: the arguments of a function, of other calls all they say."""
    if kind == "function_call":
        return {"arguments": _arguments(raw)}
    said: dict[str, Any] = raw_items.without_none(raw_items.as_dict(raw))
    payload = {name: value for name, value in said.items() if name not in BOOKKEEPING}
    return payload | {"arguments": _arguments(raw)} if kind == MCP_REQUEST else payload


def _arguments(raw: Any) -> Any:
    text = raw_items.get(raw, "arguments") or ""
    try:
        return tool_arguments.parse(text) if text else ""
    except tool_arguments.ArgumentsError:
        return text
