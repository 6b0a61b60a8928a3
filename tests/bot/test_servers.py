"""Nobody is left hanging when a server ends."""

import asyncio
import gc

import aiohttp
import pytest
from aiohttp import web

from bot.servers import listening


async def hello(request: web.Request) -> web.Response:
    return web.Response(text="hello")


@pytest.mark.parametrize("rounds", range(8))
async def test_whoever_connects_at_the_very_end_is_answered_or_turned_away(rounds: int) -> None:
    app = web.Application()
    app.router.add_get("/", hello)

    async def asks(port: int) -> int:
        try:
            async with session.get(f"http://127.0.0.1:{port}/") as response:
                return response.status
        except aiohttp.ClientConnectionError:
            return 0

    async with aiohttp.ClientSession() as session:
        async with listening(web.AppRunner(app, shutdown_timeout=0.1)) as port:
            asking = asyncio.create_task(asks(port))
            for _ in range(rounds):
                await asyncio.sleep(0)
        assert await asking in (0, 200)
    gc.collect()
