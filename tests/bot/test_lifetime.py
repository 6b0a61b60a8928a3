"""A process ends when it is asked to."""

import asyncio
import os
import signal
import threading
from collections.abc import Callable, Iterator
from types import FrameType

import pytest

from bot.lifetime import asked_to_stop, bounded_end, end, stop_with


async def until_stopped(on_hangup: Callable[[], object] | None = None) -> None:
    with asked_to_stop(on_hangup=on_hangup) as stop:
        await stop.wait()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
async def test_a_signal_ends_the_wait(number: signal.Signals) -> None:
    waiting = asyncio.create_task(until_stopped())
    await asyncio.sleep(0)
    os.kill(os.getpid(), number)
    await asyncio.wait_for(waiting, 30)


@pytest.fixture
def our_handler() -> Iterator[Callable[..., None]]:
    def handler(number: int, frame: FrameType | None) -> None:
        raise AssertionError(f"signal {number} was not for us")

    before = signal.signal(signal.SIGTERM, handler)
    yield handler
    signal.signal(signal.SIGTERM, before)


async def test_afterwards_signals_mean_what_they_did_before(
    our_handler: Callable[..., None],
) -> None:
    waiting = asyncio.create_task(until_stopped())
    await asyncio.sleep(0)
    os.kill(os.getpid(), signal.SIGTERM)
    await waiting
    assert signal.getsignal(signal.SIGTERM) is our_handler


async def test_asking_twice_is_not_held_up_by_whatever_ends(
    our_handler: Callable[..., None],
) -> None:
    with asked_to_stop() as stop:
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.wait_for(stop.wait(), 30)
        assert signal.getsignal(signal.SIGTERM) is our_handler


async def test_it_ends_with_whoever_holds_the_other_end_of_a_pipe() -> None:
    ours, theirs = os.pipe()
    with asked_to_stop() as stop:
        stop_with(ours)
        os.write(theirs, b"not yet")
        await asyncio.sleep(0.01)
        assert not stop.is_set()
        os.close(theirs)
        await asyncio.wait_for(stop.wait(), 30)
    os.close(ours)


async def test_a_hangup_that_is_ignored_stays_so() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        waiting = asyncio.create_task(until_stopped())
        await asyncio.sleep(0)
        os.kill(os.getpid(), signal.SIGHUP)
        await asyncio.sleep(0.01)
        assert not waiting.done()
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.wait_for(waiting, 30)
    finally:
        signal.signal(signal.SIGHUP, before)


async def test_a_hangup_ends_nothing_and_is_passed_on() -> None:
    heard = asyncio.Event()
    waiting = asyncio.create_task(until_stopped(on_hangup=heard.set))
    await asyncio.sleep(0)
    os.kill(os.getpid(), signal.SIGHUP)
    await asyncio.wait_for(heard.wait(), 30)
    assert not waiting.done()
    os.kill(os.getpid(), signal.SIGTERM)
    await asyncio.wait_for(waiting, 30)


async def test_a_task_that_swallows_a_cancellation_is_ended_all_the_same() -> None:
    swallowed = 0

    async def stubborn() -> None:
        nonlocal swallowed
        while True:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                if swallowed:
                    raise
                swallowed += 1

    task = asyncio.create_task(stubborn())
    await asyncio.sleep(0)
    await end(task)
    assert (task.cancelled(), swallowed) == (True, 1)


async def test_an_end_that_hangs_is_cut_short_and_says_at_what(
    caplog: pytest.LogCaptureFixture,
) -> None:
    loop, left = asyncio.get_running_loop(), asyncio.Event()
    hanging = asyncio.create_task(left.wait(), name="the one that hangs")
    with bounded_end(0.01, lambda: loop.call_soon_threadsafe(left.set)) as begins:
        begins()
        await hanging
    assert "the one that hangs" in caplog.text


async def test_an_end_that_comes_in_time_is_left_alone() -> None:
    before, left = set(threading.enumerate()), list[str]()
    with bounded_end(30, lambda: left.append("left")) as begins:
        begins()
    for timer in set(threading.enumerate()) - before:
        timer.join()
    assert left == []
