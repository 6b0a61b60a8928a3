"""Where something happens: the thread that is the conversation, and a single message in it."""

from typing import Self

from bot.records.base import Record


class Place(Record):
    """A thread. It is the key of a conversation everywhere: message, click, command and worker."""

    channel: str
    thread: str
    """`ts` of the root message."""

    @property
    def tag(self) -> str:
        """One string for the thread. The team is left out: in an organisation it can differ
        between the post and the click."""
        return f"{self.channel}:{self.thread}"

    @classmethod
    def of_tag(cls, tag: str) -> Self:
        channel, _, thread = tag.partition(":")
        return cls(channel=channel, thread=thread)

    @property
    def is_direct(self) -> bool:
        """Whether this is a direct message with the bot, where nobody else can look on."""
        return self.channel.startswith("D")


class MessageRef(Record):
    """One message in Slack."""

    channel: str
    ts: str

    @property
    def is_direct(self) -> bool:
        """As of its place."""
        return self.channel.startswith("D")


class Copy(Record):
    """A message that follows how an approval stands, beside its card."""

    to: str
    """The person who has the card directly; empty for a pointer to it in the thread."""
    ref: MessageRef
