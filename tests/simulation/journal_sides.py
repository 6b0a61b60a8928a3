"""The journal in memory and the journal in Lua, as the exploration of all states needs them."""

import copy
from collections.abc import AsyncIterator, Awaitable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from redis.asyncio import Redis

from bot.ports import Change, LeaseLost
from bot.records import CardDue, Decision
from bot.store import World, keys
from bot.store.connection import connect
from bot.store.database import Database
from bot.store.embedded import embedded
from bot.store.journal import RedisApprovals
from bot.store.memory import MemoryApprovals, MemoryThreads
from bot.store.memory.room import Room
from bot.store.threads import RedisThreads
from bot.testing import FakeClock
from tests.bot.store.rig import a_call, a_place, a_request, a_run
from tests.simulation.journal_rules import Scene, Seen


class _Journal:
    """What both have in common: the ports."""

    scene: Scene
    threads: Any
    approvals: Any
    _model: Any

    async def open(self) -> None:
        """The request is made, and nobody holds the thread."""
        async with self.threads.hold(self.scene.run.place) as hold:
            self._model = copy.copy(hold)
            await hold.save(Change(run=self.scene.run, requests=[self.scene.request]))

    def bare_hold(self, fence: int) -> Any:
        hold = copy.copy(self._model)
        hold.fence = fence
        return hold

    async def hold(self, fence: int) -> Any:
        """As the worker that took the thread with this fence has it in hand."""
        hold = self.bare_hold(fence)
        await hold.read()
        return hold

    async def begin(self, fence: int) -> str:
        due = CardDue(approval=self.scene.request.id)
        begun = (await self.hold(fence)).begin(self.scene.call, gated=True, in_doubt=due)
        answer = await _or_lost(begun)
        return answer if isinstance(answer, str) else str(answer.verdict)

    async def finish(self, fence: int) -> str:
        due = CardDue(approval=self.scene.request.id)
        ending = (await self.hold(fence)).finish(self.scene.call, "ran", failed=False, notice=due)
        return str(await _or_lost(ending) or "ok")

    async def call_off(self, fence: int) -> str:
        run = self.scene.run.model_copy(update={"status": "cancelled"})
        change = Change(run=run, cancelled=[self.scene.request.id])
        return str(await _or_lost((await self.hold(fence)).save(change)) or "ok")

    async def decide(self, by: str, verdict: Any, *, late: bool) -> str:
        request = self.scene.request
        at = request.expires_at if late else request.asked_at
        ruling = await self.approvals.decide(request, Decision(verdict=verdict, by=by, at=at))
        return str(ruling.outcome)

    async def expire(self, *, due: bool) -> str:
        request = self.scene.request
        now = request.expires_at if due else request.asked_at
        return str((await self.approvals.expire(request, now)).status)

    async def settle(self, by: str, status: Any) -> str:
        ruling = await self.approvals.settle(self.scene.request, status=status, by=by)
        return str(ruling.outcome)


class MemoryJournal(_Journal):
    def __init__(self, scene: Scene, clock: FakeClock) -> None:
        self.scene = scene
        self._world = World()
        self.threads = MemoryThreads(self._world, clock)
        self.approvals = MemoryApprovals(self._world, clock)

    @property
    def _room(self) -> Room:
        return self._world.room(self.scene.run.place)

    async def load(self, saved: Room) -> None:
        self._room.__dict__.update(vars(_copied(saved)))

    async def save(self) -> Room:
        return _copied(self._room)

    async def look(self) -> Seen:
        room = self._room
        call = room.calls[self.scene.call.key]
        assert call.approval is not None
        return Seen(
            call.approval,
            room.run,
            tuple(entry.kind for _, entry in sorted(room.inbox.items())),
            len(room.outbox),
            room.fence,
            room.held,
            call.fence,
        )

    async def take(self) -> int:
        return self._room.take() or 0

    async def lose_lease(self) -> None:
        self._room.held = False

    async def give_back(self, fence: int) -> None:
        self._room.give_back(fence)


def _copied(room: Room) -> Room:
    """Records never change, so only what holds them is copied."""
    fields = {name: copy.copy(value) for name, value in vars(room).items()}
    fields["calls"] = {name: copy.copy(call) for name, call in room.calls.items()}
    return Room(**fields)


class RedisJournal(_Journal):
    def __init__(self, scene: Scene, database: Database, client: Redis) -> None:
        """`client` is of the same server; it bears no other data."""
        self.scene = scene
        self.client = client
        self.threads = RedisThreads(database)
        self.approvals = RedisApprovals(database)

    async def load(self, saved: dict[bytes, bytes]) -> None:
        async with self.client.pipeline(transaction=False) as pipeline:
            pipeline.flushdb()
            for key, value in saved.items():
                pipeline.restore(key, 0, value)
            await pipeline.execute()

    async def save(self) -> dict[bytes, bytes]:
        """Without the answers kept for requests that are sent again."""
        names = [name for name in await self.client.keys() if b":sent:" not in name]
        async with self.client.pipeline(transaction=False) as pipeline:
            for name in names:
                pipeline.dump(name)
            return dict(zip(names, await pipeline.execute(), strict=True))

    async def look(self) -> Seen:
        place, call = self.scene.run.place, keys.call(self.scene.run.place, self.scene.call.key)
        thread = await self.bare_hold(0).read()
        async with self.client.pipeline(transaction=False) as pipeline:
            pipeline.hget(keys.head(place), "fence")
            pipeline.exists(f"{keys.base(place)}:lease")
            pipeline.hget(call, "fence")
            pipeline.zcard(keys.outbox(place))
            fence, held, call_fence, told = await pipeline.execute()
        return Seen(
            thread.approvals[self.scene.call.key],
            thread.run,
            tuple(entry.kind for _, entry in thread.inbox),
            told,
            int(fence or 0),
            bool(held),
            int(call_fence or 0),
        )

    async def take(self) -> int:
        async with self.threads.hold(self.scene.run.place) as hold:
            if hold is None:
                return 0
            # It stays taken although nobody goes on renewing it.
            hold.is_given_back = True
            return int(hold.fence)

    async def lose_lease(self) -> None:
        await self.client.delete(f"{keys.base(self.scene.run.place)}:lease")

    async def give_back(self, fence: int) -> None:
        await self.bare_hold(fence).give_back()


@asynccontextmanager
async def both(scene: Scene) -> AsyncIterator[tuple[MemoryJournal, RedisJournal]]:
    """Side by side, on a server of its own."""
    clock = FakeClock()
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        url = await stack.enter_async_context(embedded(folder))
        connection = await stack.enter_async_context(connect(url))
        client = await stack.enter_async_context(Redis.from_url(url))
        # What is compared is what the scripts do, not what a power cut leaves of it.
        await client.config_set("appendfsync", "no")
        sides = (
            MemoryJournal(scene, clock),
            RedisJournal(scene, Database(connection, clock), client),
        )
        for side in sides:
            await side.open()
        yield sides


def scene(*, required: int, effect: str) -> Scene:
    """One call that waits for `required` people."""
    run = a_run(a_place(), status="waiting")
    call = a_call(run, effect=effect)
    return Scene(run, call, a_request(run, call, required=required))


async def _or_lost(asked: Awaitable[Any]) -> Any:
    try:
        return await asked
    except LeaseLost:
        return "lost"
