"""All messages of all channels in order, and the clock that gives them their ts."""

from collections.abc import Callable
from dataclasses import dataclass, field

from bot.playground.workspace.messages import Message

Clock = Callable[[], float]
"""Seconds since 1970, as time.time gives them."""


@dataclass(slots=True)
class Timeline:
    clock: Clock
    _by_channel: dict[str, dict[str, Message]] = field(default_factory=dict)
    _private: dict[str, Message] = field(default_factory=dict)
    _last: int = 0

    def next_ts(self) -> str:
        """A ts later than every other one of this workspace."""
        self._last = max(self._last + 1, int(self.clock() * 1_000_000))
        return f"{self._last // 1_000_000}.{self._last % 1_000_000:06d}"

    def put(self, message: Message) -> None:
        """Add a message, or replace the one with its ts."""
        if message.visible_to:
            self._private[message.ts] = message
        else:
            self._by_channel.setdefault(message.channel, {})[message.ts] = message

    def find(self, channel: str, ts: str) -> Message | None:
        """A message everybody in the channel sees."""
        return self._by_channel.get(channel, {}).get(ts)

    def find_private(self, ts: str) -> Message | None:
        return self._private.get(ts)

    def drop(self, message: Message) -> None:
        if message.visible_to:
            self._private.pop(message.ts, None)
        else:
            self._by_channel.get(message.channel, {}).pop(message.ts, None)

    def of_channel(self, channel: str) -> tuple[Message, ...]:
        """Roots and replies together, oldest first."""
        return tuple(self._by_channel.get(channel, {}).values())

    def of_thread(self, channel: str, root: str) -> tuple[Message, ...]:
        """The root and its replies, oldest first."""
        return tuple(m for m in self.of_channel(channel) if m.root == root)

    def private_to(self, user_id: str) -> tuple[Message, ...]:
        return tuple(m for m in self._private.values() if m.visible_to == user_id)

    def everything(self) -> tuple[Message, ...]:
        """Every message there is, ephemeral ones too, in the order of their ts."""
        shared = [m for channel in self._by_channel.values() for m in channel.values()]
        return tuple(sorted([*shared, *self._private.values()], key=lambda m: float(m.ts)))
