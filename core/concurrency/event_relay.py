"""Passing the events of a nested run on: in order, and without holding the run up."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import TYPE_CHECKING, Any, cast

from core.concurrency.maybe_await import settled
from core.concurrency.tasks import cancel_all
from core.logger import logger

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Callable

END: Any = object()


async def relay(
    events: AsyncIterator[Any], handle: Callable[[Any], Any], limit: int | None
) -> None:
    """Hand every event to the handler; at most `limit` of them wait, then the run waits too.

    When the events end with an error, it is raised after the handler has had all of them.
    """
    queue: asyncio.Queue[Any] = asyncio.Queue(limit or 0)
    source = asyncio.create_task(_read(events, queue))
    handler = asyncio.create_task(_handle(queue, handle))
    try:
        await asyncio.wait({source, handler}, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.wait({handler})
        handler.result()
        source.result()
    finally:
        await cancel_all([source, handler])


async def _read(events: AsyncIterator[Any], queue: asyncio.Queue[Any]) -> None:
    failure: Exception | None = None
    try:
        async with aclosing(cast("AsyncGenerator[Any, None]", events)) as stream:
            async for event in stream:
                await queue.put(event)
    except Exception as error:  # noqa: BLE001 - raised below, behind the events
        failure = error
    await queue.put(END)
    if failure is not None:
        raise failure


async def _handle(queue: asyncio.Queue[Any], handle: Callable[[Any], Any]) -> None:
    while (event := await queue.get()) is not END:
        try:
            await settled(handle(event))
        except Exception as error:  # noqa: BLE001 - who watches a run cannot end it
            logger.warning("A handler of nested events failed (%s).", type(error).__name__)
