"""Every Web API call the app made, in order."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from bot.playground.workspace import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    method: str
    """Such as `chat.postMessage`; also `response_url` and `upload`."""
    arguments: Json
    """As sent; structured arguments that came as JSON text are parsed. Never the token."""
    at: float
    """Seconds since 1970."""
    status: int
    answer: Json

    @property
    def ok(self) -> bool:
        return bool(self.answer.get("ok"))

    @property
    def error(self) -> str | None:
        return self.answer.get("error")


@dataclass(slots=True)
class Calls:
    _calls: list[Call] = field(default_factory=list)

    def add(self, call: Call) -> None:
        self._calls.append(call)

    def of(self, method: str) -> list[Call]:
        return [c for c in self._calls if c.method == method]

    def clear(self) -> None:
        """Forget what was recorded so far."""
        self._calls.clear()

    def __getitem__(self, index: int) -> Call:
        return self._calls[index]

    def __iter__(self) -> Iterator[Call]:
        return iter(self._calls)

    def __len__(self) -> int:
        return len(self._calls)
