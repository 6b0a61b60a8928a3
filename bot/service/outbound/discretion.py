"""Keeps cards out of channels that another organisation reads: they show what would run."""

import logging

from bot.ports import Directory, DirectoryError, NotDelivered
from bot.records import Approval, Place
from bot.service.outbound.cards_due import is_for_ours_alone

log = logging.getLogger(__name__)

SHARED = "shared_channel"
"""Why a card is not posted, as Slack's own codes say it."""


class Discretion:
    def __init__(self, directory: Directory) -> None:
        self._directory = directory

    async def check(self, approval: Approval, place: Place) -> None:
        """Whether the card may stand there. Raises `NotDelivered`, for the moment only where Slack
        may still say it.

        Where it never will (a scope is missing, which `signoff doctor` finds) people are asked all
        the same: else nobody could approve anything anywhere."""
        if place.is_direct or not is_for_ours_alone(approval):
            return
        try:
            is_shared = await self._directory.is_shared(place.channel)
        except DirectoryError as error:
            if not error.permanent:
                raise NotDelivered(str(error), permanent=False) from error
            log.warning("who reads %s is not known: conversations.info: %s", place.channel, error)
            return
        if is_shared:
            raise NotDelivered(SHARED, permanent=True)
