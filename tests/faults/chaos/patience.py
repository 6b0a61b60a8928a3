"""Waiting for what another process does: there is nothing to be told by, only to look."""

import asyncio
from collections.abc import Awaitable, Callable

PAUSE = 0.05
"""Seconds between two looks."""


async def until(
    holds: Callable[[], bool | Awaitable[bool]], *, within: float | None = None
) -> None:
    """Raises `TimeoutError` when it does not hold after so many seconds."""
    async with asyncio.timeout(within):
        while True:
            answer = holds()
            if answer if isinstance(answer, bool) else await answer:
                return
            await asyncio.sleep(PAUSE)
