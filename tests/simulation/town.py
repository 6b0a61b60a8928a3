"""Everything a schedule consists of: one store, one Slack, and processes that come and go."""

import asyncio
import hashlib
import json
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from random import Random
from typing import Any, Self

from bot.policy import parse_policies
from bot.ports import DirectoryError, Message, NotRecorded
from bot.records import Approval, MessageRef, Person, Place
from bot.service.access.policy_book import PolicyBook
from bot.service.background import Background
from bot.store import Store, World
from bot.testing.directory import MemoryDirectory
from bot.testing.messenger import MemoryMessenger
from bot.wiring import Brain, Dependencies, Services, wire
from core.models.multi_provider import MultiProvider
from core.tool_context import ToolContext
from tests.simulation.carrier import Carrier, ShakyWakeups, Worker
from tests.simulation.clock import Clock
from tests.simulation.dice import Deed, Dice
from tests.simulation.gone import Gone
from tests.simulation.history import Effect, End, History, Told
from tests.simulation.latecomers import Latecomers
from tests.simulation.leases import Leases
from tests.simulation.link import Link, Shaky
from tests.simulation.loop import Lane, SeededLoop
from tests.simulation.plans import GATED, ModelFails, Plans
from tests.simulation.shaky_slack import ShakyMessenger
from tests.simulation.shaky_store import shaky_store
from tests.simulation.trace import Trace

CHANNEL = "C1"
REQUESTER, GUEST, OUTSIDER = "UREQ", "UGUEST", "UOUT"
APPROVERS = frozenset({"UA", "UB", "UC"})
PEOPLE = {
    **{each: Person(id=each, kind="member") for each in (*APPROVERS, REQUESTER, OUTSIDER)},
    GUEST: Person(id=GUEST, kind="guest"),
}
_SWEEPS_EVERY = (1.0, 4.0, 7.0)
"""Seconds."""
EXPIRES = 120.0
"""Seconds."""
POLICIES = parse_policies(
    f"""
    [[policy]]
    tools = ["wipe"]
    required = 2
    expires_after = "{EXPIRES:.0f}s"

    [[policy]]
    tools = ["*"]
    expires_after = "{EXPIRES:.0f}s"
    """
)


class Process:
    """One process of the bot: front end, worker and sweeper."""

    def __init__(self, town: "Town", name: str) -> None:
        self.lane = town.loop.lane(name)
        self.link = Link(town.loop, self.lane, town.dice, town.trace, town.mourn)
        self._loop = town.loop
        self.services = self._wired(town)
        carrier = town.carrier
        carrier.join(Worker(self.lane, self.services.actor.attend, self.services.deadlines.passed))
        self.start(self._sweep(town.rng.choice(_SWEEPS_EVERY)))

    async def _sweep(self, every: float) -> None:
        """As `Sweeper.run`, but not always as often: looking takes most of a schedule's steps."""
        while True:
            with suppress(NotRecorded):
                await self.services.sweeper.sweep()
            await asyncio.sleep(every)

    def _wired(self, town: "Town") -> Services:
        wakeups = ShakyWakeups(town.carrier, town.loop, self.link)
        store: Store = shaky_store(town.world, town.clock, self.link, town.leases, wakeups)
        deps = Dependencies(
            store=store,
            messenger=ShakyMessenger(town.messenger, self.link, town.told, town.late),
            directory=ShakyDirectory(town.directory, self.link),
            bot_user="UBOT",
            brain=town.brain,
            background=Background(),
            clock=town.clock,
            command="/agent",
        )
        return wire(deps)

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        return self._loop.create_task(work, context=self.lane.context())


class ShakyDirectory(Shaky):
    """It remembers nothing: each answer is as young as somebody may want it."""

    def __init__(self, directory: MemoryDirectory, link: Link) -> None:
        super().__init__(directory, link, "directory", _looked_up, lambda: DirectoryError("away"))

    def within(self, seconds: float) -> Self:
        return self


def _looked_up(method: str) -> Deed:
    return "lookup"


