"""What every store promises about threads."""

import asyncio

import pytest

from bot.ports import Change, LeaseLost
from bot.records import Cancelled, CardDue, NoteDue
from bot.store import Store

from .rig import Rig, a_place, a_request, a_run, delivered, said


async def test_a_new_thread_is_empty(store: Store) -> None:
    place = a_place()
    async with store.threads.hold(place) as hold:
        assert hold is not None
        thread = await hold.read()
    assert (thread.inbox, thread.run, thread.state) == ([], None, None)
    assert list(thread.history) == []
    assert dict(thread.approvals) == {}


async def test_the_inbox_keeps_the_order(store: Store) -> None:
    place = a_place()
    for text in ("one", "two", "three"):
        assert await store.threads.post(place, said(text), once=text)
    async with store.threads.hold(place) as hold:
        inbox = (await hold.read()).inbox
    assert [entry.text for _, entry in inbox] == ["one", "two", "three"]
    assert [number for number, _ in inbox] == sorted(number for number, _ in inbox)


async def test_one_message_posted_twice_comes_once(store: Store) -> None:
    place = a_place()
    assert await store.threads.post(place, said("one"), once="1.5")
    assert not await store.threads.post(place, said("one"), once="1.5")
    assert await store.threads.post(a_place(), said("one"), once="1.5")
    async with store.threads.hold(place) as hold:
        assert len((await hold.read()).inbox) == 1


async def test_a_thread_has_one_holder(rig: Rig) -> None:
    place = a_place()
    async with rig.open() as one, rig.open() as two, one.threads.hold(place) as hold:
        assert hold is not None
        async with two.threads.hold(place) as second, two.threads.hold(a_place()) as other:
            assert second is None
            assert other is not None
    async with rig.open() as three, three.threads.hold(place) as third:
        assert third is not None
        assert third.fence > hold.fence


async def test_what_is_saved_is_read(store: Store) -> None:
    place = a_place()
    await store.threads.post(place, said("go"), once="1")
    run = a_run(place, status="waiting")
    request = a_request(run)
    async with store.threads.hold(place) as hold:
        (number, _) = (await hold.read()).inbox[0]
        change = Change(
            run=run, state='{"a":"ä"}', history=["{}", "[]"], requests=[request], read=[number]
        )
        await hold.save(change)
        await hold.save(Change(history=["3"]))
    async with store.threads.hold(place) as hold:
        thread = await hold.read()
    assert thread.inbox == []
    assert thread.run == run
    assert thread.state == '{"a":"ä"}'
    assert list(thread.history) == ["{}", "[]", "3"]
    assert thread.approvals[request.call.key].request == request
    assert thread.approvals[request.call.key].is_open


async def test_a_large_state_comes_back_whole(store: Store) -> None:
    place, state = a_place(), '{"x":"' + "snow ☃ " * 20_000 + '"}'
    async with store.threads.hold(place) as hold:
        await hold.save(Change(run=a_run(place), state=state))
        assert (await hold.read()).state == state


async def test_the_state_goes_when_the_run_is_over(store: Store) -> None:
    place = a_place()
    run = a_run(place)
    async with store.threads.hold(place) as hold:
        await hold.save(Change(run=run, state="{}", history=["1"]))
        await hold.save(Change(run=run.model_copy(update={"status": "done"}), state="{}"))
        thread = await hold.read()
    assert thread.state is None
    assert list(thread.history) == ["1"]


async def test_a_new_run_does_not_see_the_state_of_the_one_before(store: Store) -> None:
    place = a_place()
    async with store.threads.hold(place) as hold:
        first, second = a_run(place), a_run(place)
        await hold.save(Change(run=first, state="{}", requests=[a_request(first)]))
        await hold.save(Change(run=second))
        thread = await hold.read()
    assert (thread.run, thread.state, dict(thread.approvals)) == (second, None, {})


async def test_an_approval_that_exists_is_left_alone(store: Store) -> None:
    place = a_place()
    run = a_run(place)
    request = a_request(run)
    async with store.threads.hold(place) as hold:
        await hold.save(Change(run=run, requests=[request]))
        await hold.save(Change(cancelled=[request.id]))
        await hold.save(Change(requests=[request]))
        approvals = (await hold.read()).approvals
    assert [each.status for each in approvals.values()] == ["cancelled"]


