"""What stands somewhere already is not put there once more."""

import pytest

from bot.ports import Message, NotDelivered
from bot.records import MessageRef, Place
from bot.service.slate import Slate
from bot.testing.messenger import MemoryMessenger


class Wall:
    """One message, and how often it was changed."""

    def __init__(self) -> None:
        self.changes: list[str] = []
        self.messenger = MemoryMessenger(watch=self._changed)
        self.slate = Slate(self.messenger)

    def _changed(self, ref: MessageRef, message: Message) -> None:
        self.changes.append(message.text)

    async def posted(self) -> MessageRef:
        ref = await self.messenger.post(Place(channel="C0OPS", thread="1.1"), Message("asked"))
        self.changes.clear()
        return ref


def words(text: str) -> Message:
    """Equal to every other one of the same text, and never the same object."""
    return Message(text, [{"type": "section", "text": {"type": "mrkdwn", "text": text}}])


async def test_a_message_is_changed_once_for_each_thing_it_comes_to_show() -> None:
    wall = Wall()
    ref = await wall.posted()
    for text in ("approved", "approved", "done", "done", "approved"):
        await wall.slate.put(ref, words(text))
    assert wall.changes == ["approved", "done", "approved"]


async def test_what_slack_has_not_taken_is_put_there_again() -> None:
    wall = Wall()
    ref = await wall.posted()
    await wall.slate.put(ref, words("approved"))
    wall.messenger.closed["C0OPS"] = "ratelimited"
    with pytest.raises(NotDelivered):
        await wall.slate.put(ref, words("done"))
    wall.messenger.closed.clear()
    await wall.slate.put(ref, words("approved"))
    assert wall.changes == ["approved", "approved"]
