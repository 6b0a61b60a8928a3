"""What every store promises about the audit, and what the journal tells it."""

import asyncio

from bot.audit import GENESIS, Link, exported, verify
from bot.ports import Change
from bot.records import AuditDue, AuditEntry, Decision, Request, Viewed, Withdrawn
from bot.store import Store

from .rig import Rig, a_place, a_request, a_run, delivered


def an_entry(number: int, *, what: str = "approved", **more: object) -> AuditEntry:
    at = 1_700_000_000_000 + number
    return AuditEntry.model_validate({"id": f"e{number}", "at": at, "what": what, **more})


async def links(store: Store, since: float = 0.0) -> list[Link]:
    return [link async for link in store.audit.read(since)]


async def test_entries_form_one_chain_over_days(rig: Rig, store: Store) -> None:
    for number in range(4):
        await store.audit.add(an_entry(number))
        rig.clock.advance(40_000)
    found = await links(store)
    assert [link.seq for link in found] == [1, 2, 3, 4]
    assert found[0].prev == GENESIS
    assert verify(exported(found, "jsonl").encode()).faults == ()


async def test_an_entry_that_is_delivered_again_is_there_once(store: Store) -> None:
    for number in (1, 2, 1):
        await store.audit.add(an_entry(number))
    assert [link.entry.id for link in await links(store)] == ["e1", "e2"]


async def test_processes_that_write_at_once_break_nothing(rig: Rig) -> None:
    async with rig.open() as one, rig.open() as two:
        writes = [store.audit.add(an_entry(n)) for n in range(30) for store in (one, two)]
        await asyncio.gather(*writes)
        found = await links(one)
    assert len(found) == 30
    assert verify(exported(found, "csv").encode()).faults == ()


async def test_one_day_holds_more_than_a_page(store: Store) -> None:
    for number in range(620):
        await store.audit.add(an_entry(number, run="r" if number % 100 == 0 else ""))
    assert len(await links(store)) == 620
    assert [link.entry.id for link in await store.audit.of_run("r")] == [
        f"e{number}" for number in range(0, 620, 100)
    ]
    assert await store.audit.of_run("other") == []


async def test_reading_begins_with_the_first_entry_of_that_time_and_leaves_no_gap(
    rig: Rig, store: Store
) -> None:
    for number in (1, 50_000, 90_000, 20_000):
        await store.audit.add(an_entry(number))
    found = await links(store, since=1_700_000_050.0)
    assert [link.entry.id for link in found] == ["e50000", "e90000", "e20000"]


async def test_policies_are_written_down_when_they_change(store: Store) -> None:
    for number, version in enumerate(["a", "a", "b", "a", "a"]):
        await store.audit.add(an_entry(number, what="policies", policies=version))
    assert [link.entry.policies for link in await links(store)] == ["a", "b", "a"]


async def test_what_is_not_exported_is_not_trimmed(rig: Rig, store: Store) -> None:
    for number in range(3):
        await store.audit.add(an_entry(number))
        rig.clock.advance(86_400)
    assert await store.audit.trim(rig.clock.now()) == 0
    await store.audit.exported(2, 3)
    assert await store.audit.trim(rig.clock.now()) == 0
    await store.audit.exported(1, 2)
    assert await store.audit.trim(rig.clock.now()) == 2
    assert [link.seq for link in await links(store)] == [3]
    await store.audit.add(an_entry(9))
    assert verify(exported(await links(store), "jsonl").encode()).faults == ()


async def test_a_day_that_is_not_over_for_a_call_is_not_trimmed(rig: Rig, store: Store) -> None:
    steps = [("requested", "a"), ("started", "a"), ("in_doubt", "a"), ("requested", "b")]
    for number, (what, call) in enumerate(steps):
        await store.audit.add(an_entry(number, what=what, call=call))
        rig.clock.advance(86_400)
    await store.audit.exported(1, 4)
    assert await store.audit.trim(rig.clock.now()) == 0
    await store.audit.add(an_entry(7, what="settled", call="a"))
    await store.audit.exported(5, 5)
    assert await store.audit.trim(rig.clock.now()) == 3
    assert [link.entry.call for link in await links(store)] == ["b", "a"]


