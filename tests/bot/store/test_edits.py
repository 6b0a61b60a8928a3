"""What every store promises about edited arguments, remarks, and approvals that are withdrawn."""

from bot.ports import Begun
from bot.records import (
    Answered,
    Approval,
    Asked,
    CardDue,
    Decision,
    NoteDue,
    Request,
    Viewed,
    Withdrawn,
)
from bot.store import Store

from .rig import Rig
from .test_journal import NOW, no, opened, told, yes

EDITED = "e" * 64


def edits(by: str = "U2", digest: str = EDITED) -> Decision:
    return Decision(verdict="approved", by=by, at=NOW, digest=digest, arguments='{"x":2}')


def agrees(by: str, digest: str = EDITED) -> Decision:
    return Decision(verdict="approved", by=by, at=NOW, digest=digest)


def gone(by: str) -> Withdrawn:
    return Withdrawn(by=by, at=NOW, why="They left.")


async def found(store: Store, request: Request) -> Approval:
    standing = await store.approvals.find(request.id)
    assert standing is not None
    return standing


async def begun(store: Store, request: Request, **changes: str) -> Begun:
    call = request.call.model_copy(update=changes)
    async with store.threads.hold(request.place) as hold:
        return await hold.begin(call, gated=True)


async def test_an_edit_binds_the_call_to_what_was_edited(store: Store) -> None:
    request = await opened(store)
    ruling = await store.approvals.decide(request, edits())
    assert ruling.outcome == "settled"
    assert (ruling.approval.call.arguments, ruling.approval.call.digest) == ('{"x":2}', EDITED)
    assert await begun(store, request) == Begun("refused")
    edited = {"digest": EDITED, "arguments": '{"x":2}'}
    assert await begun(store, request, **edited) == Begun("go")


async def test_what_was_approved_before_an_edit_does_not_count_for_it(store: Store) -> None:
    request = await opened(store, required=2)
    await store.approvals.decide(request, yes("U2"))
    assert (await store.approvals.decide(request, edits("U3"))).outcome == "counted"
    standing = await found(store, request)
    assert [each.by for each in standing.agreed] == ["U3"]
    assert (await store.approvals.decide(request, yes("U4"))).outcome == "changed"
    assert (await store.approvals.decide(request, agrees("U3"))).outcome == "repeated"
    assert (await store.approvals.decide(request, agrees("U2"))).outcome == "settled"


async def test_whoever_approved_the_former_arguments_can_still_reject(store: Store) -> None:
    request = await opened(store, required=3)
    await store.approvals.decide(request, yes("U2"))
    await store.approvals.decide(request, edits("U3"))
    assert (await store.approvals.decide(request, no("U2"))).approval.status == "rejected"


async def test_an_edit_comes_too_late_like_any_other_word(store: Store) -> None:
    request = await opened(store)
    await store.approvals.decide(request, yes("U2"))
    assert (await store.approvals.decide(request, edits("U3"))).outcome == "late"
    assert (await found(store, request)).call == request.call


async def test_remarks_are_kept_in_order_and_once(store: Store) -> None:
    request = await opened(store)
    remarks = [
        Asked(by="U2", at=NOW, text="which?"),
        Answered(by="U1", at=NOW, text="4.2"),
        Viewed(by="U2", at=NOW, digest="d" * 64),
    ]
    notices = (CardDue(approval=request.id), NoteDue(text="hello"))
    for _ in range(2):
        for number, remark in enumerate(remarks):
            told_of = notices if number == 0 else ()
            await store.approvals.remark(request, remark, once=str(number), notices=told_of)
    standing = await found(store, request)
    assert list(standing.remarks) == remarks
    assert standing.is_open
    assert standing.was_read_by("U2")
    assert not standing.was_read_by("U3")
    shown = [each for each in (await told(store, request.place)).outbox if each in notices]
    assert shown == list(notices)


async def test_a_withdrawn_approval_waits_again(store: Store) -> None:
    request = await opened(store, required=2)
    await store.approvals.decide(request, yes("U2"))
    ruling = await store.approvals.decide(request, yes("U3"))
    standing = await store.approvals.withdraw(ruling.approval, gone("U3"))
    assert (standing.status, [each.by for each in standing.agreed]) == ("waiting", ["U2"])
    assert list(standing.remarks) == [gone("U3")]
    assert await begun(store, request) == Begun("refused")
    assert (await store.approvals.decide(request, yes("U2"))).outcome == "repeated"
    assert (await store.approvals.decide(request, yes("U4"))).outcome == "settled"
    assert await begun(store, request) == Begun("go")


async def test_with_an_edit_its_arguments_are_withdrawn(store: Store) -> None:
    request = await opened(store)
    ruling = await store.approvals.decide(request, edits("U2"))
    standing = await store.approvals.withdraw(ruling.approval, gone("U2"))
    assert standing.call == request.call
    assert (await store.approvals.decide(request, yes("U3"))).outcome == "settled"
    assert await begun(store, request) == Begun("go")


async def test_what_has_started_is_not_withdrawn(store: Store) -> None:
    request = await opened(store)
    ruling = await store.approvals.decide(request, yes("U2"))
    async with store.threads.hold(request.place) as hold:
        assert await hold.begin(request.call, gated=True) == Begun("go")
        standing = await store.approvals.withdraw(ruling.approval, gone("U2"))
    assert standing.status == "started"
    assert standing.remarks == ()


async def test_everything_is_read_back_by_another_process(rig: Rig) -> None:
    async with rig.open() as one, rig.open() as other:
        request = await opened(one)
        await one.approvals.remark(request, Asked(by="U2", at=NOW, text="?"), once="a")
        ruling = await one.approvals.decide(request, edits())
        assert await found(other, request) == ruling.approval
        async with other.threads.hold(request.place) as hold:
            (read,) = (await hold.read()).approvals.values()
        assert read == ruling.approval
