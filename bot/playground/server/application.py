"""The HTTP server: binds a port, puts the routes together, serves while the context lasts."""

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from aiohttp import web

from bot.playground.api import Desk
from bot.playground.page import Page
from bot.playground.server.guard import guard, local_names
from bot.playground.server.hooks import Hooks
from bot.playground.server.web_api import WebApi
from bot.servers import listening

if TYPE_CHECKING:
    from bot.playground.playground import Playground

LARGEST_BODY = 64 * 1024 * 1024
"""Bytes of one request."""


@dataclass(frozen=True, slots=True)
class Server:
    host: str
    listener: socket.socket

    @classmethod
    def bound(cls, host: str, port: int) -> "Server":
        """Take the port now, so that the address is known before anything is built on it."""
        return cls(host, socket.create_server((host, port)))

    @property
    def port(self) -> int:
        return int(self.listener.getsockname()[1])

    @property
    def origin(self) -> str:
        return f"http://{self.host}:{self.port}"

    @asynccontextmanager
    async def serving(self, slack: "Playground", desk: Desk) -> AsyncIterator[None]:
        admit = guard(local_names(self.host, self.port))
        application = web.Application(middlewares=[admit], client_max_size=LARGEST_BODY)
        application.add_routes(_routes(slack, desk))
        runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
        async with listening(runner, sock=self.listener):
            yield


def _routes(slack: "Playground", desk: Desk) -> list[web.AbstractRouteDef]:
    api = WebApi(desk, slack.calls, slack.faults, slack.latency, slack.changes.notify)
    hooks = Hooks(api)
    return [
        web.route("*", "/api/{method}", api.handle),
        web.get("/link/", slack.sockets.serve),
        web.post("/actions/{team}/{secret}", hooks.response_url),
        web.post("/commands/{team}/{secret}", hooks.response_url),
        web.post("/upload/v1/{secret}", hooks.upload),
        web.get("/files-pri/{file}/{name}", hooks.download),
        *Page(slack.person, slack.changes, slack.panels).routes(),
    ]
