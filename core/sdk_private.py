"""Names that are private in the Agents SDK and imported from it all the same.

Each is a function of ours that does the same, found under the module the SDK has it in. Nothing in
the engine uses these names.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

NAMES: dict[str, dict[str, str]] = {
    "core.run_state": {
        "_deserialize_items": "core.state_json.items:read_items",
        "_deserialize_processed_response": "core.state_json.calls:find_calls",
        "_deserialize_tool_call_output_raw_item": "core.state_json.items:read_raw",
        "_serialize_guardrail_results": "core.state_json.guardrails:write_guardrails",
        "_serialize_tool_action_groups": "core.state_json.write:write_actions",
    },
    "core.exceptions": {
        "BaseExceptionGroup": "builtins:BaseExceptionGroup",
        "_is_error_data_redacted": "core.state_json.malformed:keeps_data_back",
    },
    "core.usage": {
        "_attach_raw_usage_snapshot": "core.models.raw_usage:attach",
        "_extract_raw_usage_snapshot": "core.models.raw_usage:attached",
        "_raw_usage_snapshot": "core.models.raw_usage:snapshot",
    },
    "core.memory.sqlite_session": {"_await_mutation": "core.concurrency.tasks:to_its_end"},
    "core.run_context": {"_ApprovalRecord": "core.approvals.decision:ToolDecisions"},
    "core.agent_tool_input": {
        "_build_schema_summary": "core.schemas.summary:schema_summary",
        "_describe_json_schema_field": "core.schemas.summary:field_label",
        "_format_enum_label": "core.schemas.summary:enum_label",
        "_format_literal_label": "core.schemas.summary:literal_label",
        "_read_schema_description": "core.schemas.summary:description_of",
    },
}


def private_names(module: str) -> Callable[[str], Any]:
    """The `__getattr__` of a module."""

    def look_up(name: str) -> Any:
        where = NAMES[module].get(name)
        if where is None:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        source, _, ours = where.partition(":")
        return getattr(importlib.import_module(source), ours)

    return look_up
