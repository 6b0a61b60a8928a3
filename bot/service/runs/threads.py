"""A thread as an actor: whoever holds it works through its inbox, one run at a time."""

import asyncio
import logging
import secrets
from typing import Any

from bot.ports import (
    Approvals,
    Change,
    Clock,
    Hold,
    LeaseLost,
    NotRecorded,
    Outbox,
    Thread,
    Threads,
    Wakeups,
    WrittenByNewer,
)
from bot.records import Answered, CardDue, NoteDue, Notice, Place, Run
from bot.service.background import Background
from bot.service.outbound.courier import Courier
from bot.service.runs.conversation import Conversation
from bot.service.runs.doubts import part_with
from bot.service.runs.leaving import left_between
from bot.service.runs.moves import (
    CallOff,
    Defer,
    Rest,
    Resume,
    Start,
    TakeAnswer,
    joins,
    next_move,
    not_started,
)
from bot.service.waking import wake
from bot.text.cut import clip
from bot.text.visible import line
from core import Agent

log = logging.getLogger(__name__)

_LONG = 600.0
"""Seconds in which a deployment comes to its end."""
_ASK = 200
"""Characters kept of what was asked for, to recognise a run by."""


class ThreadActor:
    def __init__(
        self,
        *,
        threads: Threads,
        outbox: Outbox,
        approvals: Approvals,
        conversation: Conversation,
        courier: Courier,
        background: Background,
        clock: Clock,
        agent: Agent[Any],
        wakeups: Wakeups,
        closing: asyncio.Event,
        command: str,
    ) -> None:
        """`closing` is set when this process is about to end: it begins nothing more then.
        `command` is the slash command."""
        self._threads = threads
        self._outbox = outbox
        self._approvals = approvals
        self._conversation = conversation
        self._courier = courier
        self._background = background
        self._clock = clock
        self._agent = agent
        self._wakeups = wakeups
        self._closing = closing
        self._command = command

    async def attend(self, place: Place) -> None:
        """Work until the thread's inbox is empty. Somebody else being at it is as good."""
        try:
            async with self._threads.hold(place) as hold:
                if hold is not None:
                    await self._work(hold)
        except LeaseLost:
            log.warning("somebody else took over %s", place.tag)
        except WrittenByNewer as error:
            log.warning("%s is left alone: %s", place.tag, error)
            await self._explain(place, error.since)
        except NotRecorded as error:
            log.warning("%s is left for later: %s", place.tag, error)
        finally:
            if self._closing.is_set():
                # Another process sees to what is left.
                await wake(self._wakeups, place)

    async def _work(self, hold: Hold) -> None:
        thread = hold.taken
        while not self._closing.is_set():
            idle = await self._move(hold, thread)
            self._background.start(self._courier.deliver(hold.place), name="delivery")
            if idle and await hold.is_idle():
                return
            thread = await hold.read()

    async def _explain(self, place: Place, since: float) -> None:
        """The thread learns why nothing happens once nobody newer has come for long."""
        if self._clock.now() - since < _LONG:
            return
        words = (
            "This conversation was begun by a newer version of me that is not running just now."
            " Nothing is lost: I go on as soon as it is back."
        )
        try:
            await self._outbox.add(place, NoteDue(text=words), once=f"newer {since}")
        except NotRecorded as error:
            log.warning("%s cannot be told why it waits: %s", place.tag, error)
            return
        self._background.start(self._courier.deliver(place), name="delivery")

    async def _move(self, hold: Hold, thread: Thread) -> bool:
        """Make the next move; True when there was nothing left to do."""
        match next_move(thread):
            case Start(again=again) as start:
                run = again or self._new_run(hold.place, start)
                await self._conversation.advance(hold, thread, run, start)
            case Resume(run=run) as resume:
                await self._conversation.advance(hold, thread, run, resume)
            case CallOff() as off:
                await self._call_off(hold, thread, off)
            case TakeAnswer() as answer:
                await self._take_answer(hold, answer)
            case Defer() as defer:
                await self._defer(hold, defer)
            case Rest(read=()):
                return True
            case Rest(read=read):
                await hold.save(Change(read=read))
        return False

    def _new_run(self, place: Place, start: Start) -> Run:
        now = self._clock.now()
        return Run(
            id=f"run_{secrets.token_hex(8)}",
            place=place,
            requester=start.said.user,
            team=start.said.team,
            agent=self._agent.name,
            ask=clip(line(start.said.text), _ASK),
            asked_ts=start.said.ts,
            status="running",
            started_at=now,
            updated_at=now,
        )

    async def _call_off(self, hold: Hold, thread: Thread, off: CallOff) -> None:
        approvals = thread.approvals.values()
        for approval in approvals:
            if approval.status == "started":
                await part_with(hold, approval, approvals)
        run = off.run.model_copy(update={"status": "cancelled", "updated_at": self._clock.now()})
        words = f"<@{off.by}> called this off. What had not started does not run."
        history = await left_between(hold, self._agent, thread, run, words)
        note = NoteDue(text=words, requester=run.requester)
        await hold.save(
            Change(
                run=run,
                history=history,
                cancelled=not_started(approvals),
                by=off.by,
                read=off.read,
                notices=(note,),
            )
        )

    async def _take_answer(self, hold: Hold, answer: TakeAnswer) -> None:
        """It lands on the card, and whoever asked hears of it."""
        said, request = answer.said, answer.approval.request
        answered = Answered(by=said.user, at=self._clock.now(), text=said.text)
        notices: list[Notice] = [CardDue(approval=request.id)]
        if (asked := answer.approval.open_question) is not None:
            words = f"<@{asked.by}>, <@{said.user}> has answered; it stands on the card."
            notices.append(NoteDue(text=words, requester=request.requester))
        await self._approvals.remark(request, answered, once=f"answer:{said.ts}", notices=notices)
        await hold.save(Change(read=(answer.number,)))

    async def _defer(self, hold: Hold, defer: Defer) -> None:
        run = defer.run.model_copy(update={"heard": defer.upto})
        notices = tuple(
            NoteDue(text=_kept(run, user, self._command), user=user) for user in defer.users
        )
        await hold.save(Change(run=run, read=defer.read, notices=notices))


def _kept(run: Run, user: str, command: str) -> str:
    if joins(run, user):
        return (
            "I have kept your message. It goes into your request once the open approval above is"
            f" decided. `{command} cancel {run.id}` calls it off instead."
        )
    return (
        f"I have kept your message. I am still at a request of <@{run.requester}>; once that is"
        " over I take yours up as a request of your own."
    )
