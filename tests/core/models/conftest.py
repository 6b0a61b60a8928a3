"""A provider that is there, and a client for it."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import web
from openai import AsyncOpenAI

from tests.core.models.provider import Provider


@pytest.fixture
async def provider() -> AsyncIterator[Provider]:
    made = Provider()
    app = web.Application()
    app.router.add_post("/v1/responses", made.handle)
    app.router.add_post("/v1/chat/completions", made.handle)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    made.url = f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
    yield made
    await runner.cleanup()


@pytest.fixture
async def client(provider: Any) -> AsyncIterator[AsyncOpenAI]:
    async with AsyncOpenAI(api_key="k", base_url=provider.url, timeout=30) as made:
        yield made
