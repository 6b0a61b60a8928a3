"""Keeps cards out of channels that another organisation reads: they show what would run."""

from bot.ports import Directory, DirectoryError, NotDelivered
from bot.records import Approval, Place
from bot.service.outbound.cards_due import is_for_ours_alone

SHARED = "shared_channel"
"""Why a card is not posted, as Slack's own codes say it."""


class Discretion:
    def __init__(self, directory: Directory) -> None:
        self._directory = directory

    async def check(self, approval: Approval, place: Place) -> None:
        """Whether the card may stand there: what Slack does not say is no yes. Raises
        `NotDelivered`, for the moment only where Slack may still say it."""
        if place.is_direct or not is_for_ours_alone(approval):
            return
        try:
            is_shared = await self._directory.is_shared(place.channel)
        except DirectoryError as error:
            raise NotDelivered(str(error), permanent=error.permanent) from error
        if is_shared:
            raise NotDelivered(SHARED, permanent=True)
