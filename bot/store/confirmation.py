"""Waiting until a write would survive: sent on the same connection right behind it."""

from dataclasses import dataclass
from typing import Any, Protocol

from bot.ports import NotRecorded

PATIENCE_MS = 3000
"""Less than the connection waits for an answer."""


class Confirmation(Protocol):
    @property
    def command(self) -> tuple[str | int, ...] | None:
        """What to send behind the write; `None`: the server's answer is confirmation enough."""
        ...

    def check(self, answer: Any) -> None:
        """Raises `NotRecorded` when the write is not as safe as asked."""
        ...

    @property
    def of_replicas(self) -> "Confirmation":
        """What of it takes no time to speak of; the disk takes up to a second."""
        ...


@dataclass(frozen=True)
class AtOnce:
    """The server syncs its log before it answers, or nothing better is to be had."""

    command: None = None

    def check(self, answer: Any) -> None:
        return None

    @property
    def of_replicas(self) -> Confirmation:
        return self


@dataclass(frozen=True)
class Synced:
    """The log is synced every second: wait for it (Redis 7.2, Valkey)."""

    command: tuple[str | int, ...] = ("WAITAOF", 1, 0, PATIENCE_MS)

    def check(self, answer: Any) -> None:
        if int(answer[0]) < 1:
            raise NotRecorded("Redis did not confirm that it is on its disk", maybe=True)

    @property
    def of_replicas(self) -> Confirmation:
        return AtOnce()


@dataclass(frozen=True)
class Replicated:
    """One replica at least has it."""

    command: tuple[str | int, ...] = ("WAIT", 1, PATIENCE_MS)

    def check(self, answer: Any) -> None:
        if int(answer) < 1:
            raise NotRecorded("no replica of Redis confirmed it", maybe=True)

    @property
    def of_replicas(self) -> Confirmation:
        return self


@dataclass(frozen=True)
class SyncedAndReplicated:
    """On its own disk and on a replica's."""

    command: tuple[str | int, ...] = ("WAITAOF", 1, 1, PATIENCE_MS)

    def check(self, answer: Any) -> None:
        if int(answer[0]) < 1 or int(answer[1]) < 1:
            raise NotRecorded("Redis and a replica did not both confirm it", maybe=True)

    @property
    def of_replicas(self) -> Confirmation:
        return Replicated()
