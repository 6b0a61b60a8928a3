"""What every store promises about somebody who decides for somebody else."""

from bot.ports import Change
from bot.records import Decision, Delegation, Request, Withdrawn
from bot.store import Store

from .rig import a_place, a_request, a_run, delivered


def delegation(number: int, *, since: float = 1.0) -> Delegation:
    return Delegation(id=f"d{number}", by="U2", to="U8", since=since, until=since + 60)


async def asked(store: Store, *, required: int = 2) -> Request:
    run = a_run(a_place())
    request = a_request(run, required=required)
    async with store.threads.hold(run.place) as hold:
        await hold.save(Change(run=run, requests=[request]))
    return request


def word(by: str, behalf: str = "", **more: str) -> Decision:
    return Decision(verdict="approved", by=by, behalf=behalf, at=1_700_000_001.0, **more)


async def outcomes(store: Store, request: Request, *words: Decision) -> list[str]:
    return [(await store.approvals.decide(request, each)).outcome for each in words]


async def test_what_is_given_stays_until_it_is_dropped_the_oldest_first(store: Store) -> None:
    later, earlier = delegation(1, since=9.0), delegation(2)
    assert await store.delegations.give(later) == later
    await store.delegations.give(earlier)
    assert list(await store.delegations.on_record()) == [earlier, later]
    await store.delegations.drop("d1")
    await store.delegations.drop("unknown")
    assert list(await store.delegations.on_record()) == [earlier]


async def test_one_that_is_there_already_stays_as_it_was(store: Store) -> None:
    first = await store.delegations.give(delegation(1))
    again = await store.delegations.give(delegation(1, since=30.0))
    assert again == first


async def test_somebody_and_whoever_decides_for_them_are_one_voice(store: Store) -> None:
    request = await asked(store)
    words = (word("U8", "U2"), word("U2"), word("U8"), word("U9", "U2"), word("U8", "U3"))
    assert await outcomes(store, request, *words) == ["counted", *["repeated"] * 4]
    assert await outcomes(store, request, word("U3")) == ["settled"]


async def test_whoever_has_decided_leaves_nothing_to_say_in_their_place(store: Store) -> None:
    request = await asked(store)
    assert await outcomes(store, request, word("U2"), word("U8", "U2")) == ["counted", "repeated"]


async def test_a_withdrawn_word_is_taken_back_from_both(store: Store) -> None:
    request = await asked(store, required=1)
    await outcomes(store, request, word("U8", "U2"))
    standing = await store.approvals.find(request.id)
    assert standing is not None
    assert standing.spoken == {"U8", "U2"}
    left = await store.approvals.withdraw(standing, Withdrawn(by="U8", at=2.0, why="gone"))
    assert (left.status, left.decisions) == ("waiting", ())
    assert await outcomes(store, request, word("U2")) == ["settled"]


async def test_the_audit_names_in_whose_place_somebody_decided(store: Store) -> None:
    request = await asked(store, required=1)
    await outcomes(store, request, word("U8", "U2"))
    told = [each.entry for each in await delivered(store, request.place) if each.kind == "audit"]
    approved = next(each for each in told if each.what == "approved")
    assert (approved.by, approved.behalf) == ("U8", "U2")
