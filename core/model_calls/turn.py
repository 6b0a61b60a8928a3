"""The answer of the model a run is working on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Turn:
    """The latest answer: where its items begin, and what it asks for."""

    start: int
    """Index of its first item in the record of the run."""
    generated_start: int
    """Index of its first item in what the model sees."""
    calls: tuple[str, ...] = ()
    """Ids of the calls it makes here, in order; tools of the provider are not among them."""
    tools_used: tuple[str, ...] = ()
    uses_hosted_tools: bool = False
    repeats: bool = False
    """It makes a call again that has its output already."""
    text: str | None = None
    """The text of its last message; None when it has no message or no text."""
    refusal: str | None = None
    has_message: bool = False
    results_weighed: bool = False
    """Whether it is settled that the tools' results are not the final output."""
    over: bool = False


@dataclass(frozen=True)
class FinalOutput:
    """The final output of a run."""

    value: Any
    checked: bool = False
    """Whether the output guardrails have seen it."""
    from_tools: bool = False
    to_be_said: str | None = None
    """The message that is still to go on record, of an output no message of the model has."""
