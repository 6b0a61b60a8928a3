"""What an agent shows beside a thread: status line, title, suggested prompts, session state."""

from dataclasses import dataclass, field, replace
from typing import Literal, get_args

from bot.playground.workspace.messages import Json

SessionStatus = Literal["processing", "active", "suspended", "closed"]
SESSION_STATUSES: tuple[str, ...] = get_args(SessionStatus)


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    channel: str
    thread_ts: str
    """Empty for the top level of a direct message."""
    typing: str = ""
    """The status line, such as `is thinking…`."""
    loading_messages: tuple[str, ...] = ()
    title: str = ""
    prompts: tuple[Json, ...] = ()
    status: str = ""
    """A SessionStatus once the app has set one."""


@dataclass(slots=True)
class Sessions:
    _sessions: dict[tuple[str, str], Session] = field(default_factory=dict)

    def of(self, channel: str, thread_ts: str) -> Session:
        known = self._sessions.get((channel, thread_ts))
        return known or Session(channel=channel, thread_ts=thread_ts)

    def put(self, session: Session) -> None:
        self._sessions[session.channel, session.thread_ts] = session

    def answered(self, channel: str, thread_ts: str) -> None:
        """The app posted in the thread, which takes the status line away."""
        session = self.of(channel, thread_ts)
        if session.typing:
            self.put(replace(session, typing="", loading_messages=()))

    def everything(self) -> tuple[Session, ...]:
        return tuple(self._sessions.values())
