"""What every store promises about runs, errands and the outbox."""

import pytest

from bot.ports import Change, LeaseLost
from bot.records import Click, Command, NoteDue, Run
from bot.store import Store

from .rig import Rig, a_place, a_request, a_run, delivered


def a_click(key: str = "k1") -> Click:
    return Click(
        key=key,
        action="approve",
        approval="ap1",
        user="U1",
        team="T1",
        channel="C1",
        message="1.5",
        app="A1",
    )


async def saved(store: Store, *, started: float, expires_at: float = 2e9) -> Run:
    place = a_place()
    run = a_run(place, started=started)
    async with store.threads.hold(place) as hold:
        await hold.save(Change(run=run, requests=[a_request(run, expires_at=expires_at)]))
    return run


async def test_a_run_is_found_by_its_id(store: Store) -> None:
    run = await saved(store, started=1)
    assert await store.runs.find(run.id) == run
    assert await store.runs.find("unknown") is None


async def test_an_older_run_of_a_thread_is_still_found(store: Store) -> None:
    place = a_place()
    first, second = a_run(place, status="done"), a_run(place)
    async with store.threads.hold(place) as hold:
        await hold.save(Change(run=first))
        await hold.save(Change(run=second))
    assert await store.runs.find(first.id) == first


async def test_runs_are_listed_newest_first(store: Store) -> None:
    second = await saved(store, started=2)
    third = await saved(store, started=3)
    first = await saved(store, started=1)
    assert list(await store.runs.recent()) == [third, second, first]
    assert list(await store.runs.recent(limit=1)) == [third]


async def test_open_approvals_are_listed_by_their_deadline(store: Store) -> None:
    late = await saved(store, started=1, expires_at=1_900_000_000)
    soon = await saved(store, started=2, expires_at=1_800_000_000)
    assert [each.request.place for each in await store.runs.pending()] == [soon.place, late.place]
    (first,) = await store.runs.pending(limit=1)
    await store.approvals.undeliverable(first.request)
    assert [each.request.place for each in await store.runs.pending()] == [late.place]


async def test_an_errand_is_kept_once(store: Store) -> None:
    assert await store.errands.keep(a_click())
    assert not await store.errands.keep(a_click())
    await store.errands.done("k1")
    assert not await store.errands.keep(a_click())


async def test_an_unfinished_errand_goes_to_one_caller_at_a_time(rig: Rig, store: Store) -> None:
    command = Command(key="k2", text="list", user="U1", team="T1", channel="C1")
    await store.errands.keep(a_click())
    await store.errands.keep(command)
    assert list(await store.errands.claim(older_than=10)) == []
    rig.clock.advance(11)
    first = list(await store.errands.claim(older_than=10, limit=1))
    second = list(await store.errands.claim(older_than=10))
    assert first + second in ([a_click(), command], [command, a_click()])
    assert list(await store.errands.claim(older_than=10)) == []
    await store.errands.done("k1")
    rig.clock.advance(11)
    assert list(await store.errands.claim(older_than=10)) == [command]


async def test_a_second_delivery_does_not_revive_an_errand(rig: Rig, store: Store) -> None:
    await store.errands.keep(a_click())
    await store.errands.done("k1")
    await store.errands.done("k1")
    await store.errands.keep(a_click())
    rig.clock.advance(100)
    assert list(await store.errands.claim(older_than=10)) == []


async def test_the_latest_run_of_a_thread_is_found_whatever_goes_on_elsewhere(
    store: Store,
) -> None:
    place, other = a_place(), a_place()
    assert await store.runs.latest_in(place) is None
    for run in (a_run(place, run="r1"), a_run(place, run="r2"), a_run(other, run="r3")):
        async with store.threads.hold(run.place) as hold:
            await hold.save(Change(run=run))
    assert await store.runs.latest_in(place) == a_run(place, run="r2")


