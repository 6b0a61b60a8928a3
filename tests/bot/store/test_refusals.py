"""Redis answers, but not as hoped: everything is told as not recorded, with the reason."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from bot.ports import Change, NotRecorded
from bot.records import Click, Decision
from bot.store import Store, open_store

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
    async with open_store(cutter.url, clock=rig.clock) as store:
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
            with pytest.raises(NotRecorded, match=REFUSALS[refusal]):
                await deed()
        cutter.refusal = b""
        assert await hold.read() == before
        assert await store.threads.post(place, said("x"), once="x")
