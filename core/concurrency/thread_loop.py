"""The event loop of a thread, for programs that have none running."""

from __future__ import annotations

import asyncio


def loop_is_running() -> bool:
    """Whether a loop runs in this thread already."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def default_loop() -> asyncio.AbstractEventLoop:
    """The loop of this thread, made if there is none or it is closed."""
    policy = asyncio.get_event_loop_policy()
    try:
        loop = policy.get_event_loop()
    except RuntimeError:
        loop = policy.new_event_loop()
        policy.set_event_loop(loop)
    if loop.is_closed():
        loop = policy.new_event_loop()
        policy.set_event_loop(loop)
    return loop
