"""The stop button of a thread, which Slack shows while the agent says that it is at work there."""

import asyncio

from bot.ports import Messenger
from bot.records import Run
from bot.service.background import Background

AFTER = 0.5
"""Seconds until it is worth showing."""


class StopButton:
    """Of one stretch of a run; what is over soon is done without."""

    def __init__(self, messenger: Messenger, background: Background, run: Run) -> None:
        self._messenger = messenger
        self._background = background
        self._run = run
        self._timer: asyncio.TimerHandle | None = None
        self._shown = False
        self._in_turn = asyncio.Lock()

    def offer(self) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(AFTER, self._show)

    def take_away(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._shown:
            self._shown = False
            self._background.start(self._tell(at_work=False), name="stop button")

    def _show(self) -> None:
        self._shown = True
        self._background.start(self._tell(at_work=True), name="stop button")

    async def _tell(self, *, at_work: bool) -> None:
        run = self._run
        title = run.ask if run.asked_ts == run.place.thread else ""
        async with self._in_turn:
            await self._messenger.at_work(run.place, at_work, title=title)
