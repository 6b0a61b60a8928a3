"""Where Slack's HTTP requests come in: nothing unsigned, too long or unreadable goes further."""

import asyncio
import time
from collections.abc import Callable

from aiohttp import web
from slack_bolt.adapter.aiohttp import to_aiohttp_response

from bot.front.body import Unreadable, read_body
from bot.front.desk import Desk
from bot.front.metrics import Metrics
from bot.front.signature import is_signed

LONGEST_BODY = 1024 * 1024
"""Bytes."""
SLOWEST_BODY = 5.0
"""Seconds a sender may take for the body."""


class Door:
    """`POST /slack/events`: events, clicks, commands."""

    def __init__(
        self,
        desk: Desk,
        metrics: Metrics,
        *,
        signing_secret: str,
        now: Callable[[], float] = time.time,
    ) -> None:
        if not signing_secret.strip():
            raise ValueError("the signing secret is empty: every request would have to be refused")
        self._desk = desk
        self._metrics = metrics
        self._secret = signing_secret
        self._now = now

    async def enter(self, request: web.Request) -> web.Response:
        """The body appears in no answer and in no log."""
        try:
            async with asyncio.timeout(SLOWEST_BODY):
                raw = await request.read()
        except TimeoutError:
            return self._refuse(408)
        except web.HTTPRequestEntityTooLarge:
            return self._refuse(413)
        except web.RequestPayloadError:
            return self._refuse(400)
        if not is_signed(request.headers, raw, secret=self._secret, now=self._now()):
            return self._refuse(401)
        try:
            body = read_body(raw, request.content_type)
        except Unreadable:
            return self._refuse(400)
        return await to_aiohttp_response(await self._desk.serve(body))

    def _refuse(self, status: int) -> web.Response:
        self._metrics.refused(status)
        return web.Response(status=status)
