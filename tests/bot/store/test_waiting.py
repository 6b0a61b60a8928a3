"""What every store promises about the lists somebody's Home is made of."""

from collections.abc import Sequence

from redis.asyncio import Redis

from bot.ports import Change, Part
from bot.records import Audience, Decision, Request, Withdrawn
from bot.store import Store

from .rig import Rig, a_call, a_place, a_request, a_run, redis_rig


async def asked(store: Store, *requests: Request) -> None:
    for request in requests:
        async with store.threads.hold(request.place) as hold:
            run = a_run(request.place, run=request.call.run)
            await hold.save(Change(run=run, requests=[request]))


async def waits_for(store: Store, user: str, *requests: Request) -> list[str]:
    """Ids of those that wait for a word of this person, once the lists are right."""
    for request in requests:
        standing = await store.approvals.find(request.id)
        assert standing is not None
        await store.runs.project(standing)
    audiences = [each for each in await store.runs.audiences() if user not in each.agreed]
    waiting = await store.runs.waiting_for(audiences, limit=100)
    assert waiting.count == len(waiting.shown)
    return [each.request.id for each in waiting.shown]


def requests(count: int, *, required: int = 1) -> Sequence[Request]:
    return [
        a_request(a_run(a_place()), expires_at=1_700_090_000.0 + n, required=required)
        for n in range(count)
    ]


async def test_what_waits_is_filed_by_whom_it_waits_for(store: Store) -> None:
    one, two, three = requests(3)
    other = three.model_copy(update={"requester": "U7"})
    await asked(store, two, other, one)
    audiences = {Audience.asked(one), Audience.asked(two)}
    assert set(await store.runs.audiences()) == {*audiences, Audience.asked(other)}
    mine = await store.runs.waiting_for(audiences, limit=5)
    assert (mine.count, [each.request for each in mine.shown]) == (2, [one, two])
    assert (await store.runs.waiting_for([], limit=5)).count == 0


async def test_what_waits_comes_by_the_page_the_most_urgent_first(store: Store) -> None:
    many = requests(7)
    others = [each.model_copy(update={"requester": "U7"}) for each in many[::2]]
    await asked(store, *others, *many[1::2])
    audiences = await store.runs.audiences()
    pages = [await store.runs.waiting_for(audiences, first=n, limit=3) for n in (0, 3, 6, 9)]
    assert [page.count for page in pages] == [7] * 4
    shown = [[each.request.id for each in page.shown] for page in pages]
    ids = [each.id for each in many]
    assert shown == [ids[:3], ids[3:6], ids[6:], []]


async def test_what_is_over_and_what_somebody_has_agreed_to_does_not_wait_for_them(
    store: Store,
) -> None:
    one, two, three = requests(3, required=2)
    await asked(store, one, two, three)
    await store.approvals.decide(one, Decision(verdict="approved", by="U2", at=1.0))
    await store.approvals.decide(two, Decision(verdict="rejected", by="U3", at=1.0))
    assert await waits_for(store, "U2", one, two, three) == [three.id]
    assert await waits_for(store, "U4") == [one.id, three.id]


async def test_what_is_approved_by_all_waits_again_when_a_word_is_withdrawn(store: Store) -> None:
    (request,) = requests(1)
    await asked(store, request)
    await store.approvals.decide(request, Decision(verdict="approved", by="U2", at=1.0))
    assert await waits_for(store, "U3", request) == []
    standing = await store.approvals.find(request.id)
    await store.approvals.withdraw(standing, Withdrawn(by="U2", at=2.0, why="a guest now"))
    assert await waits_for(store, "U2", request) == [request.id]


async def test_a_call_in_doubt_waits_for_whoever_approved_it_as_well(store: Store) -> None:
    place = a_place()
    run = a_run(place)
    request = a_request(run, a_call(run))
    async with store.threads.hold(place) as hold:
        await hold.save(Change(run=run, requests=[request]))
        await store.approvals.decide(request, Decision(verdict="approved", by="U2", at=1.0))
        await hold.begin(request.call, gated=True)
        assert await waits_for(store, "U2", request) == []
        await hold.begin(request.call, gated=True)
    assert await waits_for(store, "U2", request) == [request.id]
    await store.approvals.settle(request, status="done", by="U2")
    assert await waits_for(store, "U2", request) == []


async def test_the_runs_of_one_person_come_newest_first(store: Store) -> None:
    for number, who in enumerate(["U1", "U2", "U1", "U1"]):
        place = a_place()
        run = a_run(place, run=f"r{number}", started=float(number))
        async with store.threads.hold(place) as hold:
            await hold.read()
            await hold.save(Change(run=run.model_copy(update={"requester": who})))
            await hold.save(Change(run=run.model_copy(update={"requester": who, "tokens": 7})))
    mine = await store.runs.asked_by("U1", limit=2)
    assert [(run.id, run.tokens) for run in mine.shown] == [("r3", 7), ("r2", 7)]
    last = await store.runs.asked_by("U1", first=2, limit=2)
    assert (last.count, [run.id for run in last.shown]) == (3, ["r0"])
    assert await store.runs.asked_by("U3") == Part(0, [])


async def test_a_home_is_remembered_while_it_may_be_open(rig: Rig, store: Store) -> None:
    await store.homes.opened("U1")
    await store.homes.turned("U1", "waiting", 3)
    await store.homes.turned("U1", "asked", 2)
    rig.clock.advance(50)
    await store.homes.opened("U2")
    await store.homes.showed("U2", "digest")
    now = rig.clock.now()
    pages = (await store.homes.look("U1")).pages
    assert [pages.get(each, 0) for each in ("waiting", "asked", "running")] == [3, 2, 0]
    assert (await store.homes.look("U2")).shown == "digest"
    assert list(await store.homes.lately(now - 60)) == ["U1", "U2"]
    assert list(await store.homes.lately(now - 40)) == ["U2"]
    await store.homes.turned("U2", "running", 1)
    assert (await store.homes.look("U2")).shown == ""
    await store.homes.opened("U2")
    for who in ("U2", "U9"):
        assert set((await store.homes.look(who)).pages.values()) <= {0}


async def test_what_leads_nowhere_is_dropped_from_the_list(
    redis_url: str,
) -> None:
    async with redis_rig(redis_url) as rig, rig.open() as store:
        (request,) = requests(1)
        await asked(store, request)
        async with Redis.from_url(redis_url) as client:
            await client.delete(f"run:{{{request.place.tag}}}:call:{request.call.key}")
        here = [Audience.asked(request)]
        assert (await store.runs.waiting_for(here, limit=5)).count == 1
        rig.clock.advance(40 * 86_400)
        await store.runs.waiting_for(here, limit=5)
        assert (await store.runs.waiting_for(here, limit=5)).count == 0
        assert await store.runs.audiences() == []
