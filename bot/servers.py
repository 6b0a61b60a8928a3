"""An HTTP server that leaves nobody hanging when it ends."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from aiohttp import web

_ROUNDS = 5
"""Of the event loop, from a connection that is let in to a handler that knows it; three suffice."""


@asynccontextmanager
async def listening(
    runner: web.AppRunner,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    sock: socket.socket | None = None,
) -> AsyncIterator[int]:
    """Serve what the runner has for as long as the context lasts; yields the port. `sock`: bound
    already, instead of host and port. Raises `OSError` when they cannot be had."""
    loop = asyncio.get_running_loop()
    await runner.setup()
    try:
        assert runner.server is not None
        if sock is None:
            server = await loop.create_server(runner.server, host, port, backlog=128)
        else:
            server = await loop.create_server(runner.server, sock=sock, backlog=128)
        try:
            yield int(server.sockets[0].getsockname()[1])
        finally:
            await _let_nobody_in(server)
    finally:
        await runner.cleanup()


async def _let_nobody_in(server: asyncio.Server) -> None:
    """Whoever was let in last is known before the server closes: Python would keep such a
    connection open, unanswered, for as long as the process lives."""
    loop = asyncio.get_running_loop()
    with suppress(NotImplementedError):  # Windows
        for listener in server.sockets:
            loop.remove_reader(listener)
    for _ in range(_ROUNDS):
        await asyncio.sleep(0)
    server.close()
