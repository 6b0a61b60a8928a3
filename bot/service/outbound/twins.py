"""What stands there twice, because two who did not know of each other have said it by one name."""

import logging

from bot.ports import Messenger, NotDelivered, Once
from bot.records import MessageRef, Place

log = logging.getLogger(__name__)


async def without_twin(
    messenger: Messenger, place: Place, ref: MessageRef, once: Once
) -> MessageRef:
    """What stays of what was just said: the courier before this one may have been on his way with
    it, too, when nothing was found yet. Raises `NotDelivered`."""
    if once.since is None:
        return ref
    return await messenger.leave_one(place, once) or ref


async def take_away_twin(messenger: Messenger, place: Place, once: Once) -> None:
    """Somebody else may have come meanwhile and said it, too. Best effort, never raises."""
    try:
        await messenger.leave_one(place, once)
    except NotDelivered as error:
        log.warning("something may stand twice in %s: %s", place.tag, error.code)
