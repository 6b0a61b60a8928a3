"""The bot's own HTTP server."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web

from bot.front.door import LONGEST_BODY, Door
from bot.front.health import Health
from bot.servers import listening


def site(health: Health, door: Door | None = None) -> web.Application:
    """The routes; without a door (Socket Mode, a worker) only those for operators."""
    app = web.Application(client_max_size=LONGEST_BODY)
    app.router.add_get("/healthz", health.alive)
    app.router.add_get("/readyz", health.ready)
    app.router.add_get("/metrics", health.metrics)
    if door is not None:
        app.router.add_post("/slack/events", door.enter)
    return app


@asynccontextmanager
async def serving(app: web.Application, *, host: str, port: int) -> AsyncIterator[str]:
    """Serve for as long as the context lasts; yields the address. Requests under way are let
    finish for 3 seconds, which is as long as Slack waits."""
    # Signatures are over the bytes as sent, and nobody unsigned gets anything unpacked.
    runner = web.AppRunner(
        app, access_log=None, handle_signals=False, shutdown_timeout=3.0, auto_decompress=False
    )
    async with listening(runner, host=host, port=port) as bound:
        yield f"http://{f'[{host}]' if ':' in host else host}:{bound}"
