"""A pytest fixture that opens trials and ends them with the test.

In `conftest.py`, with pytest-asyncio installed:

    pytest_plugins = ["bot.testing.plugin"]

and in a test:

    async def test_a_restart_waits_for_somebody_else(open_trial):
        trial = await open_trial(agent, policies=POLICIES)
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest_asyncio

from bot.testing.trial import Trial
from core import Agent

OpenTrial = Callable[..., Awaitable[Trial]]
"""Takes what `Trial` takes."""


@pytest_asyncio.fixture
async def open_trial() -> AsyncIterator[OpenTrial]:
    """Opens trials, each a workspace of its own with the bot in it, until the test is over."""
    async with AsyncExitStack() as trials:

        async def enter(agent: Agent[Any], **how: Any) -> Trial:
            return await trials.enter_async_context(Trial(agent, **how))

        yield enter
