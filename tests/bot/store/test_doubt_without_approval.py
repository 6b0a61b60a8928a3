"""A call nobody had to approve comes into doubt: people are asked what became of it, and nothing
makes it run again."""

from bot.ports import Change
from bot.records import Approval, Call
from bot.store import Store

from .rig import Rig, a_call, a_place, a_request, a_run


async def in_doubt(store: Store, rig: Rig) -> tuple[Call, Approval]:
    """A worker dies in the middle of it; the next one asks people."""
    place = a_place()
    run = a_run(place)
    call = a_call(run)
    async with store.threads.hold(place) as first:
        assert first is not None
        await first.save(Change(run=run))
        assert (await first.begin(call, gated=False)).verdict == "go"
        await rig.expire_lease(place)
        async with store.threads.hold(place) as second:
            assert second is not None
            assert (await second.begin(call, gated=False)).verdict == "in_doubt"
            request = a_request(run, call)
            await second.save(Change(requests=[request]))
    approval = await store.approvals.find(request.id)
    assert approval is not None
    return call, approval


async def test_it_is_in_doubt_and_not_open_for_approval(store: Store, rig: Rig) -> None:
    call, approval = await in_doubt(store, rig)
    assert (approval.status, approval.version) == ("in_doubt", 0)
    async with store.threads.hold(approval.request.place) as hold:
        assert hold is not None
        assert list((await hold.read()).approvals) == [call.key]
        assert (await hold.begin(call, gated=False)).verdict == "in_doubt"


async def test_people_say_what_became_of_it(store: Store, rig: Rig) -> None:
    call, approval = await in_doubt(store, rig)
    ruling = await store.approvals.settle(approval.request, status="done", by="U2")
    assert (ruling.outcome, ruling.approval.status) == ("settled", "done")
    async with store.threads.hold(approval.request.place) as hold:
        assert hold is not None
        assert (await hold.begin(call, gated=False)).verdict == "done"


async def test_its_worker_can_still_say_so_itself(store: Store, rig: Rig) -> None:
    place = a_place()
    run = a_run(place)
    call = a_call(run)
    async with store.threads.hold(place) as first:
        assert first is not None
        await first.save(Change(run=run))
        await first.begin(call, gated=False)
        await rig.expire_lease(place)
        request = a_request(run, call)
        async with store.threads.hold(place) as second:
            assert second is not None
            await second.begin(call, gated=False)
            await second.save(Change(requests=[request]))
            await first.finish(call, "sent", failed=False)
    approval = await store.approvals.find(request.id)
    assert approval is not None
    assert (approval.status, approval.outcome) == ("done", "sent")
