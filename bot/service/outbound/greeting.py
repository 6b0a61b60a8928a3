"""Answers whoever turned to the agent and said nothing: they learn what they can ask for, and no
run starts."""

from bot import cards
from bot.ports import Outbox
from bot.records import NoteDue, Place
from bot.service.outbound.courier import Courier


class Greeter:
    def __init__(self, outbox: Outbox, courier: Courier, *, bot_user: str, command: str) -> None:
        self._outbox = outbox
        self._courier = courier
        self._words = cards.greeting(bot_user, command=command).text

    async def keep(self, place: Place, user: str, *, once: str) -> None:
        """Put the answer on record; with the same `once` it is said once. Raises `NotRecorded`."""
        due = NoteDue(text=self._words, requester=user)
        await self._outbox.add(place, due, once=f"greeting:{once}")

    async def say(self, place: Place) -> None:
        await self._courier.deliver(place)
