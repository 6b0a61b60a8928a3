"""Private words to whoever did something the bot cannot take further."""

import logging
from collections.abc import Awaitable, Iterator
from dataclasses import dataclass

from bot import cards
from bot.listeners.payload import Payload, part, text
from bot.ports import Message, Messenger, NotDelivered
from bot.records import Place
from bot.service.background import Background

log = logging.getLogger(__name__)

OUTSIDER = cards.outsider()
UNKNOWN_BUTTON = Message("This button is not one of mine any more. Nothing was done.")
UNKNOWN_SHORTCUT = Message("I do not know this shortcut. Nothing was done.")
UNREADABLE = Message("There is nothing in this message that I can read. Nothing was done.")
MISHAP = Message("Something went wrong on my side, and nothing was recorded. Please try again.")


@dataclass(frozen=True)
class Addressee:
    user: str
    channel: str
    thread: str = ""
    response_url: str = ""


def addressee(body: Payload) -> Addressee:
    """Whoever caused this payload: an event, a click, a shortcut or a command."""
    event = part(body, "event")
    if event:
        return Addressee(text(event, "user"), text(event, "channel"), text(event, "thread_ts"))
    return Addressee(
        text(body, "user", "id") or text(body, "user_id"),
        text(body, "channel", "id") or text(body, "channel_id"),
        text(body, "container", "thread_ts") or text(body, "message", "thread_ts"),
        text(body, "response_url"),
    )


class Replies:
    """Says it beside the acknowledgement, never before it."""

    def __init__(self, messenger: Messenger, background: Background) -> None:
        self._messenger = messenger
        self._background = background

    def tell(self, body: Payload, message: Message) -> None:
        self._background.start(self._tell(addressee(body), message), name="private reply")

    async def _tell(self, to: Addressee, message: Message) -> None:
        for way in self._ways(to, message):
            try:
                return await way
            except NotDelivered as error:
                log.warning("a private reply was not delivered: %s", error.code)
        return None

    def _ways(self, to: Addressee, message: Message) -> Iterator[Awaitable[None]]:
        """The best one first."""
        # What goes through the response address stands beside the thread, not in it.
        if to.user and to.channel and (to.thread or not to.response_url):
            place = Place(channel=to.channel, thread=to.thread)
            yield self._messenger.whisper(place, to.user, message)
        if to.response_url:
            yield self._messenger.reply(to.response_url, message)
