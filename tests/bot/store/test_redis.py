"""What only a real server can show: lives of keys, lost answers, errors, secrets, clusters."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from redis.asyncio import Redis
from redis.crc import key_slot

from bot.clock import WallClock
from bot.ports import Begun, Change, NotRecorded, WrittenByNewer
from bot.records import Click, Decision, NoteDue, Place, Request
from bot.store import Store, StoreUnavailable, keys, open_store
from bot.store.sealing import AesSeal

from .cutter import Cutter
from .rig import (
    FakeClock,
    Rig,
    a_call,
    a_place,
    a_request,
    a_run,
    delivered,
    redis_rig,
    said,
)

NOW = 1_700_000_000.0
DAY = 86_400
MONTH = 30 * DAY
KEPT_WITHOUT_END = {
    b"index:runs",
    b"index:deadlines",
    b"index:unsettled",
    b"index:errands",
}

pytestmark = pytest.mark.redis


@pytest.fixture
async def rig(redis_url: str) -> AsyncIterator[Rig]:
    async with redis_rig(redis_url) as rig:
        yield rig


@pytest.fixture
async def client(redis_url: str) -> AsyncIterator[Redis]:
    async with Redis.from_url(redis_url) as client:
        yield client


async def busy(store: Store, place: Place) -> Request:
    """A thread with something under every key; its call is approved and started."""
    await store.threads.post(place, said("one"), once="1")
    run = a_run(place)
    request = a_request(run)
    async with store.threads.hold(place) as hold:
        change = Change(
            run=run, state="{}", history=["1"], requests=[request], notices=[NoteDue(text="n")]
        )
        await hold.save(change)
        await store.approvals.decide(request, Decision(verdict="approved", by="U2", at=NOW))
        await hold.begin(request.call, gated=True)
        await hold.begin(a_call(run, call_id="c2"), gated=False)
    return request


async def lives(client: Redis) -> dict[bytes, int]:
    """Seconds to live of all keys but docket's."""
    return {
        key: await client.ttl(key)
        for key in await client.keys()
        if key.startswith((b"run:", b"index:", b"errand:"))
    }


async def test_every_key_of_a_thread_is_in_one_slot(store: Store, client: Redis) -> None:
    place = a_place()
    await busy(store, place)
    async with store.threads.hold(place), store.outbox.courier(place):
        slots = {key_slot(key) for key in await client.keys("run:*")}
        assert len(await client.keys("run:*")) >= 12
    assert len(slots) == 1


async def test_every_key_has_its_life(store: Store, client: Redis) -> None:
    await busy(store, a_place())
    await store.errands.keep(
        Click(
            key="k", action="a", approval="x", user="U", team="T", channel="C", message="1", app="A"
        )
    )
    endless = {key for key, life in (await lives(client)).items() if life == -1}
    assert endless == KEPT_WITHOUT_END


async def test_a_thread_lives_for_a_month_after_its_deadline(store: Store, client: Redis) -> None:
    request = await busy(store, a_place())
    life = request.expires_at - FakeClock().time + MONTH
    for key in ("head", "state", "history", "inbox", f"call:{request.call.key}"):
        kept = await client.ttl(f"run:{{{request.place.tag}}}:{key}")
        assert kept == pytest.approx(life, abs=3600), key
    assert await client.ttl(f"index:approval:{request.id}") == pytest.approx(life, abs=5)


async def test_a_call_in_doubt_keeps_its_thread_until_it_is_settled(
    store: Store, client: Redis
) -> None:
    request = await busy(store, a_place())
    async with store.threads.hold(request.place) as hold:
        assert await hold.begin(request.call, gated=True) == Begun("in_doubt")
        await hold.save(Change(run=a_run(request.place, run=request.call.run)))
    index = {f"index:approval:{request.id}", f"index:run:{request.call.run}"}
    names = {"head", "state", "history", f"call:{request.call.key}", f"run:{request.call.run}"}
    keys = index | {f"run:{{{request.place.tag}}}:{name}" for name in names}
    assert {await client.ttl(key) for key in keys} == {-1}
    await store.approvals.settle(request, status="done", by="U2")
    assert all([await client.ttl(key) > MONTH - 5 for key in keys])


