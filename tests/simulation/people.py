"""What people do in a schedule: ask, click once, twice or too late, call off, write in between."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from itertools import count
from random import Random
from typing import Any

from bot.ports import Message
from bot.records import Click as ClickRecord
from bot.records import Command, MessageRef, Place
from bot.records import Said as SaidRecord
from bot.wiring import Services
from tests.simulation.history import Click, Said
from tests.simulation.plans import FREE, GATED
from tests.simulation.town import (
    APPROVERS,
    CHANNEL,
    EXPIRES,
    GUEST,
    OUTSIDER,
    REQUESTER,
    Process,
    Town,
)

_ACKNOWLEDGED_WITHIN = 3.0
"""Seconds Slack waits."""
_AGAIN_AFTER = (1.0, 10.0, 40.0)
"""Seconds after which Slack sends an event again that was not acknowledged."""
_FOR_APPROVAL = ("approve", "approve", "approve", "reject")
_FOR_DOUBT = ("done", "again", "give_up")


class People:
    def __init__(self, town: Town, seed: str) -> None:
        self._town = town
        self._rng = Random(f"{seed} people")
        self._numbers = count(1)
        self._offered: set[tuple[str, str]] = set()
        self.busy = 0
        """Things they have begun and not seen the end of."""
        town.watchers.append(self._look)

    def begin(self) -> None:
        for _ in range(self._rng.choice((1, 1, 2))):
            place = Place(channel=CHANNEL, thread=f"{next(self._numbers)}.5")
            self._soon(self._converse(place))

    async def _converse(self, place: Place) -> None:
        await asyncio.sleep(self._rng.uniform(0.0, 5.0))
        await self._say(place, place.thread)
        if self._rng.random() < 0.3:
            await asyncio.sleep(self._rng.uniform(0.0, 90.0))
            await self._say(place, f"{next(self._numbers)}.5")
        if self._rng.random() < 0.25:
            await asyncio.sleep(self._rng.uniform(0.0, 60.0))
            await self._call_off(place)
        if self._town.dice.happens(0.05):
            self._town.messenger.closed[CHANNEL] = "is_archived"

    async def _say(self, place: Place, ts: str) -> None:
        said = SaidRecord(user=REQUESTER, team="T1", text=self._plan(), ts=ts)
        self._town.trace.note(self._town.loop.time(), f"{ts}: {said.text}")
        at = len(self._town.history.said)
        self._town.history.said.append(
            Said(ts, said.user, place, self._town.loop.time(), said.text)
        )

        def deliver(services: Services) -> Coroutine[Any, Any, None]:
            return services.intake.said(place, said, once=f"{CHANNEL}:{ts}", only_if_known=False)

        for pause in (0.0, *_AGAIN_AFTER):
            await asyncio.sleep(pause)
            process, taken = await self._deliver(deliver)
            if taken and process is not None:
                self._watch_said(at, process)
                if not self._town.dice.happens(0.1):
                    return

    def _watch_said(self, at: int, process: Process) -> None:
        """Acknowledged; what a process takes with it into its grave was promised too early."""
        history, said = self._town.history, self._town.history.said[at]
        room = self._town.world.room(said.place)
        stored = f"{CHANNEL}:{said.ts}" in room.seen
        history.said[at] = replace(said, acknowledged=True, excused=not stored)

    def _plan(self) -> str:
        steps = []
        for _ in range(self._rng.choice((1, 1, 2))):
            calls = []
            for _ in range(self._rng.choice((1, 1, 2))):
                tool = self._rng.choice((*GATED, "deploy", *FREE))
                calls.append(f"{tool}:w{next(self._numbers)}")
            steps.append(" ".join(calls))
        return f"m{next(self._numbers)} " + " | ".join(steps)

    async def _call_off(self, place: Place) -> None:
        run = self._town.world.room(place).run
        if run is None:
            return
        self._town.trace.note(self._town.loop.time(), f"call off the run of {run.asked_ts}")
        number = next(self._numbers)
        command = Command(
            key=f"command:{number}",
            text=f"cancel {run.id}",
            user=REQUESTER,
            team="T1",
            channel=CHANNEL,
            response_url=f"url{number}",
        )
        await self._deliver(lambda services: services.intake.errand(command))

    def _look(self, ref: MessageRef, message: Message) -> None:
        """Somebody sees a card that asks for something."""
        for block in message.blocks:
            if block["type"] == "actions":
                button = block["elements"][0]
                doubt = "done" in button["action_id"]
                seen = (button["value"], "doubt" if doubt else "approval")
                if seen not in self._offered:
                    self._offered.add(seen)
                    self._react(ref, button["value"], doubt)

    def _react(self, ref: MessageRef, approval: str, doubt: bool) -> None:
        if self._rng.random() < 0.1:
            return
        for _ in range(self._rng.choice((1, 2, 2, 3))):
            user = self._rng.choice((*sorted(APPROVERS), *sorted(APPROVERS), *_OTHERS))
            action = self._rng.choice(_FOR_DOUBT if doubt else _FOR_APPROVAL)
            self._soon(self._click(ref, approval, user, action, self._hesitation(doubt)))

    def _hesitation(self, doubt: bool) -> float:
        """Seconds; some decide in the very moment in which time runs out."""
        draw = self._rng.random()
        if draw < 0.15 and not doubt:
            return EXPIRES + self._rng.choice((-0.01, 0.0, 0.0, 0.01, 5.0))
        return self._rng.uniform(0.0, 1.0 if draw < 0.5 else 40.0)

    async def _click(
        self, ref: MessageRef, approval: str, user: str, action: str, after: float
    ) -> None:
        await asyncio.sleep(after)
        place = self._town.messenger.places[ref]
        times = 2 if self._rng.random() < 0.2 else 1
        clicks = [self._one_click(ref, place, approval, user, action) for _ in range(times)]
        await asyncio.gather(*clicks)

    async def _one_click(
        self, ref: MessageRef, place: Place, approval: str, user: str, action: str
    ) -> None:
        number, now = next(self._numbers), self._town.loop.time()
        self._town.trace.note(now, f"{user} clicks {action}")
        click = ClickRecord(
            key=f"click:{number}",
            action=action,
            approval=approval,
            user=user,
            team="T1",
            channel=place.channel,
            thread=place.thread,
            message=ref.ts,
            app="A1",
            response_url=f"url{number}",
        )
        history = self._town.history
        at = len(history.clicks)
        history.clicks.append(Click(user, click.response_url, approval, action, place, now))
        _, taken = await self._deliver(lambda services: services.intake.errand(click))
        if taken:
            stored = click.key in self._town.world.errands
            history.clicks[at] = replace(history.clicks[at], acknowledged=True, excused=not stored)
        if self._rng.random() < 0.05:
            await self._deliver(lambda services: services.intake.errand(click))

    async def _deliver(
        self, send: Callable[[Services], Coroutine[Any, Any, None]]
    ) -> tuple[Process | None, bool]:
        """To any process; whether it was acknowledged in time."""
        able = self._town.alive()
        if not able:
            return None, False
        process = self._rng.choice(able)
        task = process.start(send(process.services))
        await asyncio.wait({task}, timeout=_ACKNOWLEDGED_WITHIN)
        return process, task.done() and task.exception() is None

    def _soon(self, work: Coroutine[Any, Any, None]) -> None:
        self.busy += 1

        async def followed() -> None:
            try:
                await work
            finally:
                self.busy -= 1

        self._town.loop.create_task(followed(), context=self._town.loop.outside.copy())


_OTHERS = (REQUESTER, GUEST, OUTSIDER)
