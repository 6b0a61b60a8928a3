"""JSON schemas in the subset providers enforce: closed objects, every property required."""

from __future__ import annotations

import copy
from typing import Any

from core.exceptions import UserError

MAX_DEPTH = 100
OPEN_OBJECT = (
    "additionalProperties should not be set for object types: a strict schema lists every "
    "property. Change the type, or do not ask for a strict schema."
)


def ensure_strict_json_schema(schema: dict[str, Any]) -> dict[str, Any]:
    """The strict form of a schema; UserError when it has none."""
    if not isinstance(schema, dict):
        raise TypeError(f"Expected a dict as schema, got {type(schema).__name__}")
    if not schema:
        return {"additionalProperties": False, "type": "object", "properties": {}, "required": []}
    _check_depth(schema)
    root = copy.deepcopy(schema)
    _check_root(root)
    strict: dict[str, Any] = _strict(root, root, 0)
    return strict


def resolve_ref(*, root: dict[str, Any], ref: str) -> Any:
    """What a local reference points at."""
    if not ref.startswith("#/"):
        raise ValueError(f"Unexpected $ref format {ref!r}; does not start with #/")
    value: Any = root
    for token in ref[2:].split("/"):
        value = value[token.replace("~1", "/").replace("~0", "~")]
    return value


def _check_depth(schema: dict[str, Any]) -> None:
    pending: list[tuple[Any, int]] = [(schema, 0)]
    while pending:
        node, depth = pending.pop()
        if depth > MAX_DEPTH * 2:
            raise UserError("The JSON schema is too deeply nested to be made strict.")
        children = node.values() if isinstance(node, dict) else node
        pending += [(child, depth + 1) for child in children if isinstance(child, dict | list)]


def _check_root(root: dict[str, Any]) -> None:
    nullable = isinstance(root.get("type"), list)
    if nullable or "anyOf" in root or "oneOf" in root:
        raise UserError("The root of a strict JSON schema must be an object, not a union.")


def _strict(node: Any, root: dict[str, Any], depth: int) -> Any:
    if not isinstance(node, dict):
        return node
    if depth > MAX_DEPTH:
        raise UserError("The JSON schema is too deeply nested to be made strict.")
    for name in ("$defs", "definitions"):
        if isinstance(node.get(name), dict):
            node[name] = {k: _strict(v, root, depth + 1) for k, v in node[name].items()}
    _close_object(node)
    properties = node.get("properties")
    if isinstance(properties, dict) and _is_object(node):
        node["required"] = list(properties)
        node["properties"] = {k: _strict(v, root, depth + 1) for k, v in properties.items()}
    if isinstance(node.get("items"), dict):
        node["items"] = _strict(node["items"], root, depth + 1)
    _strict_unions(node, root, depth)
    if "default" in node and node["default"] is None:
        del node["default"]
    return _expand_ref(node, root, depth)


def _is_object(node: dict[str, Any]) -> bool:
    kind = node.get("type")
    return kind == "object" or (isinstance(kind, list) and "object" in kind)


def _close_object(node: dict[str, Any]) -> None:
    if "type" not in node and ("properties" in node or "additionalProperties" in node):
        node["type"] = "object"
    if not _is_object(node):
        return
    if "additionalProperties" not in node:
        node["additionalProperties"] = False
    elif node["additionalProperties"] is not False:
        raise UserError(OPEN_OBJECT)


def _strict_unions(node: dict[str, Any], root: dict[str, Any], depth: int) -> None:
    variants = node.pop("oneOf", None)
    if isinstance(variants, list):
        node["anyOf"] = [*node.get("anyOf", []), *variants]
    if isinstance(node.get("anyOf"), list):
        node["anyOf"] = [_strict(variant, root, depth + 1) for variant in node["anyOf"]]
    entries = node.get("allOf")
    if isinstance(entries, list):
        if len(entries) == 1:
            del node["allOf"]
            merged = {**entries[0], **{k: v for k, v in node.items() if k != "required"}}
            node.clear()
            node.update(_strict(merged, root, depth + 1))
        else:
            node["allOf"] = [_strict(entry, root, depth + 1) for entry in entries]


def _expand_ref(node: dict[str, Any], root: dict[str, Any], depth: int) -> dict[str, Any]:
    """A reference may not stand beside other keys, so its target is put in its place."""
    ref = node.get("$ref")
    if ref is None or len(node) == 1:
        return node
    if not isinstance(ref, str):
        raise TypeError(f"A $ref must be a string, got {ref!r}")
    target = resolve_ref(root=root, ref=ref)
    if not isinstance(target, dict):
        message = f"Expected {ref!r} to point at a dict, got {target!r}"
        raise ValueError(message)  # noqa: TRY004 - the public type of this error
    siblings = {key: value for key, value in node.items() if key != "$ref"}
    expanded: dict[str, Any] = _strict({**copy.deepcopy(target), **siblings}, root, depth + 1)
    return expanded
