"""What schedules found, each in its smallest form."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot import cards
from bot.ports import Approvals, Change, Message, NotRecorded
from bot.records import CardDue, Decision, MessageRef, Place, Request, Run
from bot.service.copies import Copies
from bot.service.courier import Courier
from bot.service.delegates import Delegates
from bot.store import Store, World, memory_store
from bot.testing import FakeClock
from bot.testing.directory import MemoryDirectory
from bot.testing.messenger import MemoryMessenger
from tests.bot.store.rig import a_place, a_request, a_run


class Desk:
    """A request that is made, and a courier for its card."""

    def __init__(self, store: Store, request: Request) -> None:
        self.store = store
        self.request = request
        self.messenger = MemoryMessenger()

    async def deliver(self, approvals: Approvals | None = None) -> None:
        store = self.store
        asked = approvals or store.approvals
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
                MemoryDirectory(),
                Delegates(store.delegations, store.audit, FakeClock()),
            ),
            pauses=(0.01, 0.01),
        ).deliver(self.request.place)

    async def approve(self) -> None:
        word = Decision(verdict="approved", by="U2", at=self.request.asked_at)
        await self.store.approvals.decide(self.request, word)

    async def drawn_as_it_stands(self) -> bool:
        standing = await self.store.approvals.find(self.request.id)
        assert standing is not None
        assert standing.card is not None
        return self.messenger.messages[standing.card] == cards.approval_card(standing)


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    async with memory_store(FakeClock(), world=World()) as store:
        place: Place = a_place()
        run: Run = a_run(place, status="waiting")
        request = a_request(run)
        async with store.threads.hold(place) as hold:
            assert hold is not None
            due = CardDue(approval=request.id)
            await hold.save(Change(run=run, requests=[request], notices=[due]))
        yield Desk(store, request)


async def test_a_card_whose_place_was_not_recorded_is_posted_again_once_it_is_decided(
    desk: Desk,
) -> None:
    await desk.messenger.post(desk.request.place, cards.note("the card"))
    await desk.approve()
    await desk.deliver()
    assert await desk.drawn_as_it_stands()


async def test_a_card_decided_while_it_is_posted_shows_the_decision(desk: Desk) -> None:
    class Hasty:
        """Everything is as it was when the card was drawn, until it is posted."""

        def __getattr__(self, name: str) -> Any:
            return getattr(desk.store.approvals, name)

        async def posted(self, request: Request, card: MessageRef) -> Any:
            await desk.approve()
            await _delivered_elsewhere(desk)
            return await desk.store.approvals.posted(request, card)

    await desk.deliver(Hasty())
    assert await desk.drawn_as_it_stands()


async def _delivered_elsewhere(desk: Desk) -> None:
    """All but the notice that is on its way: its courier has lost the badge without knowing."""
    outbox: Any = desk.store.outbox
    _, *others = sorted(outbox._world.room(desk.request.place).outbox)
    for number in others:
        await outbox.delivered(desk.request.place, number)


async def test_of_two_couriers_who_post_a_card_one_takes_his_away(desk: Desk) -> None:
    class Overtaken(MemoryMessenger):
        """Somebody else comes by, posts the card and delivers all there is meanwhile."""

        async def post(self, place: Place, message: Message, **more: Any) -> MessageRef:
            other = await super().post(place, message)
            await desk.store.approvals.posted(desk.request, other)
            await desk.approve()
            await _delivered_elsewhere(desk)
            return await super().post(place, message, **more)

    desk.messenger = Overtaken()
    await desk.deliver()
    assert len(desk.messenger.messages) == 1
    assert await desk.drawn_as_it_stands()


async def test_an_older_card_that_comes_late_does_not_stay(desk: Desk) -> None:
    class HeldUp(MemoryMessenger):
        """The call goes on while its card is on the way."""

        async def update(self, ref: MessageRef, message: Message) -> None:
            standing = await desk.store.approvals.find(desk.request.id)
            if standing is not None and standing.is_open:
                await desk.approve()
                await _delivered_elsewhere(desk)
            await super().update(ref, message)

    await desk.deliver()
    desk.messenger = HeldUp(messages=desk.messenger.messages)
    await desk.store.outbox.add(desk.request.place, CardDue(approval=desk.request.id), once="")
    await desk.deliver()
    assert await desk.drawn_as_it_stands()


async def test_an_older_card_that_comes_late_does_not_take_away_where_it_led_to(
    desk: Desk,
) -> None:
    class HeldUp(MemoryMessenger):
        """The agent has said something more while its card is on the way."""

        async def update(self, ref: MessageRef, message: Message) -> None:
            await desk.store.approvals.led_to(desk.request, "https://slack.example/C1/9.5")
            await super().update(ref, message)

    await desk.deliver()
    await desk.approve()
    desk.messenger = HeldUp(messages=desk.messenger.messages)
    await desk.deliver()
    assert await desk.drawn_as_it_stands()


async def test_an_older_card_does_not_stay_when_the_store_is_away_just_then(desk: Desk) -> None:
    class HeldUp(MemoryMessenger):
        """The call goes on while its card is on the way."""

        async def update(self, ref: MessageRef, message: Message) -> None:
            standing = await desk.store.approvals.find(desk.request.id)
            if standing is not None and standing.is_open:
                await desk.approve()
                await _delivered_elsewhere(desk)
                away.append(True)
            await super().update(ref, message)

    class Away:
        """Does not answer once."""

        def __getattr__(self, name: str) -> Any:
            return getattr(desk.store.approvals, name)

        async def find(self, approval: str) -> Any:
            if away:
                away.clear()
                raise NotRecorded("the store is away")
            return await desk.store.approvals.find(approval)

    away: list[bool] = []
    await desk.deliver()
    desk.messenger = HeldUp(messages=desk.messenger.messages)
    await desk.store.outbox.add(desk.request.place, CardDue(approval=desk.request.id), once="")
    await desk.deliver(Away())
    assert await desk.drawn_as_it_stands()


async def test_a_card_that_cannot_be_posted_any_more_tells_nobody_that_nothing_ran(
    desk: Desk,
) -> None:
    await desk.approve()
    desk.messenger.closed[desk.request.place.channel] = "is_archived"
    await desk.deliver()
    assert desk.messenger.private == []
