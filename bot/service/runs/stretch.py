"""One stretch of a run: from a start or a decision to the next pause or the end, in one hold.

Everything that is written goes through here, so the head, the engine's state, the conversation and
what Slack is to be told change together.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.cards import answers
from bot.ports import Change, Clock, Hold, LeaseLost, Once, Thread
from bot.records import (
    AuditDue,
    CardDue,
    NoteDue,
    Notice,
    NudgeDue,
    Request,
    ResultDue,
    Run,
    RunStatus,
)
from bot.service.background import HEAD_START
from bot.service.runs.doubts import part_with
from bot.service.runs.history import ThreadHistory
from bot.service.runs.interruption import Interruption
from bot.service.runs.moves import not_started
from bot.service.runs.scene import Scene
from bot.service.runs.statelog import StateLog
from bot.service.runs.verdicts import Verdicts, asks_about_known
from core import RunState


class Stretch:
    def __init__(
        self,
        hold: Hold,
        thread: Thread,
        run: Run,
        clock: Clock,
        *,
        read: Sequence[int],
        closing: asyncio.Event,
    ) -> None:
        self.hold = hold
        self.run = run
        self.scene = Scene(run)
        self.approvals = thread.approvals
        self.history = ThreadHistory(run.place.tag, thread.history)
        self.states = StateLog()
        self._verdicts = Verdicts()
        self._clock = clock
        self.began = clock.now()
        self._read = tuple(read)
        self._notices: list[Notice] = []
        self._fallen: list[str] = []
        """Ids of approvals whose calls will not start, to be written."""
        self._written: object = None
        self._resuming: asyncio.Task[None] | None = None
        self._unshown = False
        """Whether the record of the run does not say yet that it is under way again."""
        self._writing = asyncio.Lock()
        self.interruption = Interruption(hold, run.id, closing)
        self._turn = 0
        self.since = run.updated_at if thread.run is run and run.status == "running" else None
        """When the stretch before this one began, if its worker died: what it said may be there."""

    def bring_in(self, state: RunState[Any, Any]) -> bool:
        """What is on record about the calls the state waits for; whether it had not heard of it."""
        news = self._verdicts.bring_in(state, self.approvals)
        for approval in self._verdicts.unfit:
            self._fallen.append(approval.request.id)
            self.tell(NoteDue(text=answers.unfit(approval)))
        self._verdicts.unfit.clear()
        return news

    async def catch_up(self, state: RunState[Any, Any]) -> bool:
        """Whether people have said something meanwhile that lets the run go on: a call may have
        come into doubt, and been settled, before any state knew of it."""
        if not asks_about_known(state, self.approvals):
            return False
        self.approvals = (await self.hold.read()).approvals
        return self.bring_in(state)

    def tell(self, notice: Notice) -> None:
        """Goes to Slack with the next write."""
        self._notices.append(notice)

    async def begin(self) -> None:
        """Show that a new run is under way; its inbox entry stays until the first checkpoint."""
        self.run = self._at("running")
        await self.hold.save(Change(run=self.run))

    def resume(self, state: RunState[Any, Any]) -> None:
        """Show that a paused run is under way again, once what was decided on has begun: with the
        first write, or by itself if that is long in coming. What the state holds is on record."""
        self._written = _progress(state)
        self._turn = state.current_turn
        if self.since is not None:
            return
        self.run = self._at("running")
        self._unshown = True
        self._resuming = asyncio.create_task(self._show_resumed(), name="resuming")
        self._resuming.add_done_callback(_seen)

    async def _show_resumed(self) -> None:
        await asyncio.sleep(HEAD_START)
        if self._unshown:
            self._unshown = False
            await self.hold.save(Change(run=self.run))

    @property
    def answer(self) -> Once:
        """By which what the agent says at this point of the run is found again."""
        return Once(f"answer {self.run.id} {self._turn}", self.since)

    def also_read(self, number: int) -> None:
        """One more inbox entry that is dealt with by the next write."""
        self._read = (*self._read, number)

    async def checkpoint(self, state: RunState[Any, Any]) -> None:
        """The engine has come one step further. That a call starts is written by the journal.

        Raises `Interrupted`."""
        with self.interruption.put_off():
            await self._keep(state)
        self.interruption.check()

    async def _keep(self, state: RunState[Any, Any]) -> None:
        self._turn = state.current_turn
        async with self._writing:
            if _progress(state) == self._written:
                return
            tokens = state.context.usage.total_tokens
            self.run = self.run.model_copy(update={"tokens": tokens})
            whole, delta = self.states.step(state)
            await self._write(Change(state=whole, delta=delta))
            self._written = _progress(state)

    async def pause(
        self, state: RunState[Any, Any], requests: Sequence[Request], notices: Sequence[Notice]
    ) -> None:
        """People have to decide before it goes on."""
        approvals = (*self.run.approvals, *(request.id for request in requests))
        self._notices += notices
        self.run = self._at("waiting", approvals=approvals)
        await self._write(Change(run=self.run, state=self.states.whole(state), requests=requests))

    async def stop_calls(self) -> None:
        """What was running has ended with the stretch."""
        standing = (await self.hold.read()).approvals.values()
        for approval in standing:
            if approval.status == "started":
                due = CardDue(approval=approval.request.id)
                try:
                    await self.hold.finish(approval.call, "", failed=True, notice=due)
                except LeaseLost:  # an older holder's
                    await part_with(self.hold, approval, standing)
        self.approvals = (await self.hold.read()).approvals

    async def end(
        self, status: RunStatus, *, note: str = "", notices: Sequence[Notice] = ()
    ) -> None:
        """It is over; its engine state is not kept, and nothing of it can be decided any more."""
        self._notices += notices
        self.run = self._at(status, note=note)
        dropped = not_started(self.approvals.values())
        await self._write(Change(run=self.run, cancelled=dropped))

    async def _write(self, change: Change) -> None:
        """Along with everything else that waits to be written."""
        if self._unshown:
            self._unshown = False
            change = replace(change, run=self.run)
        elif self._resuming is not None:
            await self._resuming
        notices = tuple(addressed(each, self.run.requester) for each in self._notices)
        whole = replace(
            change,
            history=self.history.take_fresh(),
            read=self._read,
            notices=notices,
            cancelled=tuple(dict.fromkeys((*change.cancelled, *self._fallen))),
        )
        self._read = ()
        self._notices.clear()
        self._fallen.clear()
        if await self.hold.save(whole):
            self.interruption.called_off = True

    async def leave(self, notices: Sequence[Notice]) -> None:
        """Somebody else goes on from the last checkpoint; what the conversation has got since then
        belongs to what is done once more."""
        await self.history.clear_session()
        self._notices += notices
        await self._write(Change())

    def _at(self, status: RunStatus, **changes: object) -> Run:
        now = self._clock.now()
        return self.run.model_copy(update={"status": status, "updated_at": now, **changes})


def addressed(notice: Notice, requester: str) -> Notice:
    """With somebody to tell when the thread does not take it."""
    if isinstance(notice, CardDue | AuditDue | ResultDue | NudgeDue):
        return notice
    return notice.model_copy(update={"requester": requester})


def _seen(task: asyncio.Task[None]) -> None:
    """Its error is raised by the next write, if there is one."""
    if not task.cancelled():
        task.exception()


def _progress(state: RunState[Any, Any]) -> object:
    """Changes with everything that would be lost if it were not written."""
    nested = tuple(_progress(call.nested) for call in state.calls if call.nested is not None)
    added = len(state.staged_input)
    return len(state.model_responses), len(state.session_items), added, state.final is None, nested
