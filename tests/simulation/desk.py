"""A request that is made, and a courier for its card."""

from bot.ports import Approvals
from bot.records import Decision, Request
from bot.service.authority import Authority
from bot.service.copies import Copies
from bot.service.courier import Courier
from bot.service.delegates import Delegates
from bot.service.drawings import Drawings
from bot.service.stand_ins import StandIns
from bot.store import Store, World
from bot.testing import FakeClock
from bot.testing.directory import MemoryDirectory
from bot.testing.messenger import MemoryMessenger
from tests.bot.cards.samples import card_of


class Desk:
    def __init__(self, store: Store, world: World, request: Request) -> None:
        self.store = store
        self.world = world
        self.request = request
        self.messenger = MemoryMessenger()

    async def deliver(self, approvals: Approvals | None = None) -> None:
        store = self.store
        asked, directory = approvals or store.approvals, MemoryDirectory()
        delegates = Delegates(store.delegations, store.audit, FakeClock())
        stand_ins = StandIns(delegates, directory)
        drawings = Drawings(self.messenger, stand_ins, command="/agent")
        await Courier(
            store.outbox,
            asked,
            store.runs,
            self.messenger,
            store.wakeups,
            store.audit,
            Copies(
                asked,
                self.messenger,
                directory,
                Authority(directory, delegates),
                stand_ins,
                drawings,
            ),
            drawings,
            pauses=(0.01, 0.01),
        ).deliver(self.request.place)

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
