"""JSON schemas in the subset providers enforce: closed objects, every property required.

A schema whose strict form would accept something else than the schema itself has none.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from core.exceptions import UserError
from core.schemas.json_references import NESTED_RESOURCE, is_resource, resolve_ref, resolve_within

__all__ = ["ensure_strict_json_schema", "resolve_ref"]

MAX_DEPTH = 100
_MAX_SCHEMA_NODES = 20_000
OPEN_OBJECT = (
    "additionalProperties should not be set for object types: a strict schema lists every "
    "property. Give {where} a type with named fields, or use strict_mode=False."
)
TOO_DEEP = "The JSON schema is too deeply nested to be made strict."
ANNOTATIONS = frozenset(
    {"$anchor", "$comment", "$defs", "$id", "$schema", "components", "contentEncoding"}
    | {"contentMediaType", "contentSchema", "default", "definitions", "deprecated", "description"}
    | {"discriminator", "example", "examples", "readOnly", "title", "writeOnly"}
)
"""Keywords that say something about values and accept or refuse none."""


def ensure_strict_json_schema(schema: dict[str, Any]) -> dict[str, Any]:
    """The strict form of a schema; UserError when it has none."""
    if not isinstance(schema, dict):
        raise TypeError(f"Expected a dict as schema, got {type(schema).__name__}")
    if not schema:
        return {"additionalProperties": False, "type": "object", "properties": {}, "required": []}
    _check_depth(schema)
    _check_root(schema)
    root = copy.deepcopy(schema)
    strict: dict[str, Any] = _Maker(root).strict(copy.deepcopy(root), 0, nested=False)
    return strict


def _check_depth(schema: dict[str, Any]) -> None:
    pending: list[tuple[Any, int]] = [(schema, 0)]
    while pending:
        node, depth = pending.pop()
        if depth > MAX_DEPTH * 2:
            raise UserError(TOO_DEEP)
        children = node.values() if isinstance(node, dict) else node
        pending += [(child, depth + 1) for child in children if isinstance(child, dict | list)]


def _check_root(root: dict[str, Any]) -> None:
    nullable = isinstance(root.get("type"), list)
    if nullable or "anyOf" in root or "oneOf" in root:
        raise UserError("The root of a strict JSON schema must be an object, not a union.")


@dataclass
class _Maker:
    """Makes the nodes of one schema strict."""

    root: dict[str, Any]
    """The schema as it was given: what references are looked up in."""
    nodes: int = 0
    path: list[str] = field(default_factory=list)
    """The names that lead to where it is."""

    def strict(self, node: Any, depth: int, *, nested: bool) -> Any:
        """The strict form of a node; `nested` within a document of its own."""
        if not isinstance(node, dict):
            return node
        self._count(depth)
        nested = nested or (depth > 0 and is_resource(node))
        node = self._without_aliases(node, nested=nested)
        for name in ("$defs", "definitions"):
            if isinstance(node.get(name), dict):
                node[name] = self._all(node[name], depth, nested=nested)
        self._close(node)
        properties = node.get("properties")
        if isinstance(properties, dict) and _is_object(node):
            node["required"] = list(properties)
            node["properties"] = self._all(properties, depth, nested=nested)
        if isinstance(node.get("items"), dict):
            node["items"] = self.strict(node["items"], depth + 1, nested=nested)
        self._unions(node, depth, nested=nested)
        if "default" in node and node["default"] is None:
            del node["default"]
        return node

    def _close(self, node: dict[str, Any]) -> None:
        if "type" not in node and ("properties" in node or "additionalProperties" in node):
            node["type"] = "object"
        if not _is_object(node):
            return
        if node.setdefault("additionalProperties", False) is not False:
            where = repr(".".join(self.path)) if self.path else "it"
            raise UserError(OPEN_OBJECT.format(where=where))

    def _count(self, depth: int) -> None:
        self.nodes += 1
        if depth > MAX_DEPTH:
            raise UserError(TOO_DEEP)
        if self.nodes > _MAX_SCHEMA_NODES:
            raise UserError("The JSON schema is too large to be made strict.")

    def _all(self, named: dict[str, Any], depth: int, *, nested: bool) -> dict[str, Any]:
        made = {}
        for name, node in named.items():
            self.path.append(name)
            made[name] = self.strict(node, depth + 1, nested=nested)
            self.path.pop()
        return made

    def _unions(self, node: dict[str, Any], depth: int, *, nested: bool) -> None:
        variants = node.pop("oneOf", None)
        if isinstance(variants, list):
            node["anyOf"] = [*node.get("anyOf", []), *variants]
        for name in ("anyOf", "allOf"):
            if isinstance(node.get(name), list):
                node[name] = [self.strict(v, depth + 1, nested=nested) for v in node[name]]

    def _without_aliases(
        self, node: dict[str, Any], *, nested: bool, seen: frozenset[str] = frozenset()
    ) -> dict[str, Any]:
        """References that do not stand alone, and an `allOf` of one, put in place."""
        ref, entries = node.get("$ref"), node.get("allOf")
        alone = isinstance(entries, list) and len(entries) == 1 and isinstance(entries[0], dict)
        if ref is not None and len(node) > 1:
            more = {key: value for key, value in node.items() if key != "$ref"}
            if not ANNOTATIONS.issuperset(more):
                raise UserError(
                    f"A `$ref` with an incompatible sibling has no strict form: {sorted(more)}"
                )
            return {**self._target(ref, nested=nested, seen=seen), **more}
        if alone:
            more = {key: value for key, value in node.items() if key != "allOf"}
            entry = entries[0]  # type: ignore[index]
            if set(entry) == {"$ref"}:
                entry = self._target(entry["$ref"], nested=nested, seen=seen)
            return _merged(more, self._without_aliases(entry, nested=nested, seen=seen))
        return node

    def _target(self, ref: Any, *, nested: bool, seen: frozenset[str]) -> dict[str, Any]:
        if not isinstance(ref, str):
            raise TypeError(f"A $ref must be a string, got {ref!r}")
        if ref in seen:
            raise UserError(f"The reference {ref!r} is circular.")
        if nested:
            raise UserError(NESTED_RESOURCE)
        self._count(len(seen))
        target = copy.deepcopy(resolve_within(self.root, ref))
        seen = seen | {ref}
        if set(target) == {"$ref"}:
            return self._target(target["$ref"], nested=nested, seen=seen)
        return self._without_aliases(target, nested=nested, seen=seen)


def _merged(parent: dict[str, Any], entry: dict[str, Any]) -> dict[str, Any]:
    """A schema and the only entry of its `allOf` as one; UserError where they are at odds."""
    empty = not parent.get("properties")
    if empty and parent.get("additionalProperties") is False and entry.get("properties"):
        raise UserError("A singleton `allOf` must not add properties to a closed object.")
    free = ANNOTATIONS | {"required"} | ({"properties"} if empty else set())
    shared = (parent.keys() & entry.keys()) - free
    odd = sorted(key for key in shared if not _same(parent[key], entry[key]))
    if odd:
        raise UserError(f"A singleton `allOf` is at odds with its parent in: {', '.join(odd)}")
    said = {k: v for k, v in parent.items() if k in ANNOTATIONS or k not in entry}
    return {**entry, **{k: v for k, v in said.items() if k != "required"}}


def _same(one: Any, other: Any) -> bool:
    """Equal as JSON: 1 is 1.0, but it is not true."""
    return _canonical(one) == _canonical(other)


def _canonical(value: Any) -> str:
    def plain(item: Any) -> Any:
        if isinstance(item, Mapping):
            return {key: plain(part) for key, part in item.items()}
        if isinstance(item, list):
            return [plain(part) for part in item]
        return int(item) if isinstance(item, float) and item.is_integer() else item

    return json.dumps(plain(value), sort_keys=True, default=str)


def _is_object(node: dict[str, Any]) -> bool:
    kind = node.get("type")
    return kind == "object" or (isinstance(kind, list) and "object" in kind)
