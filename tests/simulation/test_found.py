"""What schedules found about cards, each in its smallest form."""

from typing import Any

from bot import cards
from bot.ports import Due, Message, NotDelivered, NotRecorded, Once
from bot.records import CardDue, MessageRef, Place, Request
from bot.testing.messenger import MemoryMessenger
from tests.simulation.desk import Desk


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

        async def posted(self, request: Request, card: MessageRef, *, stray: bool) -> Any:
            await desk.approve()
            _delivered_elsewhere(desk)
            return await desk.store.approvals.posted(request, card, stray=stray)

    await desk.deliver(Hasty())
    assert await desk.drawn_as_it_stands()


def _delivered_elsewhere(desk: Desk) -> None:
    """All but the notice that is on its way: its courier has lost the badge without knowing."""
    room = desk.world.room(desk.request.place)
    for number in sorted(room.outbox)[1:]:
        del room.outbox[number]


async def test_of_two_couriers_who_post_a_card_one_takes_his_away(desk: Desk) -> None:
    class Overtaken(MemoryMessenger):
        """Somebody else comes by, posts the card and delivers all there is meanwhile."""

        async def post(self, place: Place, message: Message, **more: Any) -> MessageRef:
            other = await super().post(place, message)
            await desk.store.approvals.posted(desk.request, other)
            await desk.approve()
            _delivered_elsewhere(desk)
            return await super().post(place, message, **more)

    desk.messenger = Overtaken()
    await desk.deliver()
    assert len(desk.messenger.messages) == 1
    assert await desk.drawn_as_it_stands()


async def test_a_late_card_whose_courier_did_not_hear_that_it_arrived_is_taken_away(
    desk: Desk,
) -> None:
    class Overtaken(MemoryMessenger):
        """Somebody else posts the card and delivers all there is meanwhile; then Slack is silent
        about what it took."""

        async def post(self, place: Place, message: Message, **more: Any) -> MessageRef:
            if len(self.messages) > 0:
                return await super().post(place, message, **more)
            other = await super().post(place, message, **more)
            await desk.store.approvals.posted(desk.request, other)
            await super().post(place, message, **more)
            raise NotDelivered("timeout", permanent=False)

    desk.messenger = Overtaken()
    await desk.deliver()
    assert len(desk.messenger.messages) == 1
    assert await desk.drawn_as_it_stands()


async def test_a_card_of_a_courier_who_died_is_taken_away_with_the_next_change(desk: Desk) -> None:
    place, name = desk.request.place, Once(f"card {desk.request.id}")
    async with desk.store.outbox.courier(place) as died:
        assert died is not None
        due: Due | None = died.first
        while due is not None and not isinstance(due.notice, CardDue):
            due = await died.next(due.number)
    await desk.deliver()
    await desk.messenger.post(place, cards.note("what he had sent arrives at last"), once=name)
    await desk.approve()
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
                _delivered_elsewhere(desk)
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
                _delivered_elsewhere(desk)
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
