"""A process ends when it is asked to."""

import asyncio
import os
import signal
from collections.abc import Callable, Iterator
from types import FrameType

import pytest

from bot.lifetime import until_stopped


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
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


async def test_a_hangup_ends_nothing_and_is_passed_on() -> None:
    heard = asyncio.Event()
    waiting = asyncio.create_task(until_stopped(on_hangup=heard.set))
    await asyncio.sleep(0)
    os.kill(os.getpid(), signal.SIGHUP)
    await asyncio.wait_for(heard.wait(), 30)
    assert not waiting.done()
    os.kill(os.getpid(), signal.SIGTERM)
    await asyncio.wait_for(waiting, 30)