async def test_a_thread_has_one_courier(rig: Rig, store: Store) -> None:
    place = a_place()
    await store.outbox.add(place, NoteDue(text="n"), once="x")
    async with rig.open() as one, rig.open() as two:
        async with one.outbox.courier(place) as first, two.outbox.courier(place) as second:
            assert (first is None, second) == (False, None)
            async with one.outbox.courier(place) as third:
                assert third is None
        async with two.outbox.courier(place) as fourth:
            assert fourth


async def test_a_courier_is_relieved_when_nothing_is_left(store: Store) -> None:
    place = a_place()
    await store.outbox.add(place, NoteDue(text="n"), once="x")
    async with store.outbox.courier(place) as first:
        assert await first.next(first.first.number) is None
        await store.outbox.add(place, NoteDue(text="late"), once="y")
        async with store.outbox.courier(place) as second:
            late = second.first
            assert late.notice == NoteDue(text="late")
            with pytest.raises(LeaseLost):
                await first.next(late.number)
            assert await second.next(0) == late
            assert await second.next(late.number) is None


async def test_nobody_is_hired_for_an_empty_outbox(store: Store) -> None:
    place = a_place()
    async with store.outbox.courier(place) as first:
        assert first is None
        await store.outbox.add(place, NoteDue(text="n"), once="x")
        async with store.outbox.courier(place) as second:
            assert second


async def test_a_courier_who_was_replaced_is_handed_nothing_more_and_takes_nothing_out(
    rig: Rig, store: Store
) -> None:
    place = a_place()
    for once in ("x", "y"):
        await store.outbox.add(place, NoteDue(text=once), once=once)
    async with store.outbox.courier(place) as slow:
        await rig.expire_badge(place)
        async with store.outbox.courier(place) as fast:
            assert (fast.first.notice, fast.first.tried) == (NoteDue(text="x"), True)
            with pytest.raises(LeaseLost):
                await slow.next(slow.first.number)
            second = await fast.next(fast.first.number)
            assert (second.notice, second.tried) == (NoteDue(text="y"), False)
            assert await fast.next(second.number) is None


async def test_a_request_for_the_next_notice_that_is_sent_again_is_answered_alike(
    store: Store,
) -> None:
    place = a_place()
    for once in ("x", "y"):
        await store.outbox.add(place, NoteDue(text=once), once=once)
    async with store.outbox.courier(place) as mine:
        second = await mine.next(mine.first.number)
        assert second.notice == NoteDue(text="y")
        assert await mine.next(mine.first.number) == second


async def test_a_relieved_courier_does_not_send_his_successor_home(store: Store) -> None:
    place = a_place()
    await store.outbox.add(place, NoteDue(text="n"), once="x")
    first = store.outbox.courier(place)
    mine = await first.__aenter__()
    await mine.next(mine.first.number)
    await store.outbox.add(place, NoteDue(text="late"), once="y")
    async with store.outbox.courier(place) as second:
        assert second
        await first.__aexit__(None, None, None)
        async with store.outbox.courier(place) as third:
            assert third is None


async def test_what_was_not_delivered_stays_and_may_have_been_told(rig: Rig, store: Store) -> None:
    place, began = a_place(), rig.clock.now()
    await store.outbox.add(place, NoteDue(text="n"), once="x")
    for tried in (False, True, True):
        async with store.outbox.courier(place) as mine:
            assert (mine.first.notice, mine.first.tried) == (NoteDue(text="n"), tried)
            assert mine.first.since == began
        rig.clock.advance(60)


async def test_what_is_to_be_told_once_is_put_into_the_outbox_once(store: Store) -> None:
    place = a_place()
    for once in ("x", "x", "y"):
        await store.outbox.add(place, NoteDue(text="n"), once=once)
    assert len([each for each in await delivered(store, place) if each == NoteDue(text="n")]) == 2


async def test_a_store_that_answers_can_be_pinged(store: Store) -> None:
    await store.ping()
