"""What the scripted model says once its calls are answered: pure, from calls and outputs alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.outputs.edit_note import without_note


@dataclass(frozen=True)
class Outcome:
    """A call and what came back for it."""

    tool: str
    arguments: Mapping[str, Any]
    output: str


_DONE = {"restart_service": "restarted", "scale_service": "scaled", "delete_service": "deleted"}

_ENDINGS = (
    (("a person checked",), "A person has checked: {what}."),
    (
        ("may have run", "unknown", "in doubt", "nobody knows", "not known"),
        "It is not certain whether {what}.",
    ),
    (("nobody answered", "expired", "in time"), "Nobody decided in time, so {not_done}."),
    (("cancel", "called off"), "This was called off, so {not_done}."),
    (("not approved", "reject", "declin", "denied", "refus"), "Somebody said no, so {not_done}."),
)
"""Told apart by words, because other parts of the bot phrase them; the first that fits."""


def reply(outcomes: Sequence[Outcome]) -> str:
    """One message about everything that came back, as Markdown."""
    return "\n\n".join(_about(outcome) for outcome in outcomes)


def _about(outcome: Outcome) -> str:
    if outcome.tool not in _DONE:
        return _bullets(outcome.output)
    name, env = outcome.arguments.get("service", "it"), outcome.arguments.get("env", "?")
    head, output = f"{name} in {env} was ", without_note(outcome.output)
    if output.startswith(head):
        return f"Done. **{name}** in {env} was {output.removeprefix(head)}."
    return _undone(_DONE[outcome.tool], f"**{name}** in {env}", output.strip())


def _undone(done: str, what: str, text: str) -> str:
    low = text.lower()
    for signs, ending in _ENDINGS:
        if any(sign in low for sign in signs):
            said = ending.format(what=f"{what} was {done}", not_done=f"{what} was not {done}")
            return f"{said}\n\n{_quoted(text)}" if text else said
    return f"{what} was not {done}.\n\n{_quoted(text)}" if text else f"{what} was not {done}."


def _bullets(output: str) -> str:
    return "\n".join(f"- {_bold(line)}" for line in output.splitlines() if line.strip())


def _bold(line: str) -> str:
    """The name in bold, and in front of it what needs a look."""
    name, separator, rest = line.partition(" in ")
    return f"**{name}** in {rest}" if separator else line


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.splitlines())
