"""Everything that can go wrong in the playground.

PlaygroundError
├── Refused           Slack would answer `ok: false` with this code
│   └── MissingScope
├── CannotDo          no Slack client lets a person do this
│   ├── NoSuchControl     the message or view has no such live button, menu or field
│   └── FormIncomplete    the modal's own checks keep it from being submitted
└── NothingHappened   a wait ran out of time
"""

from collections.abc import Iterable, Sequence
from typing import Any


class PlaygroundError(Exception):
    """The root of this package's errors."""


class Refused(PlaygroundError):
    """An answer of the Web API that says no."""

    def __init__(self, code: str, *, problems: Sequence[str] = (), **details: Any) -> None:
        super().__init__(code)
        self.code = code
        self.details = details
        self.problems = tuple(problems)

    def json(self) -> dict[str, Any]:
        """The body Slack sends, `errors` and `response_metadata.messages` naming each problem."""
        body: dict[str, Any] = {"ok": False, "error": self.code, **self.details}
        if self.problems:
            body["errors"] = list(self.problems)
            body["response_metadata"] = {"messages": [f"[ERROR] {p}" for p in self.problems]}
        return body


class MissingScope(Refused):
    """The app was not granted any of the scopes that would do."""

    def __init__(self, needed: Iterable[str], provided: Iterable[str]) -> None:
        super().__init__(
            "missing_scope", needed=",".join(sorted(needed)), provided=",".join(sorted(provided))
        )


class CannotDo(PlaygroundError):
    """A person tried what a Slack client does not offer."""


class NoSuchControl(CannotDo):
    """There is no such live control on this surface for this person."""


class FormIncomplete(CannotDo):
    """A required field is empty, or a value breaks the field's own limits."""


class NothingHappened(PlaygroundError, TimeoutError):
    """What was waited for did not come in time; the text says what came instead."""
