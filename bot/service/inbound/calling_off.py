"""Calling a run off: by command, or by the stop button of its thread."""

from bot import cards
from bot.ports import Message, Messenger, Runs, Threads, Wakeups
from bot.records import Cancelled, Place, Run, Stop
from bot.service.inbound.replier import Replier
from bot.service.inbound.witness import Witness
from bot.service.waking import wake


class CallingOff:
    """Every method raises `NotRecorded`, and may be called again for the same wish."""

    def __init__(
        self,
        runs: Runs,
        threads: Threads,
        wakeups: Wakeups,
        witness: Witness,
        replier: Replier,
        messenger: Messenger,
    ) -> None:
        self._runs = runs
        self._threads = threads
        self._wakeups = wakeups
        self._witness = witness
        self._replier = replier
        self._messenger = messenger

    async def call_off(self, run: Run, by: str, *, once: str) -> Message:
        """Only whoever asked for it can; others are told so."""
        if run.is_over:
            return cards.over_already(run)
        if run.requester != by:
            await self._witness.kept_running(run, by, "not_requester")
            return cards.may_not_cancel(run)
        await self._threads.post(run.place, Cancelled(run=run.id, by=by), once=f"cancel:{once}")
        await wake(self._wakeups, run.place)
        return cards.cancelling(run)

    async def stopped(self, stop: Stop) -> None:
        """Somebody pressed the stop button."""
        place = Place(channel=stop.channel, thread=stop.thread)
        run = await self._runs.latest_in(place)
        if run is None or run.is_over:
            answer = cards.nothing_to_stop()
            # A worker that died may have left the button there.
            await self._messenger.at_work(place, False)
        else:
            answer = await self.call_off(run, stop.user, once=stop.key)
        await self._replier.tell(stop.user, answer, place=place)