class Town:
    def __init__(self, loop: SeededLoop, seed: str, plans: Plans, trace: Trace) -> None:
        self.loop = loop
        self.trace = trace
        self.rng = Random(f"{seed} town")
        self.dice = Dice(Random(f"{seed} dice"))
        self.clock = Clock(loop)
        self.world = World()
        self.leases = Leases(loop, self.world)
        self.late = Latecomers()
        self.carrier = Carrier(loop, Random(f"{seed} carrier"), self.dice)
        self.history = History()
        self.messenger = MemoryMessenger(watch=self._seen)
        self.directory = MemoryDirectory(PEOPLE, {CHANNEL: APPROVERS | {REQUESTER, GUEST}})
        self.brain = Brain(plans.on(self), MultiProvider(), PolicyBook(POLICIES))
        self.processes: list[Process] = []
        self.watchers: list[Callable[[MessageRef, Message], None]] = []
        self._born = 0
        for _ in range(self.rng.choice((1, 2, 2, 3))):
            self.found()

    def found(self) -> None:
        """One more process."""
        self._born += 1
        self.trace.note(self.loop.time(), f"p{self._born} starts")
        self.processes.append(Process(self, f"p{self._born}"))

    def mourn(self) -> None:
        """A process died; another one takes its place after a while."""
        delay = self.rng.uniform(0.5, 40.0)
        self.loop.call_later(delay, self.found, context=self.loop.outside)

    def alive(self) -> list[Process]:
        return [each for each in self.processes if not each.lane.dead]

    def calm_down(self) -> None:
        """From now on nothing goes wrong."""
        self.dice.calm = True
        for process in self.processes:
            if process.lane.paused:
                self.loop.go_on(process.lane)

    def close(self) -> None:
        for process in self.processes:
            process.link.cut = True

    def told(self, to: str, taken: bool) -> None:
        self.history.told.append(Told(to, self.loop.time(), taken))

    async def think(self) -> None:
        await self._here("quiet", "model")
        if self.dice.happens(0.01):
            self.trace.note(self.loop.time(), "the model fails")
            raise ModelFails
        if self.dice.happens(0.05):
            self.trace.note(self.loop.time(), "the model hangs")
            await asyncio.sleep(self.dice.hanging())

    async def perform(self, tool: str, work: str, context: ToolContext[Any]) -> str:
        async def act() -> str:
            self.history.effects.append(self._effect(tool, work, context))
            self.trace.note(self.loop.time(), f"{tool} {work}")
            return f"{work} is done"

        answer = await self._here("tool", f"tool.{tool}", act)
        return str(answer)

    async def _here(
        self, deed: Deed, name: str, act: Callable[[], Awaitable[Any]] | None = None
    ) -> Any:
        """In the process that is asking."""
        lane = Lane.current()
        process = next(each for each in self.processes if each.lane is lane)
        return await process.link.carry(deed, name, act or _nothing)

    def _effect(self, tool: str, work: str, context: ToolContext[Any]) -> Effect:
        gone = Gone.current(context.idempotency_key)
        given = json.dumps(
            {"arguments": {"work": work}, "tool": tool}, sort_keys=True, separators=(",", ":")
        )
        return Effect(
            work=work,
            key=gone.key,
            gated=tool in GATED,
            repeatable=tool in ("scale", "look"),
            digest=hashlib.sha256(given.encode()).hexdigest(),
            approval=gone.approval,
        )

    def end(self) -> End:
        rooms = self.world.rooms
        left = [f"{tag} outbox {n}" for tag, room in rooms.items() for n in room.outbox.values()]
        left += [f"errand {key}" for key, kept in self.world.errands.items() if not kept.done]
        messenger = self.messenger
        texts: dict[Any, list[str]] = {}
        for ref, place in messenger.places.items():
            texts.setdefault(place, []).append(messenger.messages[ref].text)
        return End(
            now=self.clock.now(),
            approvals=tuple(self.approvals()),
            runs=tuple(run for room in rooms.values() for run in room.runs.values()),
            inboxes=tuple(
                (Place.of_tag(tag), entry)
                for tag, room in rooms.items()
                for entry in room.inbox.values()
            ),
            undelivered=tuple(left),
            shown=messenger.messages,
            texts={place: tuple(each) for place, each in texts.items()},
            closed=frozenset(messenger.closed),
            late=frozenset(self.late.unseen()),
            overdrawn=frozenset(self.late.overdrawn()),
        )

    def approvals(self) -> list[Approval]:
        calls = (call for room in self.world.rooms.values() for call in room.calls.values())
        return [call.approval for call in calls if call.approval is not None]

    def _seen(self, ref: MessageRef, message: Message) -> None:
        for watcher in self.watchers:
            watcher(ref, message)


async def _nothing() -> None:
    pass
