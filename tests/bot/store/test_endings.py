"""What every store promises about when something was over, and where it led."""

import pytest

from bot.ports import Change, Ended, LeaseLost
from bot.records import Approval, Decision, Request
from bot.store import Store

from .rig import Rig, a_call, a_place, a_request, a_run


async def asked(store: Store) -> Request:
    run = a_run(a_place())
    request = a_request(run, a_call(run))
    async with store.threads.hold(run.place) as hold:
        await hold.save(Change(run=run, requests=[request]))
    return request


async def found(store: Store, request: Request) -> Approval:
    standing = await store.approvals.find(request.id)
    assert standing is not None
    return standing


@pytest.mark.parametrize(
    "ending", ["rejected", "expired", "undeliverable", "cancelled", "done", "superseded"]
)
async def test_every_end_says_when(store: Store, rig: Rig, ending: str) -> None:
    request = await asked(store)
    word = Decision(
        verdict="rejected" if ending == "rejected" else "approved", by="U2", at=rig.clock.now()
    )
    rig.clock.advance(100_000.0)
    async with store.threads.hold(request.place) as hold:
        await hold.read()
        if ending == "expired":
            await store.approvals.expire(request, rig.clock.now())
        elif ending == "undeliverable":
            await store.approvals.undeliverable(request)
        elif ending == "cancelled":
            await hold.save(Change(cancelled=[request.id], by="U1"))
        else:
            await store.approvals.decide(request, word)
        if ending in ("done", "superseded"):
            assert (await found(store, request)).ended_at == 0.0
            await hold.begin(request.call, gated=True)
        if ending == "done":
            await hold.finish(request.call, "ok", failed=False)
        if ending == "superseded":
            await hold.begin(request.call, gated=True)
            assert (await found(store, request)).ended_at == 0.0
            await store.approvals.settle(request, status="superseded", by="U2")
    standing = await found(store, request)
    assert (standing.status, standing.is_over) == (ending, True)
    assert standing.ended_at == pytest.approx(rig.clock.now())


async def test_where_it_led_is_remembered_and_is_no_change_of_how_it_stands(store: Store) -> None:
    request = await asked(store)
    before = await found(store, request)
    after = await store.approvals.led_to(request, "https://x.slack.com/p1")
    assert after == await found(store, request)
    assert (after.result, after.version) == ("https://x.slack.com/p1", before.version)


async def begun_before(store: Store) -> Request:
    """Begun by a holder that has given the thread back."""
    request = await asked(store)
    await store.approvals.decide(request, Decision(verdict="approved", by="U2", at=1.0))
    async with store.threads.hold(request.place) as hold:
        await hold.begin(request.call, gated=True)
    return request


async def test_what_went_on_in_other_hands_is_finished_by_these(store: Store) -> None:
    request = await begun_before(store)
    async with store.threads.hold(request.place) as hold:
        with pytest.raises(LeaseLost):
            await hold.finish(request.call, "ok", failed=False)
        assert not await hold.finish(request.call, "ok", failed=False, resumed=True)
        assert not await hold.finish(request.call, "other", failed=True, resumed=True)
    standing = await found(store, request)
    assert (standing.status, standing.outcome) == ("done", "ok")


async def test_who_has_lost_the_thread_finishes_nothing(store: Store) -> None:
    request = await begun_before(store)
    async with store.threads.hold(request.place) as former:
        pass
    async with store.threads.hold(request.place):
        with pytest.raises(LeaseLost):
            await former.finish(request.call, "ok", failed=False, resumed=True)
    assert (await found(store, request)).status == "started"


async def test_what_became_of_a_call_is_known_once_it_has_ended(store: Store) -> None:
    run = a_run(a_place())
    one, other, none = (a_call(run, call_id=each) for each in ("c1", "c2", "c3"))
    async with store.threads.hold(run.place) as hold:
        await hold.save(Change(run=run))
        for call in (one, other):
            await hold.begin(call, gated=False)
        assert await hold.ended(one) is None
        await hold.finish(one, "ran", failed=False)
        await hold.finish(other, "boom", failed=True)
        ended = [await hold.ended(call) for call in (one, other, none)]
    assert ended == [Ended("ran", failed=False), Ended("boom", failed=True), None]
