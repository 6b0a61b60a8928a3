"""Telling a thread's worker that there is something to do, after it is on record."""

import logging

from bot.ports import NotRecorded, Wakeups
from bot.records import Place

log = logging.getLogger(__name__)


async def wake(wakeups: Wakeups, place: Place) -> None:
    """What cannot be woken now is found by the sweeper: nothing that is on record depends on it."""
    try:
        await wakeups.wake(place)
    except NotRecorded as error:
        log.warning("%s is left for the sweeper: %s", place.tag, error)