async def test_a_doubt_its_holder_resolves_ends_with_its_thread_again(
    rig: Rig, store: Store, client: Redis
) -> None:
    place = a_place()
    run = a_run(place)
    request = a_request(run)
    index = (f"index:approval:{request.id}", f"index:run:{run.id}")
    async with store.threads.hold(place) as slow:
        await slow.save(Change(run=run, requests=[request]))
        await store.approvals.decide(request, Decision(verdict="approved", by="U2", at=NOW))
        await slow.begin(request.call, gated=True)
        await rig.expire_lease(place)
        async with store.threads.hold(place) as fast:
            await fast.begin(request.call, gated=True)
            assert [await client.ttl(key) for key in index] == [-1, -1]
            await slow.finish(request.call, "out", failed=False)
    assert all([await client.ttl(key) > MONTH - 5 for key in index])


async def test_an_old_deadline_does_not_shorten_a_later_one(store: Store, client: Redis) -> None:
    place = a_place()
    run = a_run(place)
    late, soon = (
        a_request(run, a_call(run, call_id=name), expires_at=NOW + days * DAY)
        for name, days in (("late", 60), ("soon", 1))
    )
    async with store.threads.hold(place) as hold:
        await hold.save(Change(run=run, requests=[late]))
        await hold.save(Change(run=run, requests=[soon]))
    for key in (f"run:{{{place.tag}}}:head", f"index:run:{run.id}"):
        assert await client.ttl(key) > 80 * DAY


async def test_a_courier_asks_once_to_begin_with_and_once_for_each_notice(
    store: Store, client: Redis
) -> None:
    place = a_place()
    for once in ("x", "y", "z"):
        await store.outbox.add(place, NoteDue(text=once), once=once)
    await client.config_resetstat()
    assert len(await delivered(store, place)) == 3
    assert (await client.info("commandstats"))["cmdstat_eval"]["calls"] == 4


async def test_flushed_scripts_do_no_harm(store: Store, client: Redis) -> None:
    place = a_place()
    async with store.threads.hold(place) as hold:
        await client.script_flush()
        await hold.save(Change(history=["1"]))
    async with store.threads.hold(place) as hold:
        assert hold is not None


async def test_a_lease_is_renewed_while_its_holder_works(
    redis_url: str, rig: Rig, client: Redis
) -> None:
    async def renewed(key: str) -> None:
        left = await client.pttl(key)
        while (now := await client.pttl(key)) <= left:
            left = now
            await asyncio.sleep(0.02)

    place = a_place()
    async with open_store(redis_url, clock=rig.clock, lease=1.5) as store:
        await store.outbox.add(place, NoteDue(text="n"), once="x")
        async with store.threads.hold(place), store.outbox.courier(place):
            await asyncio.gather(renewed(keys.lease(place)), renewed(keys.courier(place)))
            async with store.threads.hold(place) as other, store.outbox.courier(place) as second:
                assert other is None
                assert not second


async def test_a_cancelled_holder_gives_the_thread_back(store: Store) -> None:
    place = a_place()
    held = asyncio.Event()

    async def work() -> None:
        async with store.threads.hold(place):
            held.set()
            await asyncio.sleep(60)

    task = asyncio.create_task(work())
    await held.wait()
    task.cancel()
    await asyncio.sleep(0)
    task.cancel("again, while it is being released")
    with pytest.raises(asyncio.CancelledError):
        await task
    await asyncio.sleep(0.01)
    async with store.threads.hold(place) as hold:
        assert hold is not None


async def test_a_bad_row_does_not_end_the_conversation(store: Store, client: Redis) -> None:
    place = a_place()
    async with store.threads.hold(place) as hold:
        await hold.save(Change(history=["1"]))
        await client.rpush(f"run:{{{place.tag}}}:history", b"\xff", b"\x01damaged", b"\x02sealed")
        await hold.save(Change(history=["2"]))
        assert list((await hold.read()).history) == ["1", "2"]


