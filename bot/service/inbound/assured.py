"""Saying something once more when Slack did not say whether it took it."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeVar

from bot.ports import NotDelivered, Once

T = TypeVar("T")

log = logging.getLogger(__name__)


async def assured(say: Callable[[Once], Awaitable[T]], once: Once, *, began: float) -> T:
    """By the same name, so that what Slack took the first time, after it `began`, is found. Raises
    `NotDelivered`."""
    try:
        return await say(once)
    except NotDelivered as error:
        if error.permanent:
            raise
        log.info("said once more: %s", error.code)
    return await say(once if once.since is not None else replace(once, since=began))
