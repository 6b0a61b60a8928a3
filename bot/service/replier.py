"""Tells one person something in private, by whichever way Slack takes."""

import logging
from collections.abc import Awaitable, Iterator

from bot.ports import Message, Messenger, NotDelivered
from bot.records import Place

log = logging.getLogger(__name__)


class Replier:
    def __init__(self, messenger: Messenger) -> None:
        self._messenger = messenger

    async def tell(
        self, user: str, message: Message, *, place: Place | None, address: str = ""
    ) -> None:
        """In the thread of the card; where the bot cannot speak, by the click's own address or in a
        direct message. Never raises."""
        for way in self._ways(user, message, place, address):
            try:
                await way
            except NotDelivered as error:
                log.info("a private answer goes another way: %s", error.code)
            else:
                return
        log.warning("somebody could not be answered")

    def _ways(
        self, user: str, message: Message, place: Place | None, address: str
    ) -> Iterator[Awaitable[object]]:
        if place is not None and place.channel:
            yield self._messenger.whisper(place, user, message)
        if address:
            yield self._messenger.reply(address, message)
        else:
            yield self._messenger.direct(user, message)
