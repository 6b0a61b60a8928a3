"""Doing several things at once: all finish, or the first failure stops the rest."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence

T = TypeVar("T")
U = TypeVar("U")


async def run_all(work: Sequence[Coroutine[Any, Any, T]], limit: int | None = None) -> list[T]:
    """The results in order. On a failure, or when cancelled, the rest is cancelled and awaited;
    of several failures the first in order is raised."""
    if not work:
        return []
    if limit is not None:
        gate, stopped = asyncio.Semaphore(limit), asyncio.Event()
        work = [_gated(gate, stopped, item) for item in work]
    if len(work) == 1:
        return [await work[0]]
    tasks = [asyncio.create_task(item) for item in work]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
    finally:
        await cancel_all(tasks)
    failures = [t.exception() for t in tasks if not t.cancelled() and t.exception() is not None]
    for failure in failures:
        if failure is not None:
            raise failure
    return [task.result() for task in tasks]


async def both(one: Coroutine[Any, Any, T], other: Coroutine[Any, Any, U]) -> tuple[T, U]:
    """Two results; the failure of one cancels the other."""
    first, second = await run_all(cast("Sequence[Coroutine[Any, Any, Any]]", [one, other]))
    return first, second


async def in_thread(function: Callable[..., T], *args: Any, **kwargs: Any) -> T:
    """What a blocking function returns. No future takes a StopIteration (who waits for one would
    wait for ever), so it comes as the error a coroutine would make of it."""

    def enter() -> T:
        try:
            return function(*args, **kwargs)
        except StopIteration as error:
            raise RuntimeError("The function raised StopIteration.") from error

    return await asyncio.to_thread(enter)


async def to_its_end(work: Coroutine[Any, Any, T], grace: float | None = None) -> T:
    """The result of work that should not stop half-way: a cancellation waits for its end, but no
    longer than the seconds of grace, nor when it comes once more."""
    task = asyncio.create_task(work)
    try:
        await asyncio.wait({task})
    except asyncio.CancelledError:
        try:
            await asyncio.wait({task}, timeout=grace)
        finally:
            await cancel_all([task])
            seen(task)
        raise
    return task.result()


def cancelled_from_outside() -> bool:
    """Whether somebody wants the current task to end; else a cancellation is its own doing."""
    task = asyncio.current_task()
    return task is None or task.cancelling() > 0


async def cancel_all(tasks: Sequence[asyncio.Task[Any]]) -> None:
    """Cancel what still runs and wait until it has ended."""
    running = [task for task in tasks if not task.done()]
    for task in running:
        task.cancel()
    if running:
        await asyncio.wait(running)


def seen(task: asyncio.Task[Any]) -> None:
    """Note that a task has ended, so that nobody hears of a failure that counts no more."""
    if not task.cancelled():
        task.exception()


async def _gated(
    gate: asyncio.Semaphore, stopped: asyncio.Event, work: Coroutine[Any, Any, T]
) -> T:
    """Wait for a place; after a failure nothing more begins."""
    async with gate:
        if stopped.is_set():
            work.close()
            raise asyncio.CancelledError
        try:
            return await work
        except BaseException:
            stopped.set()
            raise