@pytest.mark.parametrize("field", ["request", "status"])
async def test_a_record_of_a_newer_version_is_not_misread(
    store: Store, client: Redis, field: str
) -> None:
    request = await busy(store, a_place())
    key = f"run:{{{request.place.tag}}}:call:{request.call.key}"
    await client.hset(key, field, '{"from":"the future"}')
    with pytest.raises(NotRecorded, match="another version"):
        await store.approvals.find(request.id)
    assert await store.approvals.glance(request.id) is None


async def test_an_index_without_its_record_shows_no_ghost(
    rig: Rig, store: Store, client: Redis
) -> None:
    request = await busy(store, a_place())
    await store.errands.keep(
        Click(
            key="k", action="a", approval="x", user="U", team="T", channel="C", message="1", app="A"
        )
    )
    await client.delete(*await client.keys("run:*"), *await client.keys("errand:*"))
    assert await store.approvals.find(request.id) is None
    assert await store.runs.find(request.call.run) is None
    assert (list(await store.runs.recent()), list(await store.runs.pending())) == ([], [])
    rig.clock.advance(10 * DAY)
    assert await store.approvals.overdue(rig.clock.now()) == []
    assert await store.threads.unsettled(older_than=10) == []
    assert list(await store.errands.claim(older_than=10)) == []
    for index in ("index:deadlines", "index:unsettled", "index:errands"):
        assert await client.zcard(index) == 0, index


@pytest.mark.parametrize("after", [True, False], ids=["done", "not done"])
async def test_a_lost_answer_is_asked_for_again(
    redis_url: str, rig: Rig, tmp_path: Path, after: bool
) -> None:
    async with (
        Cutter(redis_url, tmp_path / "cut") as cutter,
        open_store(cutter.url, clock=rig.clock) as store,
    ):
        request, place = await busy(store, a_place()), a_place()
        run = a_run(place)
        wanted = a_request(run)
        async with store.threads.hold(place) as hold:
            await hold.read()
            cutter.cut("save", after=after)
            await hold.save(Change(run=run, history=["1", "2", "3"], requests=[wanted]))
            assert list((await hold.read()).history) == ["1", "2", "3"]
            cutter.cut("decide", after=after)
            ruling = await store.approvals.decide(
                wanted, Decision(verdict="approved", by="U2", at=NOW)
            )
            assert (ruling.outcome, len(ruling.approval.decisions)) == ("settled", 1)
            cutter.cut("begin", after=after)
            assert await hold.begin(wanted.call, gated=True) == Begun("go")
            assert await hold.begin(wanted.call, gated=True) == Begun("in_doubt")
            cutter.cut("finish", after=after)
            await hold.finish(wanted.call, "out", failed=False)
        cutter.cut("post", after=after)
        assert await store.threads.post(place, said("x"), once="x")
        cutter.cut("keep_errand", after=after)
        assert await store.errands.keep(
            Click(
                key="k",
                action="a",
                approval=request.id,
                user="U",
                team="T",
                channel="C",
                message="1",
                app="A",
            )
        )
        assert cutter.cuts == 6


async def test_a_call_does_not_go_without_an_answer(
    redis_url: str, rig: Rig, tmp_path: Path
) -> None:
    async with (
        Cutter(redis_url, tmp_path / "cut") as cutter,
        open_store(cutter.url, clock=rig.clock, insists=0.0) as store,
    ):
        call = a_call(a_run(a_place()))
        async with store.threads.hold(a_place()) as hold:
            cutter.down = True
            with pytest.raises(NotRecorded, match="cannot be reached"):
                await hold.begin(call, gated=False)
            cutter.down = False


