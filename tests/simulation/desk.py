"""A request that is made, and a courier for its card."""

from dataclasses import replace

from bot.ports import Approvals
from bot.records import Decision, Request
from bot.service.access.delegates import Delegates
from bot.store import Store, World
from bot.testing import FakeClock
from bot.testing.directory import MemoryDirectory
from bot.testing.messenger import MemoryMessenger
from bot.wiring.courier import wire_courier
from tests.bot.cards.samples import card_of


class Desk:
    def __init__(self, store: Store, world: World, request: Request) -> None:
        self.store = store
        self.world = world
        self.request = request
        self.messenger = MemoryMessenger()

    async def deliver(self, approvals: Approvals | None = None) -> None:
        store = replace(self.store, approvals=approvals or self.store.approvals)
        courier = wire_courier(
            store,
            self.messenger,
            MemoryDirectory(),
            Delegates(store.delegations, store.audit, FakeClock()),
            store.audit,
            command="/agent",
            pauses=(0.01, 0.01),
        )
        await courier.deliver(self.request.place)

    def lose_badge(self) -> None:
        """As if the courier could not renew it in time."""
        self.world.room(self.request.place).courier = None

    async def approve(self) -> None:
        word = Decision(verdict="approved", by="U2", at=self.request.asked_at)
        await self.store.approvals.decide(self.request, word)

    async def drawn_as_it_stands(self) -> bool:
        standing = await self.store.approvals.find(self.request.id)
        assert standing is not None
        assert standing.card is not None
        return self.messenger.messages[standing.card] == card_of(standing)
