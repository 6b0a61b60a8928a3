"""What every store promises about runs that are not over: they are found, whatever came later."""

from collections.abc import AsyncIterator, Iterable

import pytest
from redis.asyncio import Redis

from bot.ports import Change, LeaseLost, Part
from bot.records import Onlookers, Place, Run
from bot.store import Store, unfinished

from .rig import Rig, a_place, a_run, redis_rig

C1, C2 = (Onlookers(channel=each, requester="U1") for each in ("C1", "C2"))
BEGAN = 1_700_000_000.0


def begun(number: int, channel: str = "C1", requester: str = "U1") -> Run:
    place = Place(channel=channel, thread=a_place().thread)
    run = a_run(place, run=f"r{number}", started=BEGAN + number)
    return run.model_copy(update={"requester": requester})


async def saved(store: Store, *runs: Run) -> None:
    for run in runs:
        async with store.threads.hold(run.place) as hold:
            await hold.save(Change(run=run))


def over(run: Run) -> Run:
    return run.model_copy(update={"status": "done"})


async def ids(store: Store, whom: Iterable[Onlookers], first: int = 0, limit: int = 9) -> list[str]:
    found = await store.runs.unfinished(whom, first=first, limit=limit)
    return [run.id for run in found.shown]


async def test_what_goes_on_is_filed_by_who_may_look_on(store: Store) -> None:
    other = Onlookers(channel="C1", requester="U7")
    await saved(store, begun(1), begun(2, "C2"), begun(3, requester="U7"), begun(4))
    assert set(await store.runs.onlookers()) == {C1, C2, other}
    assert await ids(store, [C1]) == ["r4", "r1"]
    assert await ids(store, [C1, C2, other]) == ["r4", "r3", "r2", "r1"]
    assert await store.runs.unfinished([], limit=9) == Part(0, [])


async def test_it_comes_by_the_page_the_newest_first(store: Store) -> None:
    await saved(store, *(begun(n, f"C{n % 2 + 1}") for n in range(7)))
    parts = [await store.runs.unfinished([C1, C2], first=n, limit=3) for n in (0, 3, 6, 9)]
    assert [part.count for part in parts] == [7] * 4
    shown = [[run.id for run in part.shown] for part in parts]
    assert shown == [["r6", "r5", "r4"], ["r3", "r2", "r1"], ["r0"], []]


async def test_a_run_is_there_as_it_stands_until_it_is_over(store: Store) -> None:
    run = begun(1)
    waiting = run.model_copy(update={"status": "waiting"})
    for standing in (run, waiting, run):
        await saved(store, standing)
        assert await store.runs.unfinished([C1], limit=9) == Part(1, [standing])
    await saved(store, over(run))
    assert await store.runs.unfinished([C1], limit=9) == Part(0, [])
    assert await store.runs.onlookers() == []


async def test_a_run_that_ends_at_once_is_never_there(store: Store) -> None:
    await saved(store, over(begun(1)))
    assert await store.runs.onlookers() == []


async def test_whoever_was_replaced_cannot_end_a_run(rig: Rig, store: Store) -> None:
    run = begun(1)
    async with store.threads.hold(run.place) as slow:
        await slow.save(Change(run=run))
        await rig.expire_lease(run.place)
        await saved(store, run)
        with pytest.raises(LeaseLost):
            await slow.save(Change(run=over(run)))
    assert await ids(store, [C1]) == ["r1"]


@pytest.fixture
async def on_redis(redis_url: str) -> AsyncIterator[tuple[Rig, Store, Redis]]:
    async with redis_rig(redis_url) as rig, rig.open() as store, Redis.from_url(redis_url) as redis:
        yield rig, store, redis


@pytest.mark.redis
async def test_one_whose_holder_died_as_it_ended_is_taken_out_when_it_is_seen(
    on_redis: tuple[Rig, Store, Redis],
) -> None:
    _, store, redis = on_redis
    run, other = begun(1), begun(2)
    await saved(store, other, run, over(run))
    await redis.execute_command(*unfinished.filed(run))
    assert await store.runs.unfinished([C1], limit=9) == Part(1, [other])
    await saved(store, over(other))
    assert await store.runs.onlookers() == []


@pytest.mark.redis
async def test_a_run_is_over_also_when_the_list_cannot_be_changed_just_then(
    on_redis: tuple[Rig, Store, Redis],
) -> None:
    _, store, redis = on_redis
    run = begun(1)
    await saved(store, run)
    await redis.rename("{unfinished}:filed", "{unfinished}:kept")
    await redis.set("{unfinished}:filed", "of another kind")
    await saved(store, over(run))
    assert await store.runs.find(run.id) == over(run)
    await redis.rename("{unfinished}:kept", "{unfinished}:filed")
    assert await store.runs.unfinished([C1], limit=9) == Part(0, [])


@pytest.mark.redis
async def test_one_that_was_filed_and_never_saved_is_taken_out_after_a_moment(
    on_redis: tuple[Rig, Store, Redis],
) -> None:
    rig, store, redis = on_redis
    run = begun(1)
    await redis.execute_command(*unfinished.filed(run))
    await store.runs.unfinished([C1], limit=9)
    assert await store.runs.onlookers() == [C1]
    await saved(store, run)
    assert await ids(store, [C1]) == ["r1"]
    await redis.execute_command(*unfinished.filed(begun(2)))
    rig.clock.advance(60)
    assert await ids(store, [C1]) == ["r1"]
    assert (await store.runs.unfinished([C1], limit=9)).count == 1


@pytest.mark.redis
async def test_one_that_an_older_bot_began_is_there_from_its_next_pause_on(
    on_redis: tuple[Rig, Store, Redis],
) -> None:
    _, store, redis = on_redis
    run = begun(1)
    await saved(store, run)
    await redis.delete(*await redis.keys("{unfinished}*"))
    async with store.threads.hold(run.place) as hold:
        await hold.read()
        await hold.save(Change(run=run, state="{}"))
    assert await ids(store, [C1]) == ["r1"]
