"""What one round of a courier has put where. While it lasts nobody else puts anything there, so
what stands there already is not put there again: Slack takes about fifty changes a minute."""

from bot.ports import Message, Messenger, NotDelivered
from bot.records import MessageRef


class Slate:
    def __init__(self, messenger: Messenger) -> None:
        self._messenger = messenger
        self._there: dict[MessageRef, Message] = {}

    async def put(self, ref: MessageRef, message: Message) -> None:
        """Change what stands there, if it is something else. What Slack refuses for good is not
        tried twice. Raises `NotDelivered`."""
        if self._there.get(ref) == message:
            return
        self._there[ref] = message
        try:
            await self._messenger.update(ref, message)
        except NotDelivered as error:
            if not error.permanent:
                del self._there[ref]
            raise
