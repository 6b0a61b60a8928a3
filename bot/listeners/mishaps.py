"""A listener that fails: whoever waits is told, and the log learns where, not what was said."""

import logging
import traceback

from slack_bolt.response import BoltResponse

from bot.listeners.payload import Payload
from bot.listeners.replies import MISHAP, Replies

log = logging.getLogger(__name__)


class Mishaps:
    def __init__(self, replies: Replies) -> None:
        self._replies = replies

    async def handle(self, error: Exception, body: Payload) -> BoltResponse:
        # Neither the message nor the values in the frames: both may quote what somebody wrote.
        frames = traceback.extract_tb(error.__traceback__)
        where = " < ".join(f"{frame.name}:{frame.lineno}" for frame in reversed(frames[-4:]))
        log.error("a listener failed: %s in %s", type(error).__name__, where)
        self._replies.tell(body, MISHAP)
        # Acknowledged: the same request would fail the same way.
        return BoltResponse(status=200, body="")
