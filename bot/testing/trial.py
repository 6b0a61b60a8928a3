"""A workspace with the bot in it, for the length of a test."""

import asyncio
import os
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from dataclasses import replace
from typing import Any, Self

from bot.playground import SAMPLE, Answer, Latency, Message, Person, Playground, Seed, Times
from bot.playground.waiting import PATIENCE
from bot.policy import parse_policies
from bot.records import AuditEntry
from bot.service.access.policy_book import PolicyBook
from bot.store import Store, World, memory_store
from bot.testing.bustle import Bustle
from bot.testing.clock import FakeClock
from bot.testing.process import Process
from bot.wiring import Brain
from core import Agent
from core.models.interface import ModelProvider
from core.models.multi_provider import MultiProvider

CHANNEL = "C0OPS"
SWEPT_AFTER = 60.0
"""Seconds."""

LATENCY = "SIGNOFF_SLACK_LATENCY"
"""A variable of the environment: up to how many seconds Slack takes, each way, for each call. A
test that leans on what happens to come first fails with it, sooner or later."""


class Teammate:
    """Somebody in the workspace, and what they do there."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.id = person.id

    async def asks(
        self, text: str, *, channel: str = CHANNEL, thread: str | None = None
    ) -> Message:
        """Mention the bot."""
        return await self.person.mentions(channel, text, thread_ts=thread)

    async def says(
        self, text: str, *, channel: str = CHANNEL, thread: str | None = None
    ) -> Message:
        """Write without mentioning anybody."""
        return await self.person.says(channel, text, thread_ts=thread)

    async def writes_directly(self, text: str, *, thread: str | None = None) -> Message:
        """Write to the bot in private."""
        return await self.person.says(self.person.app_dm.id, text, thread_ts=thread)

    async def clicks(self, card: Message, button: str, **how: Any) -> Answer:
        """Press the button whose text begins so."""
        return await self.person.clicks(card, button, **how)

    async def types(self, command: str, *, channel: str = CHANNEL) -> Answer:
        """Use the slash command: `/agent status`."""
        name, _, text = command.partition(" ")
        return await self.person.commands(name, text, channel)

    @property
    def told(self) -> list[str]:
        """What the bot said to this person alone, oldest first."""
        return [message.text for message in self.person.private_messages]


class Trial:
    """Everything a test needs; one process of the bot runs already."""

    def __init__(
        self,
        agent: Agent[Any],
        *,
        policies: str = "",
        models: ModelProvider | None = None,
        seed: Seed = SAMPLE,
        open_store: Callable[[FakeClock], AbstractAsyncContextManager[Store]] | None = None,
    ) -> None:
        """`policies` is the text of a `bot.toml`. `open_store` opens what every process of the bot
        shares; in memory if none is given."""
        self.clock = FakeClock()
        self.slack = Playground(
            seed,
            times=Times(answer_within=PATIENCE),
            latency=Latency(float(os.environ.get(LATENCY, "0"))),
        )
        self.processes: list[Process] = []
        self._brain = Brain(agent, models or MultiProvider(), PolicyBook(parse_policies(policies)))
        self._bustle = Bustle()
        self._world = World()
        self._links: list[World] = []
        self._open_store = open_store or self._in_memory
        self._lifetime = AsyncExitStack()

    async def __aenter__(self) -> Self:
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(self.slack)
            stack.push_async_callback(self._stop_all)
            await self.start()
            self._lifetime = stack.pop_all()
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self._lifetime.aclose()

    async def start(self, *, listens: bool = True, works: bool = True) -> Process:
        """One more process of the bot."""
        process = Process(
            self.slack,
            self._open_store(self.clock),
            self._brain,
            self.clock,
            self._bustle,
            listens=listens,
            works=works,
        )
        await process.start()
        self.processes.append(process)
        return process

    async def restart(self) -> None:
        """Stop every process and start one: what it knows is in the store."""
        await self._stop_all()
        await self.start()

    async def crash(self) -> None:
        """Every process dies at once, in the middle of whatever it does; leases run out."""
        for link in self._links:
            link.outage = True
        with self.slack.faults.refusing("channel_not_found"):
            for link in self._links:
                for task in link.running:
                    task.cancel()
            await self._stop_all()
        for room in self._world.rooms.values():
            room.held, room.courier = False, None

    def go_silent(self) -> None:
        """Every worker and courier seems to have died, and goes on all the same: leases run out."""
        for room in self._world.rooms.values():
            room.held, room.courier = False, None

    async def pick_up(self) -> None:
        """Let a while pass, until the bot looks for what a crash left lying."""
        self.clock.advance(SWEPT_AFTER)
        for process in self.processes:
            await process.services.sweeper.sweep()

    def person(self, name: str) -> Teammate:
        """By handle or id."""
        return Teammate(self.slack.person(name))

    async def card(self, shown: str = "", *, button: str = "Approve") -> Message:
        """The newest message with such a button, once there is one."""
        return await self.slack.wait_for_message(shown, button=button)

    async def message(self, shown: str) -> Message:
        """The newest message of the bot that shows this text, once there is one."""
        return await self.slack.wait_for_message(shown)

    async def whisper(self, to: Teammate, shown: str) -> Message:
        """The newest private message to somebody that shows this text, once there is one."""
        return await self.slack.wait_for_message(shown, visible_to=to.id)

    def now(self, message: Message) -> Message:
        """A message as it stands now."""
        return self.slack.current(message)

    async def audit(self) -> list[AuditEntry]:
        """Everything that is on record, oldest first."""
        await self.settled()
        async with self._open_store(self.clock) as store:
            return [link.entry async for link in store.audit.read()]

    async def settled(self) -> None:
        """Wait until the bot has nothing left to do: every message and click is taken, nobody works
        on a thread, nothing goes on in the background. Raises NothingHappened."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not self._is_settled:
                    await self.answered()
                    if self._has_workers:
                        await self._bustle.end()
        except TimeoutError:
            raise self.slack.in_vain(f"end of the work ({self._bustle})", PATIENCE) from None

    async def answered(self) -> None:
        """Wait until every message and click is taken and nothing goes on in the background; what
        an agent is at goes on."""
        await self.slack.settled()
        for process in self.processes:
            await process.idle()

    @property
    def _is_settled(self) -> bool:
        return (
            self.slack.is_settled
            and all(process.is_idle for process in self.processes)
            and (self._bustle.is_over or not self._has_workers)
        )

    @property
    def _has_workers(self) -> bool:
        return any(process.works for process in self.processes)

    async def _stop_all(self) -> None:
        while self.processes:
            await self.processes.pop().stop()

    def _in_memory(self, clock: FakeClock) -> AbstractAsyncContextManager[Store]:
        """Each process has a link of its own to the shared world, which can be cut."""
        link = replace(self._world, running=set())
        self._links.append(link)
        return memory_store(clock, world=link)