async def test_only_open_approvals_are_cancelled(store: Store) -> None:
    place = a_place()
    run = a_run(place)
    request = a_request(run)
    async with store.threads.hold(place) as hold:
        await hold.save(Change(run=run, requests=[request]))
        await store.approvals.undeliverable(request)
        await hold.save(Change(cancelled=[request.id, "unknown"]))
    found = await store.approvals.find(request.id)
    assert found is not None
    assert (found.status, found.version) == ("undeliverable", 1)


async def test_notices_go_out_in_order(store: Store) -> None:
    place = a_place()
    async with store.threads.hold(place) as hold:
        await hold.save(Change(notices=[CardDue(approval="a"), NoteDue(text="n")]))
    async with store.outbox.courier(place) as mine:
        assert mine
        assert (mine.first.notice, mine.first.tried) == (CardDue(approval="a"), False)
        second = await mine.next(mine.first.number)
        assert (second.notice, second.tried) == (NoteDue(text="n"), False)
        assert await mine.next(second.number) is None


async def test_a_holder_that_was_replaced_writes_nothing(rig: Rig, store: Store) -> None:
    place = a_place()
    run = a_run(place)
    request = a_request(run)
    async with store.threads.hold(place) as slow:
        await slow.save(Change(run=run))
        await rig.expire_lease(place)
        async with store.threads.hold(place) as fast:
            assert fast is not None
            with pytest.raises(LeaseLost):
                await slow.save(
                    Change(history=["1"], requests=[request], notices=[NoteDue(text="")])
                )
            with pytest.raises(LeaseLost):
                await slow.begin(request.call, gated=False)
            with pytest.raises(LeaseLost):
                await slow.is_idle()
            thread = await fast.read()
            await fast.save(Change(history=["2"]))
    assert (list(thread.history), dict(thread.approvals)) == ([], {})
    assert await store.approvals.find(request.id) is None
    (due,) = await delivered(store, place)
    assert due.entry.what == "run_started"


async def test_a_holder_that_was_replaced_does_not_release_its_successor(
    rig: Rig, store: Store
) -> None:
    place = a_place()
    slow = store.threads.hold(place)
    await slow.__aenter__()
    await rig.expire_lease(place)
    async with store.threads.hold(place) as fast:
        await slow.__aexit__(None, None, None)
        async with store.threads.hold(place) as third:
            assert third is None
        await fast.save(Change(history=["1"]))


async def test_an_expired_lease_that_nobody_took_does_no_harm(rig: Rig, store: Store) -> None:
    place = a_place()
    async with store.threads.hold(place) as hold:
        await rig.expire_lease(place)
        await hold.save(Change(history=["1"]))
        assert list((await hold.read()).history) == ["1"]


async def test_an_idle_thread_is_given_back(store: Store) -> None:
    place = a_place()
    await store.threads.post(place, said("one"), once="1")
    async with store.threads.hold(place) as hold:
        await hold.read()
        assert await hold.is_idle()
        async with store.threads.hold(place) as second:
            assert second is not None
        with pytest.raises(LeaseLost):
            await hold.save(Change(history=["1"]))


async def test_a_thread_with_news_is_kept(store: Store) -> None:
    place = a_place()
    async with store.threads.hold(place) as hold:
        await hold.read()
        await store.threads.post(place, said("late"), once="1")
        assert not await hold.is_idle()
        async with store.threads.hold(place) as second:
            assert second is None
        assert len((await hold.read()).inbox) == 1
        assert await hold.is_idle()


async def test_a_thread_is_known_by_its_runs(store: Store) -> None:
    place = a_place()
    await store.threads.post(place, said("one"), once="1")
    assert not await store.threads.knows(place)
    async with store.threads.hold(place) as hold:
        await hold.save(Change(run=a_run(place, status="done")))
    assert await store.threads.knows(place)


async def test_what_was_posted_is_known_by_its_key(store: Store) -> None:
    place = a_place()
    assert not await store.threads.heard(place, once="1")
    await store.threads.post(place, said("one"), once="1")
    assert await store.threads.heard(place, once="1")
    assert not await store.threads.heard(place, once="2")
    assert not await store.threads.heard(a_place(), once="1")


async def test_a_thread_nobody_looked_at_is_unsettled(rig: Rig, store: Store) -> None:
    place = a_place()
    await store.threads.post(place, said("one"), once="1")
    assert await store.threads.unsettled(older_than=30) == []
    rig.clock.advance(31)
    assert await store.threads.unsettled(older_than=30) == [place]
    assert await store.threads.unsettled(older_than=30) == []
    rig.clock.advance(31)
    assert await store.threads.unsettled(older_than=30) == [place]


