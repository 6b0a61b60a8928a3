"""Takes what Slack has to say to one of the app's front ends, again when it was not taken.

Socket Mode connections come before request URLs; among several the deliveries go in turn.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.playground.delivery.outgoing import Answer, Delivery, FrontEnd, Outgoing, Retry
from bot.playground.errors import PlaygroundError


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """Seconds."""

    answer_within: float = 3.0
    retries: tuple[float, ...] = (0.0, 60.0, 300.0)
    """The pause before each further attempt at an event."""


class Courier:
    def __init__(
        self,
        *,
        times: Times,
        sockets: Callable[[], Sequence[FrontEnd]],
        changed: Callable[[], None],
    ) -> None:
        self.times = times
        self.request_urls: list[FrontEnd] = []
        self.deliveries: list[Delivery] = []
        self._sockets = sockets
        self._changed = changed
        self._turn = 0
        self._under_way: set[asyncio.Task[None]] = set()

    @property
    def front_ends(self) -> list[FrontEnd]:
        """Who takes deliveries now."""
        return list(self._sockets()) or self.request_urls

    async def ask(self, outgoing: Outgoing, *, to: str | None = None) -> Answer:
        """Deliver an interaction: one attempt, since a person waits for the answer."""
        delivery = self._new(outgoing)
        await self._attempt(delivery, to, None)
        self._end(delivery)
        return delivery.answer

    def post(self, outgoing: Outgoing, *, to: str | None = None) -> Delivery:
        """Deliver in the background; what is an event comes again until it is taken."""
        delivery = self._new(outgoing)
        task = asyncio.create_task(self._insist(delivery, to))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return delivery

    async def close(self) -> None:
        """Give up what is under way."""
        tasks = list(self._under_way)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _new(self, outgoing: Outgoing) -> Delivery:
        delivery = Delivery(outgoing)
        self.deliveries.append(delivery)
        return delivery

    async def _insist(self, delivery: Delivery, to: str | None) -> None:
        await self._attempt(delivery, to, None)
        retries = self.times.retries if delivery.outgoing.kind == "events_api" else ()
        for number, pause in enumerate(retries, start=1):
            answer = delivery.answer
            if answer.ok or answer.no_retry or answer.problem is None:
                break
            await self._rest(delivery, pause)
            await self._attempt(delivery, to, Retry(number, answer.problem))
        self._end(delivery)

    async def _attempt(self, delivery: Delivery, to: str | None, retry: Retry | None) -> None:
        front_end = self._choose(to)
        if front_end is None:
            answer = Answer(status=0, problem="connection_failed")
        else:
            answer = await front_end.send(delivery.outgoing, retry, within=self.times.answer_within)
        delivery.answers.append(answer)
        self._changed()

    async def _rest(self, delivery: Delivery, pause: float) -> None:
        delivery.resting = pause > 0
        self._changed()
        await asyncio.sleep(pause)
        delivery.resting = False

    def _end(self, delivery: Delivery) -> None:
        delivery.over = True
        self._changed()

    def _choose(self, to: str | None) -> FrontEnd | None:
        if to is not None:
            everyone = [*self._sockets(), *self.request_urls]
            named = next((f for f in everyone if f.name == to), None)
            if named is None:
                raise PlaygroundError(f"no front end {to!r} among {[f.name for f in everyone]}")
            return named
        candidates = self.front_ends
        if not candidates:
            return None
        self._turn += 1
        return candidates[self._turn % len(candidates)]
