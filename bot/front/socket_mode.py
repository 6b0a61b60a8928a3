"""Socket Mode: Slack's requests through a connection the bot opens, and opens again."""

import asyncio
import json
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

from slack_bolt.response import BoltResponse
from slack_sdk.socket_mode.async_client import AsyncBaseSocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest
from slack_sdk.socket_mode.response import SocketModeResponse
from slack_sdk.web.async_client import AsyncWebClient

from bot.errors import SettingsError
from bot.front.desk import Desk
from bot.front.link import Link
from bot.front.liveness import Ailment, diagnose
from bot.front.metrics import Metrics
from bot.lifetime import end

log = logging.getLogger(__name__)

FAREWELL = 3.0
"""Seconds requests under way have to end."""


class SocketMode:
    """Listens for as long as the context lasts; leaving it lets requests under way be answered.

    Entering it raises `SettingsError` when Slack refuses the token."""

    def __init__(
        self,
        desk: Desk,
        client: AsyncWebClient,
        metrics: Metrics,
        *,
        app_token: str,
        ping_interval: float = 10.0,
        patience: float = 60.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """In seconds: a connection is checked every `ping_interval` and is given up after
        `patience` without a sign of life."""
        self._desk = desk
        self._client = client
        self._metrics = metrics
        self._app_token = app_token
        self._ping_interval = ping_interval
        self._patience = patience
        self._clock = clock
        self._under_way = 0
        self._idle = asyncio.Event()
        self._idle.set()

    async def __aenter__(self) -> Self:
        self._link = self._next_link()
        self._keeper = asyncio.create_task(self._keep(), name="socket mode")
        try:
            await self._let_in()
        except BaseException:
            await end(self._keeper)
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # What comes now is not answered; Slack hands it to another connection.
        self._link.socket_mode_request_listeners.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL):
                await self._idle.wait()
        await end(self._keeper)

    async def trouble(self) -> str:
        """What is wrong, for the health check; empty when nothing is."""
        if self._link.refused:
            return f"Slack refuses the connection: {self._link.refused}"
        ailment = self._diagnose()
        return ailment.what if ailment else ""

    def _diagnose(self) -> Ailment | None:
        now, signs = self._clock(), self._link.signs
        self._metrics.silence(signs.silence(now))
        return diagnose(signs, now, patience=self._patience)

    def _next_link(self) -> Link:
        link = Link(
            self._client,
            app_token=self._app_token,
            ping_interval=self._ping_interval,
            clock=self._clock,
        )
        link.socket_mode_request_listeners.append(self._take)
        return link

    async def _answer_to(self, link: Link) -> None:
        """Until it is known whether Slack lets us in, or it takes its time to say so."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self._ping_interval):
                await link.answered.wait()

    async def _let_in(self) -> None:
        """Raises `SettingsError`."""
        await self._answer_to(self._link)
        if self._link.refused:
            raise SettingsError(
                "SLACK_APP_TOKEN",
                f"Slack refuses it ({self._link.refused})",
                "Copy it again from the app's settings; signoff doctor says more",
            )

    async def _keep(self) -> None:
        while True:
            link = self._link
            connecting = asyncio.create_task(link.connect(), name="socket mode connect")
            try:
                await self._watch(link)
            finally:
                connecting.cancel()
                await link.close()
            self._link = self._next_link()

    async def _watch(self, link: Link) -> None:
        """Until the connection cannot be hoped for any more."""
        await self._answer_to(link)
        told: str | None = None
        while True:
            trouble = await self.trouble()
            if trouble != told:
                _tell(trouble, link)
                told = trouble
            ailment = self._diagnose()
            if ailment and ailment.hopeless:
                return
            await asyncio.sleep(self._ping_interval)

    async def _take(self, client: AsyncBaseSocketModeClient, request: SocketModeRequest) -> None:
        self._under_way += 1
        self._idle.clear()
        try:
            answer = await self._desk.serve(request.payload)
            await client.send_socket_mode_response(
                SocketModeResponse(request.envelope_id, payload=_payload(answer))
            )
        except (OSError, RuntimeError) as error:
            log.warning("an acknowledgement was not sent: %s", type(error).__name__)
        finally:
            self._under_way -= 1
            if not self._under_way:
                self._idle.set()


def _tell(trouble: str, link: Link) -> None:
    if link.refused:
        log.error("Socket Mode: %s. Check SLACK_APP_TOKEN; signoff doctor says more", trouble)
    elif trouble:
        log.warning("Socket Mode: %s", trouble)
    else:
        log.info("Socket Mode: connected")


def _payload(answer: BoltResponse) -> dict[str, Any] | None:
    """What goes back with the acknowledgement. There is one for every request: a listener that
    failed has told whoever waits, and would fail again."""
    if answer.status != 200 or not answer.body:
        return None
    if answer.body.startswith("{"):
        value: dict[str, Any] = json.loads(answer.body)
        return value
    return {"text": answer.body}
