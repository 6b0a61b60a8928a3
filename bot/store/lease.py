"""Keeping a lease alive while its holder works."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from bot.ports import NotRecorded


@asynccontextmanager
async def renewed(renew: Callable[[], Awaitable[bool]], every: float) -> AsyncIterator[None]:
    """Call `renew` every so many seconds until it answers False: the lease is lost.

    A store that is away for a moment is asked again the next time.
    """
    over = asyncio.Event()
    task = asyncio.create_task(_renew(renew, every, over))
    try:
        yield
    finally:
        # A client that is cancelled in the middle of a command may report a broken connection.
        over.set()
        task.cancel()


async def _renew(renew: Callable[[], Awaitable[bool]], pause: float, over: asyncio.Event) -> None:
    kept = True
    while kept and not over.is_set():
        await asyncio.sleep(pause)
        try:
            kept = await renew()
        except NotRecorded:
            continue


async def surely(release: Awaitable[object]) -> None:
    """Carry out a release even when the caller is being cancelled; a store that is away has it
    end by itself when the lease runs out."""
    task = asyncio.ensure_future(release)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        _forget(task)
        raise
    except NotRecorded:
        return


def _forget(task: asyncio.Future[object]) -> None:
    """Its failure is not news: the lease runs out."""
    if not task.cancelled():
        task.exception()
