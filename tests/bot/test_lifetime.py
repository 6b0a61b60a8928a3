"""A process ends when it is asked to."""

import asyncio
import os
import signal

import pytest

from bot.lifetime import until_stopped


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_ends_the_wait(number: signal.Signals) -> None:
    waiting = asyncio.create_task(until_stopped())
    await asyncio.sleep(0)
    os.kill(os.getpid(), number)
    await asyncio.wait_for(waiting, 5)


async def test_afterwards_signals_mean_what_they_did_before() -> None:
    before = signal.getsignal(signal.SIGTERM)
    waiting = asyncio.create_task(until_stopped())
    await asyncio.sleep(0)
    os.kill(os.getpid(), signal.SIGTERM)
    await waiting
    assert signal.getsignal(signal.SIGTERM) == before


async def test_a_hangup_ends_nothing_and_is_passed_on() -> None:
    heard = asyncio.Event()
    waiting = asyncio.create_task(until_stopped(on_hangup=heard.set))
    await asyncio.sleep(0)
    os.kill(os.getpid(), signal.SIGHUP)
    await asyncio.wait_for(heard.wait(), 5)
    assert not waiting.done()
    os.kill(os.getpid(), signal.SIGTERM)
    await asyncio.wait_for(waiting, 5)
