"""What happened in the workspace, as facts others may translate into Slack's events."""

from dataclasses import dataclass

from bot.playground.workspace.messages import Message


@dataclass(frozen=True, slots=True)
class Posted:
    message: Message


@dataclass(frozen=True, slots=True)
class Changed:
    message: Message
    previous: Message


@dataclass(frozen=True, slots=True)
class Deleted:
    message: Message


@dataclass(frozen=True, slots=True)
class HomeOpened:
    user_id: str
    tab: str
    """`home` or `messages`."""
    channel: str
    """The person's direct message with the app."""


@dataclass(frozen=True, slots=True)
class SessionStopped:
    """A person pressed the stop button of an agent's session."""

    user_id: str
    channel: str
    thread_ts: str
    streaming_ts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Touched:
    """Something a watcher may show changed, and no event of Slack's tells of it."""


Happening = Posted | Changed | Deleted | HomeOpened | SessionStopped | Touched
