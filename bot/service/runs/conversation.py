"""Lets the engine go on with a thread's run until it pauses or ends, and writes down every step.

A new run, a resumed one and one whose worker died take the same way; they differ in the state they
bring. Nothing is said in Slack that is not on record first, but for the text that is streamed.
"""

import asyncio
import logging
from typing import Any

from bot.blame import blame
from bot.ports import Approvals, Clock, Hold, LeaseLost, Messenger, NotRecorded, Thread, Wakeups
from bot.records import Approval, CardDue, NoteDue, Run
from bot.service.access.foresight import Foresight
from bot.service.background import Background
from bot.service.runs import failures
from bot.service.runs.admission import Admission
from bot.service.runs.interruption import Interrupted
from bot.service.runs.leaving import left_in
from bot.service.runs.ledger import JournalLedger
from bot.service.runs.moves import Resume, Start
from bot.service.runs.offers import Offer, Offers
from bot.service.runs.progress import Progress, as_text
from bot.service.runs.stretch import Stretch
from bot.service.runs.verdicts import answer_undecidable
from bot.service.waking import wake
from core import Agent, RunConfig, Runner, RunState, UserError
from core.exceptions import state_of
from core.models.interface import ModelProvider
from core.result import RunResultStreaming

MAX_TOOL_OUTPUT = 40_000
"""Characters of one result a model reads."""

log = logging.getLogger(__name__)


class Conversation:
    def __init__(
        self,
        *,
        agent: Agent[Any],
        models: ModelProvider,
        offers: Offers,
        foresight: Foresight,
        admission: Admission,
        approvals: Approvals,
        messenger: Messenger,
        wakeups: Wakeups,
        background: Background,
        clock: Clock,
        closing: asyncio.Event,
        max_turns: int = 30,
    ) -> None:
        self._agent = agent
        self._models = models
        self._offers = offers
        self._foresight = foresight
        self._admission = admission
        self._approvals = approvals
        self._messenger = messenger
        self._wakeups = wakeups
        self._background = background
        self._clock = clock
        self._closing = closing
        self._max_turns = max_turns

    async def advance(self, hold: Hold, thread: Thread, run: Run, move: Start | Resume) -> None:
        """Go on until the next pause or the end. Raises `LeaseLost`, `NotRecorded`."""
        stretch = Stretch(hold, thread, run, self._clock, read=_read(move), closing=self._closing)
        if isinstance(move, Start):
            await stretch.begin()
        try:
            await self._go_on(stretch, thread, move)
        except (LeaseLost, NotRecorded):
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is
            log.error("run %s failed: %s", run.id, blame(error))  # noqa: TRY400 - where, not what
            await stretch.stop_calls()
            words = failures.report(error, stretch.approvals.values())
            if (state := state_of(error)) is not None:
                left = await left_in(hold, state, stretch.approvals, words)
                await stretch.history.add_items(left)
            await stretch.end("failed", note=failures.reason(error), notices=[NoteDue(text=words)])

    async def _go_on(self, stretch: Stretch, thread: Thread, move: Start | Resume) -> None:
        state: RunState[Any, Any] | str
        if isinstance(move, Start):
            state = move.said.text
        else:
            state = await stretch.states.read(self._agent, thread, stretch.scene)
            stretch.resume(state)
            stretch.bring_in(state)
            _add_said(state, move, stretch)
        if stretch.since is not None:
            await self._messenger.take_away_unfinished(stretch.run.place, stretch.since)
        progress = Progress(self._messenger, self._background, stretch.run, began=stretch.began)
        if isinstance(move, Start):
            progress.begun()
        try:
            try:
                await self._until_it_stops(stretch, state, progress)
            except Interrupted:
                await stretch.leave(await progress.unsaid(stretch.answer))
        except (LeaseLost, NotRecorded):
            await progress.take_back()
            raise
        finally:
            await progress.close()

    async def _until_it_stops(
        self, stretch: Stretch, state: RunState[Any, Any] | str, progress: Progress
    ) -> None:
        if isinstance(state, RunState) and state.final is not None:
            # Its worker died between the last answer and the end of the run.
            await self._done(stretch, state.final_output, progress)
            return
        while True:
            result = self._run(stretch, state, progress)
            await stretch.interruption.watch(result, progress.follow(result))
            if not result.interruptions:
                await self._done(stretch, result.final_output, progress)
                return
            state = result.to_state()
            if await stretch.catch_up(state):
                continue
            offer = await self._offers.make(state, stretch.run, stretch.approvals)
            if not offer.undecidable:
                await self._pause(stretch, state, offer, progress)
                return
            for item, words in offer.undecidable:
                answer_undecidable(state, item, words)
            for words in dict.fromkeys(words for _, words in offer.undecidable):
                stretch.tell(NoteDue(text=words))

    def _run(
        self, stretch: Stretch, state: RunState[Any, Any] | str, progress: Progress
    ) -> RunResultStreaming:
        def resolved() -> None:
            self._background.start(wake(self._wakeups, stretch.run.place), name="wake-up")

        return Runner.run_streamed(
            self._agent,
            state,
            context=stretch.scene,
            max_turns=self._max_turns,
            session=stretch.history,
            run_config=RunConfig(
                model_provider=self._models,
                run_id=stretch.run.id,
                checkpoint=stretch.checkpoint,
                ledger=JournalLedger(
                    stretch, self._admission, started=progress.tool_started, resolved=resolved
                ),
                max_tool_output=MAX_TOOL_OUTPUT,
                tool_not_found_behavior="return_error_to_model",
                tracing_disabled=True,
            ),
        )

    async def _pause(
        self, stretch: Stretch, state: RunState[Any, Any], offer: Offer, progress: Progress
    ) -> None:
        notices = await progress.unsaid(stretch.answer)
        asking = [each for each in offer.requests if each.id not in offer.covered]
        notices += [CardDue(approval=request.id) for request in asking]
        await stretch.pause(state, offer.requests, notices)
        if not notices:  # What is posted would end it by itself.
            progress.rest()
        for request in offer.requests:
            await self._wakeups.wake_at(
                request.place, request.id, Approval(request=request).next_look
            )
            self._background.start(self._foresight.look(request), name="looking up approvers")
            for decision in offer.covered.get(request.id, ()):
                # The inbox learns it as it would from a click.
                await self._approvals.decide(request, decision)

    async def _done(self, stretch: Stretch, output: object, progress: Progress) -> None:
        notices = await progress.unsaid(stretch.answer, otherwise=as_text(output))
        await stretch.end("done", notices=notices)


def _add_said(state: RunState[Any, Any], move: Resume, stretch: Stretch) -> None:
    """Put what the requester said meanwhile before the next call of the model; where the run has no
    turns left it stays in the inbox and starts the next one."""
    for number, said in move.added:
        try:
            state.add_input(said.text)
        except UserError:
            return
        stretch.also_read(number)


def _read(move: Start | Resume) -> tuple[int, ...]:
    return (move.number,) if isinstance(move, Start) else move.read
