"""What stands somewhere already is not put there once more."""

import pytest

from bot.ports import Message, NotDelivered
from bot.records import MessageRef
from bot.service.outbound.slate import Slate
from bot.testing.messenger import MemoryMessenger

CARD = MessageRef(channel="C0OPS", ts="1.1")


class Wall(MemoryMessenger):
    """Everything that was tried to be put there, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.tried: list[str] = []
        self.refusal: NotDelivered | None = None

    async def update(self, ref: MessageRef, message: Message) -> None:
        self.tried.append(message.text)
        if self.refusal is not None:
            raise self.refusal


def words(text: str) -> Message:
    """Equal to every other one of the same text, and never the same object."""
    return Message(text, [{"type": "section", "text": {"type": "mrkdwn", "text": text}}])


async def test_a_message_is_changed_once_for_each_thing_it_comes_to_show() -> None:
    wall = Wall()
    slate = Slate(wall)
    for text in ("approved", "approved", "done", "done", "approved"):
        await slate.put(CARD, words(text))
    assert wall.tried == ["approved", "done", "approved"]


@pytest.mark.parametrize(("permanent", "tried"), [(False, 2), (True, 1)])
async def test_what_slack_has_not_taken_is_tried_again_unless_it_never_will(
    permanent: bool, tried: int
) -> None:
    wall = Wall()
    slate = Slate(wall)
    wall.refusal = NotDelivered("no", permanent=permanent)
    with pytest.raises(NotDelivered):
        await slate.put(CARD, words("done"))
    wall.refusal = None
    await slate.put(CARD, words("done"))
    assert len(wall.tried) == tried
