"""A bare request URL of an app: keeps what arrives, answers as told."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs

from aiohttp import web

from bot.servers import listening


@dataclass
class Received:
    headers: dict[str, str]
    body: bytes

    @property
    def payload(self) -> dict[str, Any]:
        if self.headers["Content-Type"] == "application/json":
            parsed: dict[str, Any] = json.loads(self.body)
            return parsed
        fields = {k: v[0] for k, v in parse_qs(self.body.decode()).items()}
        return json.loads(fields["payload"]) if "payload" in fields else fields

    @property
    def event(self) -> dict[str, Any]:
        event: dict[str, Any] = self.payload["event"]
        return event


@dataclass
class Receiver:
    url: str = ""
    statuses: list[int] = field(default_factory=list)
    """The next answers; 200 when there are none."""
    headers: dict[str, str] = field(default_factory=dict)
    body: Any = None
    """The JSON of the next answers."""
    delay: float = 0.0
    received: list[Received] = field(default_factory=list)

    async def take(self, request: web.Request) -> web.Response:
        self.received.append(Received(dict(request.headers), await request.read()))
        if self.delay:
            await asyncio.sleep(self.delay)
        status = self.statuses.pop(0) if self.statuses else 200
        if self.body is None:
            return web.Response(status=status, headers=self.headers)
        return web.json_response(self.body, status=status, headers=self.headers)

    @property
    def interaction(self) -> dict[str, Any]:
        """The latest payload that is no event."""
        payloads = [r.payload for r in self.received]
        return [p for p in payloads if "event" not in p][-1]

    @property
    def events(self) -> list[dict[str, Any]]:
        return [r.event for r in self.received if "event" in r.payload]


@asynccontextmanager
async def receiving() -> AsyncIterator[Receiver]:
    receiver = Receiver()
    application = web.Application()
    application.router.add_post("/slack/events", receiver.take)
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
    async with listening(runner) as port:
        receiver.url = f"http://127.0.0.1:{port}/slack/events"
        yield receiver