async def test_a_full_server_says_so(rig: Rig, store: Store, client: Redis) -> None:
    await client.config_set("maxmemory", "1")
    try:
        with pytest.raises(NotRecorded, match="out of memory"):
            await store.threads.post(a_place(), said("x"), once="x")
    finally:
        await client.config_set("maxmemory", "0")


async def test_a_foreign_key_says_so(store: Store, client: Redis) -> None:
    place = a_place()
    await client.set(f"run:{{{place.tag}}}:inbox", "mine")
    with pytest.raises(NotRecorded, match="holds something else"):
        await store.threads.post(place, said("x"), once="x")


async def test_a_replica_is_refused_at_the_start(redis_url: str, rig: Rig, client: Redis) -> None:
    await client.replicaof("127.0.0.1", "1")
    try:
        with pytest.raises(StoreUnavailable, match="read-only replica"):
            async with open_store(redis_url, clock=rig.clock):
                pass
    finally:
        await client.replicaof("NO", "ONE")


async def test_a_store_that_cannot_be_reached_names_no_secret() -> None:
    with pytest.raises(StoreUnavailable) as caught:
        async with open_store("redis://me:hunter2@127.0.0.1:1/0", clock=FakeClock()):
            pass
    assert str(caught.value) == "REDIS_URL redis://127.0.0.1:1/0: Redis cannot be reached"
    assert caught.value.__cause__ is None


@pytest.mark.parametrize(
    "url",
    [
        *("http://x", "redis+sentinel://h:1", "", "redis+sentinel:///s", "redis://h?x=1"),
        *("redis://h:99999", "redis://h:port/0", "redis://h/name"),
    ],
)
async def test_an_address_that_makes_no_sense_is_refused(url: str) -> None:
    with pytest.raises(StoreUnavailable, match="REDIS_URL cannot be read"):
        async with open_store(url, clock=FakeClock()):
            pass


async def test_with_keys_nothing_is_readable_in_redis(
    redis_url: str, rig: Rig, client: Redis
) -> None:
    seal = AesSeal({"k1": b"1" * 32})
    async with open_store(redis_url, clock=rig.clock, seal=seal) as store:
        request = await busy(store, a_place())
        assert (await store.approvals.find(request.id)).request == request
        async with store.threads.hold(request.place) as hold:
            assert (await hold.read()).state == "{}"
    for key in await client.keys("run:*"):
        assert b"restart" not in (await client.dump(key) or b""), key


def test_two_loops_in_one_process_can_use_it(redis_url: str) -> None:
    async def use() -> bool:
        async with open_store(redis_url, clock=FakeClock()) as store:
            return await store.threads.post(a_place(), said("x"), once="x")

    assert asyncio.run(use())
    assert asyncio.run(use())


async def test_a_state_that_was_rolled_back_is_noticed(
    redis_url: str, rig: Rig, client: Redis
) -> None:
    place = a_place()
    base = f"run:{{{place.tag}}}"
    seal = AesSeal({"k1": b"1" * 32})
    async with (
        open_store(redis_url, clock=rig.clock, seal=seal) as store,
        store.threads.hold(place) as hold,
    ):
        await hold.save(Change(run=a_run(place), state="first"))
        await hold.save(Change(delta="1"))
        older = await client.get(f"{base}:state")
        piece = await client.lindex(f"{base}:log", 0)
        await hold.save(Change(state="second"))
        await hold.save(Change(delta="2"))
        newer = await client.get(f"{base}:state")
        await client.set(f"{base}:state", older)
        with pytest.raises(NotRecorded, match="belongs elsewhere"):
            await hold.read()
        await client.set(f"{base}:state", newer)
        await client.lset(f"{base}:log", 0, piece)
        with pytest.raises(NotRecorded, match="belongs elsewhere"):
            await hold.read()
        await client.delete(f"{base}:log")
        with pytest.raises(NotRecorded, match="belongs elsewhere"):
            await hold.read()


