"""One Socket Mode connection of Slack's library, with its signs of life."""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from slack_sdk.errors import SlackApiError
from slack_sdk.socket_mode.aiohttp import SocketModeClient
from slack_sdk.web.async_client import AsyncWebClient

from bot.front.liveness import Signs
from bot.slack.client import is_loopback
from bot.slack.web_api import read_failure

logger = logging.getLogger("slack_sdk.socket_mode")


class Link(SocketModeClient):
    """Reconnects by itself while it can; whoever holds it watches `signs`."""

    def __init__(
        self,
        client: AsyncWebClient,
        *,
        app_token: str,
        ping_interval: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        # The library logs payloads below INFO, and a traceback for every failed attempt.
        logger.setLevel(logging.CRITICAL)
        super().__init__(
            app_token=app_token, logger=logger, web_client=client, ping_interval=ping_interval
        )
        if is_loopback(client.base_url):
            self.proxy = None
        self.refused = ""
        """Slack's error code when it gave no address to connect to."""
        self.answered = asyncio.Event()
        """Set as soon as it is known whether Slack lets us in."""
        self._clock = clock
        self._signs = Signs(born_at=clock())
        self._last_pong: float | None = None
        self.message_listeners.append(self._hear)

    @property
    def signs(self) -> Signs:
        if self.last_ping_pong_time != self._last_pong:
            self._last_pong = self.last_ping_pong_time
            self._signs = replace(self._signs, heard_at=self._clock())
        session = self.current_session
        return replace(self._signs, is_open=session is not None and not session.closed)

    async def issue_new_wss_url(self) -> str:
        try:
            url = await super().issue_new_wss_url()
        except SlackApiError as error:
            failure = read_failure(error.response)
            self.refused = failure.code if failure.is_answer else ""
            self.answered.set()
            raise
        self.refused = ""
        return url

    async def connect(self) -> None:
        await super().connect()  # type: ignore[no-untyped-call]
        self._signs = replace(self._signs, connected_at=self._clock())
        self.answered.set()

    async def close(self) -> None:
        """Also waits for the library's tasks to be gone."""
        tasks = (self.message_processor, self.current_session_monitor, self.message_receiver)
        await super().close()  # type: ignore[no-untyped-call]
        for task in tasks:
            if task is not None:
                with suppress(asyncio.CancelledError):
                    await task

    async def _hear(self, _: Any, message: dict[str, Any], __: str | None = None) -> None:
        now = self._clock()
        self._signs = replace(self._signs, heard_at=now)
        if message.get("type") == "hello":
            self._signs = replace(self._signs, greeted_at=now)
