"""The versions of the stored format, and what each one added."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

CURRENT_SCHEMA_VERSION = "1.21"

SCHEMA_VERSION_SUMMARIES: dict[str, str] = {
    "1.0": "the first format: interrupted runs",
    "1.1": "as 1.0; reading older states is promised from here on",
    "1.2": "reasoning_item_id_policy",
    "1.3": "traces are taken up again on resume",
    "1.4": "request_id of model responses",
    "1.5": "generated_prompt_cache_key and namespaces of tools",
    "1.6": "rejection messages of single calls",
    "1.7": "origins of tools",
    "1.8": "descriptions and titles of tools on calls",
    "1.9": "custom tools",
    "1.10": "identities of agents with the same name",
    "1.11": "data that tools attach to their outputs",
    "1.12": "input that was staged while a run was paused",
    "1.13": "ownership of the items of the current response",
    "1.14": "decisions on tools of hosted MCP servers",
    "1.15": "decisions are bound to the call that was shown",
    "1.16": "bindings of tools of MCP servers",
    "1.17": "pending writes to a session",
    "1.18": "decisions on function tools belong to an agent",
    "1.19": "items of a nested history know who owns them",
    "1.20": "states that cannot be resumed say so",
    "1.21": "writes to a session that are held back until a run is resumed",
}

SUPPORTED_SCHEMA_VERSIONS = frozenset(SCHEMA_VERSION_SUMMARIES)


def order(version: str) -> tuple[int, int]:
    """A version as a pair that can be compared."""
    major, _, minor = version.partition(".")
    return int(major), int(minor)


def is_newer(document: Mapping[str, Any]) -> bool:
    """Whether a state was written by a later version of this engine."""
    try:
        return order(str(document.get("$schemaVersion"))) > order(CURRENT_SCHEMA_VERSION)
    except ValueError:
        return False
