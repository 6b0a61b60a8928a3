"""`delegate`: somebody decides for whoever types it, for a while."""

import logging
from datetime import UTC

from bot import cards
from bot.ports import Clock, Directory, DirectoryError, Message, Messenger, NotDelivered, Once
from bot.records import Command, Delegation, Person
from bot.service.access.delegates import Delegates
from bot.service.inbound.assured import assured
from bot.service.inbound.handovers import Handovers
from bot.service.inbound.subcommands import Delegate
from bot.service.inbound.until import EXAMPLES, read_until, zone_of
from bot.text import hear

log = logging.getLogger(__name__)


class DelegationDesk:
    """Every method raises `NotRecorded`, and may be called again for the same command."""

    def __init__(
        self,
        delegates: Delegates,
        handovers: Handovers,
        directory: Directory,
        messenger: Messenger,
        clock: Clock,
        *,
        command: str,
    ) -> None:
        self._delegates = delegates
        self._handovers = handovers
        self._directory = directory
        self._messenger = messenger
        self._clock = clock
        self._command = command

    async def show(self, command: Command) -> Message:
        known = await self._delegates.in_force()
        return cards.delegations(known, command.user, command=self._command)

    async def end(self, command: Command) -> Message:
        return cards.undelegated(await self._handovers.end(command.user))

    async def begin(self, command: Command, wanted: Delegate) -> Message:
        to = wanted.to
        if not to:
            named = hear(wanted.given, bot="").text
            return cards.name_somebody(named, examples=EXAMPLES, command=self._command)
        if to == command.user:
            return cards.decides_anyway()
        try:
            away = await self._directory.person(command.user)
        except DirectoryError:
            return cards.unknown_person()
        if refusal := await self._refusal(away, to):
            return refusal
        zone, now = zone_of(away.tz), self._clock.now()
        try:
            until = read_until(wanted.when, now, zone or UTC)
        except ValueError as error:
            return cards.note(f"{error} Nothing was changed.")
        given, waiting = await self._handovers.begin(
            Delegation(id=command.key, by=away.id, to=to, since=now, until=until)
        )
        return cards.delegated(
            given,
            command=self._command,
            zone="" if zone else away.tz,
            told=await self._told(given, waiting),
        )

    async def _refusal(self, away: Person, to: str) -> Message | None:
        """Why these two cannot stand in for each other."""
        if away.kind != "member":
            return cards.cannot_delegate(away.id, away.kind)
        try:
            person = await self._directory.person(to)
        except DirectoryError as error:
            unknown = str(error) in ("user_not_found", "users_not_found")
            return cards.unknown_delegate(to) if unknown else cards.unknown_person()
        return None if person.kind == "member" else cards.cannot_delegate(to, person.kind)

    async def _told(self, given: Delegation, waiting: int) -> bool:
        message = cards.asked_to_decide(given, waiting, command=self._command)
        try:
            await assured(
                lambda once: self._messenger.direct(given.to, message, once=once),
                Once(f"delegation {given.id}", given.since),
                began=given.since,
            )
        except NotDelivered as error:
            log.warning("somebody could not be told that they decide: %s", error.code)
            return False
        return True
