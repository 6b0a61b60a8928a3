"""Answers whoever clicked, in private, by whichever way Slack takes; takes away dead buttons."""

import asyncio
import logging
from collections.abc import Awaitable, Iterator

from bot.ports import Message, Messenger, NotDelivered
from bot.records import MessageRef, Place

log = logging.getLogger(__name__)

PATIENCE = 1.0
"""Seconds an answer waits for what it can do without."""


class Replier:
    def __init__(self, messenger: Messenger) -> None:
        self._messenger = messenger

    async def tell(
        self, user: str, message: Message, *, place: Place | None, address: str = ""
    ) -> None:
        """In the thread of the card; where the bot cannot speak, by the click's own address or else
        directly. Never raises."""
        await _first(self._ways(user, message, place, address))

    async def answer(self, user: str, message: Message, *, channel: str, address: str) -> bool:
        """By the address of a command; where Slack does not take it, in the channel or else
        directly. Whether it was delivered; never raises."""
        return await _first(self._command_ways(user, message, channel, address))

    async def retire(self, card: MessageRef, words: Message) -> None:
        """Put words in the place of a card that stands for nothing (any more)."""
        try:
            await self._messenger.update(card, words)
        except NotDelivered as error:
            log.info("an old card keeps its buttons: %s", error.code)

    async def link(self, card: MessageRef) -> str:
        """Leads there; empty when Slack does not say, or not before somebody wonders."""
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._messenger.permalink(card)
        except TimeoutError:
            return ""

    def _ways(
        self, user: str, message: Message, place: Place | None, address: str
    ) -> Iterator[Awaitable[object]]:
        if place is not None and place.channel:
            yield self._messenger.whisper(place, user, message)
        if address:
            yield self._messenger.reply(address, message)
        yield self._messenger.direct(user, message)

    def _command_ways(
        self, user: str, message: Message, channel: str, address: str
    ) -> Iterator[Awaitable[object]]:
        if address:
            yield self._messenger.reply(address, message)
        if channel:
            yield self._messenger.whisper(Place(channel=channel, thread=""), user, message)
        yield self._messenger.direct(user, message)


async def _first(ways: Iterator[Awaitable[object]]) -> bool:
    """Whether one of them worked."""
    for way in ways:
        try:
            await way
        except NotDelivered as error:
            log.info("a private answer goes another way: %s", error.code)
        else:
            return True
    log.warning("somebody could not be answered")
    return False