async def test_every_change_of_a_call_is_told_in_the_same_step(rig: Rig, store: Store) -> None:
    place = a_place()
    run = a_run(place)
    request = a_request(run, required=2).model_copy(update={"hidden": ("x",)})
    call, digest = request.call, request.call.digest
    async with store.threads.hold(place) as hold:
        await hold.save(Change(run=run, requests=[request]))
        await store.approvals.remark(request, Viewed(by="U2", at=5.0, digest=digest), once="v")
        for person in ("U2", "U3", "U2"):
            await store.approvals.decide(request, Decision(verdict="approved", by=person, at=6.0))
        standing = await store.approvals.find(request.id)
        why = Withdrawn(by="U3", at=7.0, why="a guest now")
        await store.approvals.withdraw(standing, why)
        await store.approvals.decide(request, Decision(verdict="approved", by="U4", at=8.0))
        await hold.begin(call, gated=True)
        await hold.finish(call, "a secret", failed=False)
        over = run.model_copy(update={"status": "done", "updated_at": 9.0})
        await hold.save(Change(run=over))
    told = await audited(store, request)
    assert [(entry.what, entry.by) for entry in told] == [
        ("run_started", "U1"),
        ("requested", "U1"),
        ("viewed", "U2"),
        ("approved", "U2"),
        ("approved", "U3"),
        ("withdrawn", "U3"),
        ("approved", "U4"),
        ("started", ""),
        ("done", ""),
        ("run_ended", ""),
    ]
    assert told[1].arguments == '{"x":"(hidden)"}'
    assert {(e.run, e.call, e.tool, e.digest, e.policies) for e in told[1:-1]} == {
        (run.id, call.key, "restart", digest, "v1")
    }
    assert told[4].at == 6_000
    assert "secret" not in str(told)


async def audited(store: Store, request: Request) -> list[AuditEntry]:
    due = await delivered(store, request.place)
    return [each.entry for each in due if isinstance(each, AuditDue)]


async def test_endings_without_a_decision_are_told(rig: Rig, store: Store) -> None:
    place = a_place()
    run = a_run(place)
    names = ("late", "unseen", "fallen", "doubtful")
    requests = {
        name: a_request(run, a_request(run).call.model_copy(update={"call_id": name}))
        for name in names
    }
    async with store.threads.hold(place) as hold:
        await hold.save(Change(run=run, requests=list(requests.values())))
        await store.approvals.expire(requests["late"], requests["late"].expires_at)
        await store.approvals.undeliverable(requests["unseen"])
        await store.approvals.decide(
            requests["doubtful"], Decision(verdict="approved", by="U2", at=1.0)
        )
        await hold.begin(requests["doubtful"].call, gated=True)
        await hold.begin(requests["doubtful"].call, gated=True)
        await store.approvals.settle(requests["doubtful"], status="superseded", by="U5")
        cancelled = [each.id for each in requests.values()]
        over = run.model_copy(update={"status": "cancelled"})
        await hold.save(Change(run=over, cancelled=cancelled, by="U9"))
    told = await audited(store, requests["late"])
    names_of = {each.id: name for name, each in requests.items()}
    assert [(names_of.get(e.approval, ""), e.what, e.by, e.detail) for e in told[5:]] == [
        ("late", "expired", "", ""),
        ("unseen", "undeliverable", "", ""),
        ("doubtful", "approved", "U2", ""),
        ("doubtful", "started", "", ""),
        ("doubtful", "in_doubt", "", ""),
        ("doubtful", "settled", "U5", "superseded"),
        ("fallen", "cancelled", "U9", ""),
        ("", "run_ended", "U9", "cancelled"),
    ]
    fallen = await store.approvals.find(requests["fallen"].id)
    assert (fallen.status, fallen.ended_by) == ("cancelled", "U9")


async def test_an_edit_is_told_with_what_it_put_in_place(store: Store) -> None:
    place = a_place()
    run = a_run(place)
    request = a_request(run).model_copy(update={"hidden": ("token",)})
    async with store.threads.hold(place) as hold:
        await hold.save(Change(run=run, requests=[request]))
    edit = Decision(
        verdict="approved",
        by="U2",
        at=1.0,
        digest="e" * 64,
        arguments='{"token":"abc","x":2}',
    )
    await store.approvals.decide(request, edit)
    entry = (await audited(store, request))[-1]
    assert (entry.what, entry.digest) == ("edited", "e" * 64)
    assert entry.arguments == '{"token":"(hidden)","x":2}'
