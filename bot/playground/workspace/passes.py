"""What an app may use for a while after somebody acted: trigger ids and response urls."""

from collections.abc import Callable
from dataclasses import dataclass, field

from bot.playground.errors import Refused

TRIGGER_SECONDS = 3.0
RESPONSE_URL_SECONDS = 30 * 60.0
RESPONSE_URL_USES = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Trigger:
    id: str
    user_id: str
    expires: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ResponseUrl:
    """Permission to answer in one place; `source_ts` names the message that was acted on."""

    secret: str
    channel: str
    user_id: str
    expires: float
    source_ts: str | None = None


@dataclass(slots=True)
class Passes:
    clock: Callable[[], float]
    new_id: Callable[[str], str]
    _triggers: dict[str, Trigger] = field(default_factory=dict)
    _exchanged: set[str] = field(default_factory=set)
    _urls: dict[str, ResponseUrl] = field(default_factory=dict)
    _uses: dict[str, int] = field(default_factory=dict)

    def new_trigger(self, user_id: str) -> str:
        trigger = Trigger(
            id=f"{self.new_id('')}.{user_id}",
            user_id=user_id,
            expires=self.clock() + TRIGGER_SECONDS,
        )
        self._triggers[trigger.id] = trigger
        return trigger.id

    def exchange(self, trigger_id: str) -> Trigger:
        """Use a trigger id, which works once and for three seconds."""
        trigger = self._triggers.get(trigger_id)
        if trigger is None:
            raise Refused("invalid_trigger_id")
        if trigger_id in self._exchanged:
            raise Refused("exchanged_trigger_id")
        if self.clock() > trigger.expires:
            raise Refused("expired_trigger_id")
        self._exchanged.add(trigger_id)
        return trigger

    def new_response_url(self, *, channel: str, user_id: str, source_ts: str | None) -> str:
        """The secret part of a response url."""
        url = ResponseUrl(
            secret=self.new_id("R"),
            channel=channel,
            user_id=user_id,
            source_ts=source_ts,
            expires=self.clock() + RESPONSE_URL_SECONDS,
        )
        self._urls[url.secret] = url
        return url.secret

    def use(self, secret: str) -> ResponseUrl:
        """Use a response url, which works five times within thirty minutes."""
        url = self._urls.get(secret)
        if url is None:
            raise Refused("no_service")
        if self.clock() > url.expires:
            raise Refused("expired_url")
        if self._uses.get(secret, 0) >= RESPONSE_URL_USES:
            raise Refused("used_url")
        self._uses[secret] = self._uses.get(secret, 0) + 1
        return url