async def test_keys_can_be_changed_while_old_ones_still_read(redis_url: str, rig: Rig) -> None:
    old, new = ("k1", b"1" * 32), ("k2", b"2" * 32)
    place = a_place()

    async def add(seal: AesSeal, delta: str) -> list[str]:
        async with (
            open_store(redis_url, clock=rig.clock, seal=seal) as store,
            store.threads.hold(place) as hold,
        ):
            if (await hold.read()).run is None:
                await hold.save(Change(run=a_run(place), state="{}"))
            await hold.save(Change(delta=delta))
            return list((await hold.read()).deltas)

    assert await add(AesSeal(dict([old])), "1") == ["1"]
    assert await add(AesSeal(dict([new, old])), "2") == ["1", "2"]
    place = a_place()
    assert await add(AesSeal(dict([new])), "1") == ["1"]


async def test_keys_that_open_nothing_are_noticed_at_the_start(redis_url: str, rig: Rig) -> None:
    async with open_store(redis_url, clock=rig.clock, seal=AesSeal({"k1": b"1" * 32})):
        pass
    for seal, reason in (
        (AesSeal({"k1": b"2" * 32}), "it was changed, or belongs elsewhere"),
        (AesSeal({"k2": b"1" * 32}), "its encryption key is not given"),
        (None, "it is encrypted, and no key is given"),
    ):
        with pytest.raises(StoreUnavailable, match=f"{reason}.*BOT_ENCRYPTION_KEYS"):
            async with open_store(redis_url, clock=rig.clock, seal=seal):
                pass


async def test_what_a_newer_version_has_had_is_left_alone_by_an_older_one(
    redis_url: str, rig: Rig
) -> None:
    place = a_place()
    async with (
        open_store(redis_url, clock=rig.clock, schema=1) as old,
        open_store(redis_url, clock=rig.clock, schema=2) as new,
    ):
        async with old.threads.hold(place) as hold:
            assert hold is not None
        async with new.threads.hold(place) as hold:
            assert hold is not None
            async with old.threads.hold(place) as other:
                assert other is None
        since = rig.clock.now()
        for _ in range(2):
            with pytest.raises(WrittenByNewer) as caught:
                async with old.threads.hold(place):
                    pass
            assert caught.value.since == since
            rig.clock.advance(60)
        async with new.threads.hold(place) as hold:
            assert hold is not None
        with pytest.raises(WrittenByNewer) as caught:
            async with old.threads.hold(place):
                pass
        assert caught.value.since == rig.clock.now()


async def test_a_holder_that_died_is_given_up_when_its_lease_ends(
    redis_url: str, tmp_path: Path
) -> None:
    lease, clock, place = 0.6, WallClock(), a_place()
    async with (
        Cutter(redis_url, tmp_path / "cut") as cutter,
        open_store(cutter.url, clock=clock, lease=lease) as dying,
        open_store(redis_url, clock=clock, lease=lease) as other,
        dying.threads.hold(place) as hold,
    ):
        await hold.save(Change(run=a_run(place), state="{}"))
        cutter.down = True
        died, is_taken = clock.now(), False
        while not is_taken:
            await asyncio.sleep(0.02)
            if place in await other.threads.unsettled(older_than=0.2):
                async with other.threads.hold(place) as taken:
                    is_taken = taken is not None
        assert clock.now() - died < lease + 10
        cutter.down = False


async def test_a_clock_that_was_ahead_hides_no_thread(rig: Rig, store: Store) -> None:
    place = a_place()
    rig.clock.advance(30 * DAY)
    await store.threads.post(place, said("x"), once="x")
    rig.clock.advance(-30 * DAY)
    assert await store.threads.unsettled(older_than=10) == [place]


async def test_a_clock_that_was_behind_shortens_no_life(
    rig: Rig, store: Store, client: Redis
) -> None:
    place = a_place()
    rig.clock.advance(-30 * DAY)
    request = await busy(store, place)
    rig.clock.advance(30 * DAY)
    async with store.threads.hold(place) as hold:
        assert (await hold.read()).run is not None
        assert list((await hold.read()).approvals) == [request.call.key]
