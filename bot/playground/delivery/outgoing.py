"""What Slack sends to the app and what came of it: plain records and their encodings."""

import hashlib
import hmac
import json
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol
from urllib.parse import urlencode

from bot.playground.workspace import Json

Kind = Literal["events_api", "interactive", "slash_commands"]
"""Slack's words, as in a Socket Mode envelope's `type`."""
Reason = Literal["http_timeout", "http_error", "connection_failed"]


@dataclass(frozen=True, slots=True)
class Outgoing:
    kind: Kind
    payload: Json

    @property
    def accepts_response(self) -> bool:
        return self.kind != "events_api"

    def http(self) -> tuple[str, bytes]:
        """Content type and raw body of the HTTP form."""
        if self.kind == "events_api":
            return "application/json", json.dumps(self.payload).encode()
        fields = self.payload
        if self.kind == "interactive":
            fields = {"payload": json.dumps(self.payload)}
        return "application/x-www-form-urlencoded", urlencode(fields).encode()


@dataclass(frozen=True, slots=True)
class Retry:
    number: int
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What one front end of the app said to one attempt."""

    status: int
    """The HTTP status, 200 for an acknowledged envelope, 0 for no answer in time."""
    body: str = ""
    elapsed_ms: float = 0.0
    front_end: str = ""
    problem: Reason | None = None
    no_retry: bool = False
    """The app sent `X-Slack-No-Retry: 1`."""

    @property
    def ok(self) -> bool:
        return 200 <= self.status < 300

    @property
    def json(self) -> Json:
        """The body when it is a JSON object, else an empty one."""
        try:
            parsed: Any = json.loads(self.body)
        except ValueError:
            return {}
        return parsed if isinstance(parsed, dict) else {}


@dataclass(slots=True)
class Delivery:
    """One thing sent to the app, with the answers of all attempts so far."""

    outgoing: Outgoing
    answers: list[Answer] = field(default_factory=list)
    over: bool = False
    """No further attempt will be made."""
    resting: bool = False
    """The last attempt failed and the next one is some time away."""

    @property
    def answer(self) -> Answer:
        """The latest answer."""
        return self.answers[-1]

    @property
    def event_id(self) -> str:
        return str(self.outgoing.payload.get("event_id", ""))


class FrontEnd(Protocol):
    """A process of the app that takes deliveries: a request URL or a Socket Mode connection."""

    @property
    def name(self) -> str: ...

    async def send(self, outgoing: Outgoing, retry: Retry | None, *, within: float) -> Answer:
        """Make one attempt and wait at most this many seconds for the answer."""
        ...


def sign(secret: str, timestamp: str, body: bytes) -> str:
    """Slack's v0 signature over the raw body."""
    base = b"v0:" + timestamp.encode() + b":" + body
    return "v0=" + hmac.new(secret.encode(), base, hashlib.sha256).hexdigest()