async def test_a_thread_that_was_dealt_with_is_settled(rig: Rig, store: Store) -> None:
    place = a_place()
    await store.threads.post(place, said("one"), once="1")
    async with store.threads.hold(place) as hold:
        (number, _) = (await hold.read()).inbox[0]
        await hold.save(Change(run=a_run(place, status="done"), read=[number]))
    await delivered(store, place)
    rig.clock.advance(31)
    assert await store.threads.unsettled(older_than=30) == []


async def test_a_notice_nobody_delivered_is_unsettled(rig: Rig, store: Store) -> None:
    place = a_place()
    await store.outbox.add(place, NoteDue(text="n"), once="x")
    rig.clock.advance(31)
    assert await store.threads.unsettled(older_than=30) == [place]


async def test_a_run_whose_holder_died_is_unsettled(rig: Rig, store: Store) -> None:
    place = a_place()
    async with store.threads.hold(place) as hold:
        await hold.save(Change(run=a_run(place, status="running")))
        await delivered(store, place)
        rig.clock.advance(31)
        assert await store.threads.unsettled(older_than=30) == []
        await rig.expire_lease(place)
        rig.clock.advance(31)
        assert await store.threads.unsettled(older_than=30) == [place]


async def test_pieces_are_kept_behind_the_state_until_it_is_written_as_a_whole(
    rig: Rig, store: Store
) -> None:
    place = a_place()
    run = a_run(place)
    async with store.threads.hold(place) as hold:
        await hold.save(Change(run=run, state="{}"))
        await hold.save(Change(delta="1"))
        await hold.save(Change(delta='"ä"'))
    async with rig.open() as other, other.threads.hold(place) as hold:
        thread = await hold.read()
        assert (thread.state, list(thread.deltas)) == ("{}", ["1", '"ä"'])
        await hold.save(Change(delta="3"))
        assert list((await hold.read()).deltas) == ["1", '"ä"', "3"]
        await hold.save(Change(state='{"a":1}'))
        thread = await hold.read()
        assert (thread.state, list(thread.deltas)) == ('{"a":1}', [])


async def test_the_pieces_of_a_run_end_with_it(store: Store) -> None:
    place = a_place()
    run = a_run(place)
    async with store.threads.hold(place) as hold:
        await hold.save(Change(run=run, state="{}"))
        await hold.save(Change(delta="1"))
        await hold.save(Change(run=run.model_copy(update={"status": "done"})))
        thread = await hold.read()
        assert (thread.state, list(thread.deltas)) == (None, [])
        await hold.save(Change(run=a_run(place), state="{}"))
        await hold.save(Change(run=a_run(place)))
        assert (await hold.read()).state is None


async def test_a_holder_that_was_overtaken_puts_no_piece_behind_the_state(
    rig: Rig, store: Store
) -> None:
    place = a_place()
    async with store.threads.hold(place) as slow:
        await slow.save(Change(run=a_run(place), state="{}"))
        await rig.expire_lease(place)
        async with store.threads.hold(place) as fast:
            await fast.save(Change(delta="1"))
            with pytest.raises(LeaseLost):
                await slow.save(Change(delta="2"))
            assert list((await fast.read()).deltas) == ["1"]


async def test_a_holder_learns_that_its_run_was_called_off_elsewhere(rig: Rig) -> None:
    place, other = a_place(), a_place()
    run = a_run(place)
    async with rig.open() as one, rig.open() as two, one.threads.hold(place) as hold:
        await hold.save(Change(run=run))
        learns = asyncio.create_task(hold.until_called_off(run.id))
        await two.threads.post(place, Cancelled(run="a former one", by="U1"), once="1")
        await two.threads.post(other, Cancelled(run=run.id, by="U1"), once="2")
        await asyncio.wait([learns], timeout=0.15)
        assert not learns.done()
        await two.threads.post(place, Cancelled(run=run.id, by="U1"), once="3")
        await learns


async def test_a_holder_learns_that_somebody_has_taken_its_place(rig: Rig) -> None:
    place = a_place()
    async with rig.open() as one, rig.open() as two, one.threads.hold(place) as hold:
        run = a_run(place)
        await hold.save(Change(run=run))
        await rig.expire_lease(place)
        async with two.threads.hold(place):
            with pytest.raises(LeaseLost):
                await hold.until_called_off(run.id)
