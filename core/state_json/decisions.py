"""Decisions as JSON, complete: what a context that travels alone carries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from core.approvals.decision import Decision, Rule, ToolDecisions

if TYPE_CHECKING:
    from collections.abc import Iterable


def write_decisions(book: Iterable[ToolDecisions]) -> list[dict[str, Any]]:
    """The decisions on each tool of each agent."""
    return [
        {
            "owner": entry.owner,
            "key": list(entry.key),
            "calls": {call_id: asdict(decision) for call_id, decision in entry.calls.items()},
            "rules": write_rules(entry.rules),
        }
        for entry in book
    ]


def read_decisions(documents: Any) -> list[ToolDecisions]:
    """The decisions; TypeError or KeyError when they are none."""
    return [
        ToolDecisions(
            key=tuple(document["key"]),
            owner=str(document["owner"]),
            calls={call_id: Decision(**d) for call_id, d in document["calls"].items()},
            rules=read_rules(document["rules"]),
        )
        for document in documents
    ]


def write_rules(rules: Iterable[Rule]) -> list[dict[str, Any]]:
    """Standing decisions."""
    return [asdict(rule) for rule in rules]


def read_rules(documents: Any) -> list[Rule]:
    """Standing decisions from their stored form."""
    return [
        Rule(**{**document, "decision": Decision(**document["decision"])})
        for document in documents or []
        if isinstance(document, Mapping)
    ]
