"""Whether a document can be a stored state: an error names the field and says what to do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.state_json.malformed import MalformedStateError
from core.state_json.versions import CURRENT_SCHEMA_VERSION, SUPPORTED_SCHEMA_VERSIONS, order

NULL = type(None)

FIELDS: dict[str, tuple[type, ...]] = {
    "current_turn": (int, NULL),
    "max_turns": (int, NULL),
    "current_agent": (Mapping, NULL),
    "original_input": (str, list, NULL),
    "pending_input": (list, NULL),
    "model_responses": (list, NULL),
    "context": (Mapping, NULL),
    "generated_items": (list, NULL),
    "session_items": (list, NULL),
    "current_step": (Mapping, NULL),
    "last_processed_response": (Mapping, NULL),
    "last_model_response": (Mapping, NULL),
    "tool_use_tracker": (Mapping, NULL),
    "input_guardrail_results": (list, NULL),
    "output_guardrail_results": (list, NULL),
    "tool_input_guardrail_results": (list, NULL),
    "tool_output_guardrail_results": (list, NULL),
    "pending_session_write": (Mapping, NULL),
    "conversation_id": (str, NULL),
    "previous_response_id": (str, NULL),
    "trace": (Mapping, NULL),
    "core": (Mapping, NULL),
}
"""What may stand in each field of a state."""

CONTEXT: dict[str, tuple[type, ...]] = {
    "usage": (Mapping, NULL),
    "approvals": (Mapping, NULL),
    "function_tool_approvals": (list, NULL),
    "hosted_mcp_approvals": (list, NULL),
    "tool_invocations": (Mapping,),
    "context_meta": (Mapping, NULL),
}

REQUIRED = ("current_agent", "original_input", "context")
"""Without these nothing can be gone on with."""

NAMES = {
    Mapping: "a mapping",
    list: "a list",
    str: "a text",
    int: "a whole number",
    NULL: "null",
}

ADVICE = "Load the state as it was written by to_json() or to_string()."


def check_shape(document: Any) -> tuple[int, int]:
    """The version of a document; MalformedStateError when it is not a state."""
    if not isinstance(document, Mapping):
        raise MalformedStateError(f"Run state must be an object (a JSON object). {ADVICE}")
    version = _version(document)
    missing = [name for name in REQUIRED if name not in document]
    if missing:
        raise MalformedStateError(f"Run state lacks the field {missing[0]}. {ADVICE}")
    _check("", document, FIELDS)
    context = document.get("context")
    if isinstance(context, Mapping):
        _check("context.", context, CONTEXT)
    return order(version)


def _version(document: Mapping[str, Any]) -> str:
    version = document.get("$schemaVersion")
    if version is None or version == "":
        raise MalformedStateError(f"Run state is missing schema version ($schemaVersion). {ADVICE}")
    if not isinstance(version, str):
        raise MalformedStateError(
            f"Run state schema version has an invalid type: $schemaVersion is a text. {ADVICE}"
        )
    if version not in SUPPORTED_SCHEMA_VERSIONS:
        known = ", ".join(sorted(SUPPORTED_SCHEMA_VERSIONS))
        raise MalformedStateError(
            f"Run state schema version is not supported. Supported versions are: {known}. "
            f"New snapshots are written as version {CURRENT_SCHEMA_VERSION}. "
            "Resume it with the version that wrote it."
        )
    return version


def _check(where: str, document: Mapping[str, Any], fields: Mapping[str, tuple[type, ...]]) -> None:
    for name, kinds in fields.items():
        if name not in document:
            continue
        value = document[name]
        if not isinstance(value, kinds) or (isinstance(value, bool) and int in kinds):
            wanted = " or ".join(NAMES[kind] for kind in kinds)
            raise MalformedStateError(f"Run state field {where}{name} must be {wanted}. {ADVICE}")
