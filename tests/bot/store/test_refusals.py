"""Redis answers, but not as hoped: everything is told as not recorded, with the reason."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from bot.ports import Change, NotRecorded
from bot.records import Click, Decision
from bot.store import Store, open_store
from bot.store.confirmation import Replicated, Synced
from bot.store.connection import connect
from bot.store.database import Database
from bot.store.errands import RedisErrands
from bot.store.threads import RedisThreads
from tests.flows.ops import until

from .cutter import Cutter
from .rig import Rig, a_call, a_place, a_request, a_run, redis_rig, said

pytestmark = pytest.mark.redis

REFUSALS = {
    "READONLY You can't write against a read only replica.": "read-only replica",
    "OOM command not allowed when used memory > 'maxmemory'.": "out of memory",
    "MISCONF Redis is configured to save RDB snapshots": "cannot write to its disk",
    "NOREPLICAS Not enough good replicas to write.": "too few replicas",
    "LOADING Redis is loading the dataset in memory": "still loading",
    "NOSCRIPT No matching script.": "refused the command",
    "MOVED 3999 127.0.0.1:6381": "refused the command",
    "ASK 3999 127.0.0.1:6381": "refused the command",
    "CLUSTERDOWN The cluster is down": "cluster cannot serve",
    "NOPERM this user has no permissions": "does not allow",
    "WRONGTYPE Operation against a key": "holds something else",
}


@pytest.fixture
async def rig(redis_url: str) -> AsyncIterator[Rig]:
    async with redis_rig(redis_url) as rig:
        yield rig


@pytest.fixture
async def cutter(redis_url: str, tmp_path: Path) -> AsyncIterator[Cutter]:
    async with Cutter(redis_url, tmp_path / "cut") as cutter:
        yield cutter


@pytest.fixture
async def store(rig: Rig, cutter: Cutter) -> AsyncIterator[Store]:
    async with open_store(cutter.url, clock=rig.clock, insists=0.0) as store:
        yield store


@pytest.mark.parametrize("refusal", REFUSALS)
async def test_nothing_is_recorded_and_the_reason_is_told(
    rig: Rig, cutter: Cutter, store: Store, refusal: str
) -> None:
    place = a_place()
    run = a_run(place)
    request = a_request(run)
    async with store.threads.hold(place) as hold:
        await hold.save(Change(run=run, state="{}", requests=[request]))
        before = await hold.read()
        yes = Decision(verdict="approved", by="U2", at=rig.clock.now())
        click = Click(
            key="k", action="a", approval="x", user="U", team="T", channel="C", message="1", app="A"
        )
        deeds: list[Callable[[], Awaitable[object]]] = [
            lambda: store.threads.post(place, said("x"), once="x"),
            lambda: store.approvals.decide(request, yes),
            lambda: store.errands.keep(click),
            lambda: hold.begin(a_call(run, call_id="c2"), gated=False),
            lambda: hold.save(Change(delta="1")),
            lambda: hold.read(),
        ]
        cutter.refusal = refusal.encode()
        for deed in deeds:
            with pytest.raises(NotRecorded, match=REFUSALS[refusal]) as told:
                await deed()
            assert not told.value.maybe
        cutter.refusal = b""
        assert await hold.read() == before
        assert await store.threads.post(place, said("x"), once="x")


async def test_a_lost_answer_is_told_as_what_it_is(rig: Rig, cutter: Cutter, store: Store) -> None:
    place = a_place()
    cutter.cut("post", after=True)
    with pytest.raises(NotRecorded) as told:
        await store.threads.post(place, said("x"), once="x")
    assert told.value.maybe
    assert not await store.threads.post(place, said("x"), once="x")


async def test_where_nobody_listens_nothing_has_been_recorded(rig: Rig, tmp_path: Path) -> None:
    async with connect(f"unix://{tmp_path / 'nobody'}") as connection:
        threads = RedisThreads(Database(connection, rig.clock, insists=0.0))
        with pytest.raises(NotRecorded, match="cannot be reached") as told:
            await threads.post(a_place(), said("x"), once="x")
    assert not told.value.maybe


async def test_a_refusal_after_a_lost_answer_does_not_take_back_that_it_may_be_recorded(
    rig: Rig, cutter: Cutter
) -> None:
    async with open_store(cutter.url, clock=rig.clock, insists=1.0) as store:
        cutter.cut("post", after=True)
        posting = asyncio.create_task(store.threads.post(a_place(), said("x"), once="x"))
        await until(lambda: cutter.cuts)
        cutter.refusal = b"OOM command not allowed"
        with pytest.raises(NotRecorded, match="out of memory") as told:
            await posting
    assert told.value.maybe


@pytest.mark.parametrize("trouble", ["nobody there", "no replica yet"])
async def test_a_store_that_comes_back_soon_has_it_recorded(
    rig: Rig, cutter: Cutter, trouble: str
) -> None:
    async with open_store(cutter.url, clock=rig.clock) as store:
        cutter.down = trouble == "nobody there"
        cutter.refusal = b"NOREPLICAS Not enough good replicas to write."
        posting = asyncio.create_task(store.threads.post(a_place(), said("x"), once="x"))
        await asyncio.sleep(0.4)
        assert not posting.done()
        cutter.down, cutter.refusal = False, b""
        assert await posting


async def test_what_slack_is_told_was_taken_is_on_a_replica(redis_url: str, rig: Rig) -> None:
    async with connect(redis_url) as connection:
        alone = Replicated(("WAIT", 1, 10))
        database = Database(connection, rig.clock, confirmation=lambda: alone, insists=0.0)
        click = Click(
            key="k", action="a", approval="x", user="U", team="T", channel="C", message="1", app="A"
        )
        with pytest.raises(NotRecorded, match="no replica") as told:
            await RedisThreads(database).post(a_place(), said("x"), once="x")
        assert told.value.maybe
        with pytest.raises(NotRecorded, match="no replica"):
            await RedisErrands(database).keep(click)


async def test_what_slack_is_told_was_taken_does_not_wait_for_the_disk(
    redis_url: str, rig: Rig
) -> None:
    async with connect(redis_url) as connection:
        never = Synced(("WAITAOF", 2, 0, 10))
        database = Database(connection, rig.clock, confirmation=lambda: never, insists=0.0)
        assert await RedisThreads(database).post(a_place(), said("x"), once="x")
