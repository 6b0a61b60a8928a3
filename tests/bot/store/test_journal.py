"""What every store promises about approvals and the calls they are for."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

import pytest

from bot.ports import Begun, Change, Hold, LeaseLost
from bot.records import (
    AuditDue,
    CardDue,
    Copy,
    Decided,
    Decision,
    Lapsed,
    MessageRef,
    NoteDue,
    Nudged,
    Place,
    Reach,
    Request,
)
from bot.store import Store

from .rig import Rig, a_call, a_place, a_request, a_run, delivered

NOW = 1_700_000_000.0


def yes(by: str = "U2", at: float = NOW) -> Decision:
    return Decision(verdict="approved", by=by, at=at)


def no(by: str = "U2", at: float = NOW) -> Decision:
    return Decision(verdict="rejected", by=by, at=at, reason="change freeze")


async def opened(store: Store, *, required: int = 1, effect: str = "at_most_once") -> Request:
    place = a_place()
    run = a_run(place, status="waiting")
    request = a_request(run, a_call(run, effect=effect), required=required)
    async with store.threads.hold(place) as hold:
        await hold.save(Change(run=run, requests=[request]))
    return request


class Told(NamedTuple):
    inbox: list[object]
    outbox: list[object]


async def told(store: Store, place: Place) -> Told:
    """What is in the inbox, and in the outbox for Slack."""
    async with store.threads.hold(place) as hold:
        inbox = [entry for _, entry in (await hold.read()).inbox]
    notices = await delivered(store, place)
    return Told(inbox, [each for each in notices if not isinstance(each, AuditDue)])


@asynccontextmanager
async def approved(store: Store, **options: str) -> AsyncIterator[tuple[Hold, Request]]:
    request = await opened(store, **options)
    await store.approvals.decide(request, yes())
    async with store.threads.hold(request.place) as hold:
        yield hold, request


async def test_an_approval_is_found_by_its_id(store: Store) -> None:
    request = await opened(store)
    found = await store.approvals.find(request.id)
    assert found is not None
    assert (found.request, found.status, found.version) == (request, "waiting", 0)
    assert await store.approvals.find("unknown") is None


async def test_the_first_decision_counts(store: Store) -> None:
    request = await opened(store)
    first = await store.approvals.decide(request, yes("U2"))
    second = await store.approvals.decide(request, no("U3"))
    assert (first.outcome, first.approval.status) == ("settled", "approved")
    assert (second.outcome, second.approval) == ("late", first.approval)
    assert [decision.by for decision in second.approval.decisions] == ["U2"]
    assert await told(store, request.place) == (
        [Decided(approval=request.id)],
        [CardDue(approval=request.id)],
    )


async def test_a_second_click_of_the_same_person_is_repeated(store: Store) -> None:
    request = await opened(store)
    await store.approvals.decide(request, yes("U2"))
    again = await store.approvals.decide(request, no("U2"))
    assert (again.outcome, again.approval.status) == ("repeated", "approved")
    assert len((await told(store, request.place)).inbox) == 1


async def test_a_rejection_keeps_its_reason(store: Store) -> None:
    request = await opened(store, required=2)
    ruling = await store.approvals.decide(request, no())
    assert (ruling.outcome, ruling.approval.status) == ("settled", "rejected")
    assert ruling.approval.decisions == (no(),)


async def test_several_people_must_agree(store: Store) -> None:
    request = await opened(store, required=2)
    first = await store.approvals.decide(request, yes("U2"))
    again = await store.approvals.decide(request, yes("U2"))
    assert (first.outcome, first.approval.status) == ("counted", "waiting")
    assert again.outcome == "repeated"
    assert (await told(store, request.place)) == ([], [CardDue(approval=request.id)])
    last = await store.approvals.decide(request, yes("U3"))
    assert (last.outcome, last.approval.status) == ("settled", "approved")
    assert [decision.by for decision in last.approval.decisions] == ["U2", "U3"]
    assert last.approval.version == 2


async def test_of_many_clicks_at_once_one_settles(rig: Rig) -> None:
    async with rig.open() as one, rig.open() as two:
        request = await opened(one)
        clicks = [
            store.approvals.decide(request, decide(f"U{n}"))
            for n, store in enumerate([one, two] * 10)
            for decide in (yes, no)
        ]
        rulings = await asyncio.gather(*clicks)
        outcomes = [ruling.outcome for ruling in rulings]
        assert outcomes.count("settled") == 1
        assert {ruling.approval.status for ruling in rulings} == {rulings[0].approval.status}
        assert len((await told(one, request.place)).inbox) == 1


async def test_a_decision_at_the_deadline_is_late(store: Store) -> None:
    request = await opened(store)
    ruling = await store.approvals.decide(request, yes(at=request.expires_at))
    assert (ruling.outcome, ruling.approval.status) == ("late", "waiting")


async def test_a_decision_on_an_approval_that_is_gone_is_late(store: Store) -> None:
    place = a_place()
    ruling = await store.approvals.decide(a_request(a_run(place)), yes())
    assert (ruling.outcome, ruling.approval.status) == ("late", "expired")


async def test_an_approval_expires_once_and_not_before_its_time(store: Store) -> None:
    request = await opened(store)
    before = await store.approvals.expire(request, request.expires_at - 1)
    assert before.status == "waiting"
    for _ in range(2):
        after = await store.approvals.expire(request, request.expires_at)
        assert after.status == "expired"
    late = await store.approvals.decide(request, yes())
    assert (late.outcome, late.approval.status) == ("late", "expired")
    assert await told(store, request.place) == (
        [Lapsed(approval=request.id)],
        [CardDue(approval=request.id)],
    )


async def test_a_settled_approval_does_not_expire(store: Store) -> None:
    request = await opened(store)
    await store.approvals.decide(request, yes())
    assert (await store.approvals.expire(request, request.expires_at)).status == "approved"


async def test_an_undeliverable_card_ends_the_approval(store: Store) -> None:
    request = await opened(store)
    assert (await store.approvals.undeliverable(request)).status == "undeliverable"
    assert await told(store, request.place) == ([Lapsed(approval=request.id)], [])


async def test_the_card_is_remembered_without_a_new_version(store: Store) -> None:
    request = await opened(store)
    card = MessageRef(channel="C1", ts="2.5")
    posted = await store.approvals.posted(request, card)
    assert (posted.card, posted.version) == (card, 0)
    assert await store.approvals.find(request.id) == posted
    assert await store.approvals.posted(request, MessageRef(channel="C1", ts="3.5")) == posted
    assert not posted.stray
    again = await store.approvals.posted(request, card, stray=True)
    assert again == posted.model_copy(update={"stray": True})


async def test_a_card_that_was_deleted_makes_room_for_another(store: Store) -> None:
    request = await opened(store)
    await store.approvals.posted(request, MessageRef(channel="C1", ts="2.5"))
    assert (await store.approvals.mislaid(request)).card is None
    another = MessageRef(channel="C1", ts="3.5")
    assert (await store.approvals.posted(request, another)).card == another


async def test_open_approvals_are_overdue_after_their_deadline(store: Store) -> None:
    request, decided = await opened(store), await opened(store)
    await store.approvals.decide(decided, yes())
    assert await store.approvals.overdue(request.expires_at - 1) == []
    assert await store.approvals.overdue(request.expires_at) == [request.id]
    await store.approvals.expire(request, request.expires_at)
    assert await store.approvals.overdue(request.expires_at) == []


async def test_an_approved_call_goes_once(store: Store) -> None:
    async with approved(store) as (hold, request):
        assert await hold.begin(request.call, gated=True) == Begun("go")
        await hold.finish(request.call, "restarted", failed=False)
        assert await hold.begin(request.call, gated=True) == Begun("done", "restarted")
    found = await store.approvals.find(request.id)
    assert (found.status, found.outcome) == ("done", "restarted")


async def test_a_failed_call_is_over_as_well(store: Store) -> None:
    async with approved(store) as (hold, request):
        await hold.begin(request.call, gated=True)
        await hold.finish(request.call, "no route", failed=True)
        assert await hold.begin(request.call, gated=True) == Begun("done", "no route")
    assert (await store.approvals.find(request.id)).status == "failed"


async def test_a_long_output_is_kept_whole_and_shown_short(store: Store) -> None:
    output = "line\n" * 10_000
    async with approved(store) as (hold, request):
        await hold.begin(request.call, gated=True)
        await hold.finish(request.call, output, failed=False)
        assert (await hold.begin(request.call, gated=True)).output == output
    found = await store.approvals.find(request.id)
    assert len(found.outcome) <= 300
    assert found.outcome.endswith("…")


async def test_without_approval_nothing_starts(store: Store) -> None:
    request = await opened(store)
    async with store.threads.hold(request.place) as hold:
        assert await hold.begin(request.call, gated=True) == Begun("refused")
        unknown = request.call.model_copy(update={"call_id": "c9"})
        assert await hold.begin(unknown, gated=True) == Begun("refused")
        await store.approvals.decide(request, no())
        assert await hold.begin(request.call, gated=True) == Begun("refused")
        assert await hold.begin(request.call, gated=False) == Begun("refused")


async def test_other_arguments_than_those_approved_do_not_run(store: Store) -> None:
    async with approved(store) as (hold, request):
        other = request.call.model_copy(update={"digest": "e" * 64})
        assert await hold.begin(other, gated=True) == Begun("refused")
        assert await hold.begin(request.call, gated=True) == Begun("go")


async def test_a_call_that_began_ungated_is_no_approval(store: Store) -> None:
    place = a_place()
    call = a_call(a_run(place))
    async with store.threads.hold(place) as hold:
        assert await hold.begin(call, gated=False) == Begun("go")
        await hold.finish(call, "out", failed=False)
        assert await hold.begin(call, gated=True) == Begun("refused")
        assert await hold.begin(call, gated=False) == Begun("done", "out")


async def test_a_call_of_a_holder_who_vanished_is_in_doubt(store: Store) -> None:
    async with approved(store) as (hold, request):
        await hold.begin(request.call, gated=True)
    for _ in range(2):
        async with store.threads.hold(request.place) as hold:
            assert await hold.begin(request.call, gated=True) == Begun("in_doubt")
    found = await store.approvals.find(request.id)
    assert (found.status, found.version) == ("in_doubt", 3)


@pytest.mark.parametrize("effect", ["pure", "idempotent"])
async def test_a_repeatable_call_goes_again(store: Store, effect: str) -> None:
    async with approved(store, effect=effect) as (hold, request):
        await hold.begin(request.call, gated=True)
    async with store.threads.hold(request.place) as hold:
        assert await hold.begin(request.call, gated=True) == Begun("go")
        await hold.finish(request.call, "out", failed=False)
        assert await hold.begin(request.call, gated=True) == Begun("done", "out")


async def test_the_slow_holders_result_settles_the_doubt(rig: Rig, store: Store) -> None:
    async with approved(store) as (slow, request):
        await slow.begin(request.call, gated=True)
        await rig.expire_lease(request.place)
        async with store.threads.hold(request.place) as fast:
            assert await fast.begin(request.call, gated=True) == Begun("in_doubt")
            with pytest.raises(LeaseLost):
                await fast.finish(request.call, "stolen", failed=False)
            await slow.finish(request.call, "restarted", failed=False)
            assert await fast.begin(request.call, gated=True) == Begun("done", "restarted")


async def test_what_became_of_a_call_is_told_once(rig: Rig, store: Store) -> None:
    doubt, end = NoteDue(text="in doubt"), NoteDue(text="done")
    async with approved(store) as (slow, request):
        await slow.begin(request.call, gated=True, in_doubt=doubt)
        await rig.expire_lease(request.place)
        async with store.threads.hold(request.place) as fast:
            for _ in range(2):
                await fast.begin(request.call, gated=True, in_doubt=doubt)
        for _ in range(2):
            await slow.finish(request.call, "out", failed=False, notice=end)
    assert (await told(store, request.place)).outbox == [CardDue(approval=request.id), doubt, end]


async def test_a_result_never_overwrites_another_holders(rig: Rig, store: Store) -> None:
    async with approved(store, effect="idempotent") as (slow, request):
        await slow.begin(request.call, gated=True)
        await rig.expire_lease(request.place)
        async with store.threads.hold(request.place) as fast:
            await fast.begin(request.call, gated=True)
            with pytest.raises(LeaseLost):
                await slow.finish(request.call, "slow", failed=False)
            await fast.finish(request.call, "fast", failed=False)
            with pytest.raises(LeaseLost):
                await slow.finish(request.call, "slow", failed=False)
            assert await fast.begin(request.call, gated=True) == Begun("done", "fast")


@pytest.mark.parametrize("status", ["done", "failed", "superseded"])
async def test_a_person_settles_a_doubt_once(store: Store, status: str) -> None:
    async with approved(store) as (hold, request):
        await hold.begin(request.call, gated=True)
    early = await store.approvals.settle(request, status="done", by="U3")
    assert early.outcome == "late"
    async with store.threads.hold(request.place) as hold:
        await hold.begin(request.call, gated=True)
    await told(store, request.place)
    ruling = await store.approvals.settle(request, status=status, by="U3")
    assert ruling.outcome == "settled"
    assert (ruling.approval.status, ruling.approval.ended_by) == (status, "U3")
    again = await store.approvals.settle(request, status="failed", by="U4")
    assert (again.outcome, again.approval) == ("late", ruling.approval)
    inbox, outbox = await told(store, request.place)
    assert inbox[-1] == Decided(approval=request.id)
    assert outbox == [CardDue(approval=request.id)]


async def test_a_doubt_a_person_settled_is_not_settled_by_the_slow_holder(
    rig: Rig, store: Store
) -> None:
    async with approved(store) as (slow, request):
        await slow.begin(request.call, gated=True)
        await rig.expire_lease(request.place)
        async with store.threads.hold(request.place) as fast:
            await fast.begin(request.call, gated=True)
        await store.approvals.settle(request, status="superseded", by="U3")
        with pytest.raises(LeaseLost):
            await slow.finish(request.call, "late", failed=False)


@pytest.mark.parametrize(
    ("status", "begun"),
    [
        ("done", Begun("done", settled="done")),
        ("failed", Begun("done", settled="failed")),
        ("superseded", Begun("in_doubt")),
    ],
)
async def test_whoever_asks_after_a_doubt_was_settled_learns_what_the_person_said(
    store: Store, status: str, begun: Begun
) -> None:
    async with approved(store) as (hold, request):
        await hold.begin(request.call, gated=True)
    async with store.threads.hold(request.place) as hold:
        await hold.begin(request.call, gated=True)
        settled = await store.approvals.settle(request, status=status, by="U3")
        for _ in range(2):
            assert await hold.begin(request.call, gated=True) == begun
    assert await store.approvals.find(request.id) == settled.approval


async def test_another_attempt_is_another_call(store: Store) -> None:
    async with approved(store) as (hold, request):
        await hold.begin(request.call, gated=True)
        again = request.model_copy(
            update={"id": "again", "call": request.call.model_copy(update={"attempt": 2})}
        )
        await hold.save(Change(requests=[again], notices=[NoteDue(text="n")]))
        assert await hold.begin(again.call, gated=True) == Begun("refused")
        await store.approvals.decide(again, yes())
        assert await hold.begin(again.call, gated=True) == Begun("go")
        assert {each.status for each in (await hold.read()).approvals.values()} == {"started"}


async def test_what_people_should_have_been_told_is_due_until_it_is_told(
    rig: Rig, store: Store
) -> None:
    place = a_place()
    run = a_run(place)
    asked = rig.clock.now()
    reach = Reach(remind_after=60.0, escalate_after=120.0, escalate_to=("C9",))
    request = a_request(run, expires_at=asked + 600)
    rule = request.rule.model_copy(update={"reach": reach})
    request = request.model_copy(update={"rule": rule, "asked_at": asked})
    async with store.threads.hold(place) as hold:
        await hold.save(Change(run=run, requests=[request]))
    overdue = store.approvals.overdue
    assert await overdue(asked + 59) == []
    assert await overdue(asked + 61) == [request.id]
    for _ in range(2):
        told = Nudged(what="reminded", at=asked + 61)
        await store.approvals.remark(request, told, once="reminded")
    rig.clock.advance(61)
    assert await overdue(asked + 61) == []
    assert await overdue(asked + 121) == [request.id]
    await store.approvals.remark(request, Nudged(what="escalated", at=asked), once="escalated")
    assert await overdue(asked + 200) == []
    assert await overdue(asked + 600) == [request.id]
    standing = await store.approvals.find(request.id)
    assert [each.what for each in standing.remarks] == ["reminded", "escalated"]


async def test_copies_of_a_card_are_remembered_one_for_each_place(store: Store) -> None:
    request = await opened(store)
    before = await store.approvals.find(request.id)
    thread = Copy(to="", ref=MessageRef(channel="C1", ts="1.0"))
    first = Copy(to="U2", ref=MessageRef(channel="D2", ts="2.0"))
    second = first.model_copy(update={"ref": MessageRef(channel="D2", ts="3.0")})
    for copy in (first, thread, second):
        await store.approvals.copied(request, copy)
    standing = await store.approvals.find(request.id)
    assert standing.copies == (thread, first)
    assert standing.version == before.version
