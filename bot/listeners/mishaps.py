"""A listener that fails: whoever waits is told, and the log learns where, not what was said."""

import logging

from slack_bolt.response import BoltResponse

from bot.blame import blame
from bot.listeners.payload import Payload
from bot.listeners.replies import MISHAP, Replies

log = logging.getLogger(__name__)


class Mishaps:
    def __init__(self, replies: Replies) -> None:
        self._replies = replies

    async def handle(self, error: Exception, body: Payload) -> BoltResponse:
        log.error("a listener failed: %s", blame(error))
        self._replies.tell(body, MISHAP)
        # Acknowledged: the same request would fail the same way.
        return BoltResponse(status=200, body="")
