"""What tests wait for, and the report when it does not come."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from bot.playground.errors import NothingHappened
from bot.playground.workspace import Message

if TYPE_CHECKING:
    from bot.playground.playground import Playground

T = TypeVar("T")

PATIENCE = 30.0
"""Seconds; a limit costs time only where a test fails, and the machine may be busy."""


async def until(slack: "Playground", look: Callable[[], T | None], within: float, what: str) -> T:
    """The first truthy answer of `look`, or NothingHappened with what there is instead."""
    found = await slack.changes.until(look, within=within)
    if not found:
        raise in_vain(slack, what, within)
    return found


def in_vain(slack: "Playground", what: str, within: float) -> NothingHappened:
    """What to raise, with what there is instead."""
    return NothingHappened(f"no {what} within {within:g} s\n{report(slack)}")


def report(slack: "Playground") -> str:
    """The latest messages, calls and deliveries, for a person to read."""
    lines = ["messages:"]
    lines += [f"  {_line(m)}" for m in slack.messages[-8:]]
    lines.append("calls:")
    lines += [f"  {c.method} {c.error or 'ok'}" for c in list(slack.calls)[-8:]]
    lines.append("deliveries:")
    for delivery in slack.deliveries[-8:]:
        kind = delivery.outgoing.payload.get("event", delivery.outgoing.payload).get("type", "")
        answers = [a.problem or a.status for a in delivery.answers]
        lines.append(f"  {delivery.outgoing.kind} {kind} {answers}")
    return "\n".join(lines)


def _line(message: Message) -> str:
    private = f" (only {message.visible_to})" if message.visible_to else ""
    where = f"{message.channel}{private} {message.user}"
    return f"{where}: {message.shown[:120]!r} {list(message.buttons)}"


def showing(text: str) -> Callable[["Playground"], Message | None]:
    """Finds the first message on which this text can be read."""

    def look(slack: "Playground") -> Message | None:
        readable = (m for m in slack.messages if text in m.shown)
        return next(readable, None)

    return look


@dataclass(frozen=True, slots=True)
class AppMessage:
    """Finds the newest message of the app that has all of this."""

    shown: str
    button: str | None
    channel: str | None
    thread_ts: str | None
    visible_to: str | None

    def __call__(self, slack: "Playground") -> Message | None:
        bot_id = slack.workspace.app.bot_id
        return next(
            (m for m in reversed(slack.messages) if m.bot_id == bot_id and self._fits(m)), None
        )

    def _fits(self, message: Message) -> bool:
        return (
            self.shown in message.shown
            and (self.button is None or any(c.is_called(self.button) for c in message.controls))
            and self.channel in (None, message.channel)
            and self.thread_ts in (None, message.root)
            and self.visible_to == message.visible_to
        )
