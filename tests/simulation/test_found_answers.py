"""What schedules found about answers, each in its smallest form: nothing stays there twice."""

from typing import Any

import pytest

from bot.ports import Message, Once
from bot.records import AnswerDue, MessageRef, NoteDue, Notice, NudgeDue, Place
from bot.testing.messenger import MemoryMessenger
from tests.simulation.desk import Desk


class Overtaken(MemoryMessenger):
    """The first courier is held up on the way, and loses his badge to another one."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._first = True

    async def answer(self, place: Place, markdown: str, **more: Any) -> MessageRef | None:
        if not self._first:
            return await super().answer(place, markdown, **more)
        self._first = False
        self._desk.lose_badge()
        await self._desk.deliver()
        return await super().answer(place, markdown, **more)

    def answers(self) -> list[str]:
        return [each.text for each in self.messages.values() if each.text == "Done."]


@pytest.fixture
async def answer(desk: Desk) -> AnswerDue:
    due = AnswerDue(run=desk.request.call.run, text="Done.", key="answer r 1")
    desk.world.room(desk.request.place).outbox.clear()
    await desk.store.outbox.add(desk.request.place, due, once="answer")
    return due


@pytest.mark.usefixtures("answer")
async def test_an_answer_that_an_overtaken_courier_says_as_well_stays_once(desk: Desk) -> None:
    desk.messenger = messenger = Overtaken(desk)
    await desk.deliver()
    assert messenger.answers() == ["Done."]


class Late(MemoryMessenger):
    """What the one before sent arrives when nothing was found, and before one's own does."""

    async def find(self, place: Place, once: Once) -> MessageRef | None:
        found = await super().find(place, once)
        if once.since is not None and not self.said:
            await super().post(place, Message(text="late"), once=Once(once.key))
        return found


@pytest.mark.parametrize("told", ["an answer", "a note", "a reminder"])
async def test_whoever_comes_after_a_courier_who_died_takes_away_what_came_late(
    desk: Desk, told: str
) -> None:
    dues: dict[str, Notice] = {
        "an answer": AnswerDue(run=desk.request.call.run, text="Done.", key="answer r 1"),
        "a note": NoteDue(text="It goes on."),
        "a reminder": NudgeDue(approval=desk.request.id, what="reminded"),
    }
    desk.world.room(desk.request.place).outbox.clear()
    await desk.store.outbox.add(desk.request.place, dues[told], once="told")
    async with desk.store.outbox.courier(desk.request.place) as died:
        assert died is not None
    desk.messenger = Late()
    await desk.deliver()
    assert [each.text for each in desk.messenger.messages.values()] == ["late"]
