"""A Home with very many entries: every list by the page, always within Slack's limits."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bot.cards import PAGE
from bot.playground.blocks import check_view
from bot.ports import Block, Change, Messenger, Section
from bot.records import Asked, Call, Decision, Delegation, Person, Place, Request, Rule, Run
from bot.service.access.delegates import Delegates
from bot.service.lookup.homes import HomeDesk
from bot.slack.modals import home
from bot.store import Store, memory_store
from bot.testing import FakeClock
from bot.testing.directory import MemoryDirectory
from bot.testing.messenger import MemoryMessenger
from tests.bot.service.looking_up import home_desk

MANY = 1_000
PEOPLE = {name: Person(id=name, kind="member") for name in ("UME", "U1")}


def a_run(number: int, requester: str) -> Run:
    place = Place(channel="C1", thread=f"{number}.5")
    return Run(
        id=f"{requester.lower()}{number:04}", place=place, requester=requester, agent="Ops",
        ask="restart it", asked_ts=place.thread, status="running", started_at=float(number),
        updated_at=1.0,
    )  # fmt: skip


def a_request(run: Run, **others: Any) -> Request:
    call = Call(
        run=run.id, call_id="c", agent="Ops", tool="restart", digest="1" * 64,
        arguments='{"service": "payments"}',
    )  # fmt: skip
    rule = Rule(name="policy 1", approvers=("UME",), version="v")
    return Request(
        id=f"a-{run.id}", place=run.place, requester=run.requester, call=call, rule=rule,
        asked_at=1.0, expires_at=2_000_000_000.0,
    ).model_copy(update=others)  # fmt: skip


async def keep(store: Store, run: Run, *requests: Request) -> None:
    async with store.threads.hold(run.place) as hold:
        assert hold is not None
        await hold.save(Change(run=run, state="{}", requests=requests))


@asynccontextmanager
async def desk_on(
    count: int, messenger: Messenger | None = None, *, waiting: bool = False
) -> AsyncIterator[HomeDesk]:
    """So many runs of this person and as many of somebody else, all of which are at work."""
    clock = FakeClock()
    async with memory_store(clock) as store:
        for number in range(count):
            await keep(store, a_run(2 * number, "UME"))
            other = a_run(2 * number + 1, "U1")
            await keep(store, other, *([a_request(other)] if waiting else []))
        directory = MemoryDirectory(people=PEOPLE, channels={"C1": frozenset(PEOPLE)})
        yield home_desk(store, directory, clock, messenger)


def shown(blocks: Sequence[Any], kind: str) -> list[str]:
    return re.findall(rf"`({kind}\d{{4}})`", str(blocks))


async def test_every_list_is_turned_by_itself() -> None:
    async with desk_on(12) as desk:
        first = await desk.draw("UME")
        assert shown(first, "ume") == [f"ume{2 * n:04}" for n in range(11, 6, -1)]
        assert shown(first, "u1") == [f"u1{2 * n + 1:04}" for n in range(11, 6, -1)]
        turned = await desk.draw("UME", {"asked": 2, "running": 1})
        assert shown(turned, "ume") == ["ume0002", "ume0000"]
        assert shown(turned, "u1") == [f"u1{2 * n + 1:04}" for n in range(6, 1, -1)]
        assert await desk.draw("UME", {"asked": 99, "running": 1}) == turned


async def test_a_home_with_a_thousand_entries_in_each_list_is_valid() -> None:
    async with desk_on(MANY, waiting=True) as desk:
        for page in (0, 1, 100, 199):
            pages: dict[Section, int] = {"waiting": page, "asked": page, "running": page}
            blocks = await desk.draw("UME", pages)
            assert check_view(home(blocks), "home") == []
            assert len(shown(blocks, "ume")) == PAGE
            titles = [each["text"]["text"] for each in blocks if each["type"] == "header"]
            assert titles == [
                "Waiting for you: 1,000",
                "What you asked for: 1,000",
                "At work now: 1,000",
            ]


@pytest.mark.parametrize("section", ["waiting", "asked", "running"])
async def test_somebody_turns_a_page_and_opens_it_anew(section: Section) -> None:
    messenger = MemoryMessenger()
    async with desk_on(12, messenger, waiting=True) as desk:
        await desk.opened("UME")
        first = messenger.homes["UME"]
        await desk.opened("UME", (section, 1))
        second = messenger.homes["UME"]
        assert f"'home:{section}:2'" in str(second)
        assert f"'home:{section}:0'" in str(second)
        await desk.opened("UME")
        assert messenger.homes["UME"] == first != second


class Turned(MemoryMessenger):
    """In which a page is turned while the Home is on its way for the first time."""

    def turns(self, turn: Callable[[], Awaitable[None]]) -> None:
        self._turn = turn
        self._under_way = False

    async def publish(self, user: str, blocks: Sequence[Block]) -> None:
        if not self._under_way:
            self._under_way = True
            await self._turn()
        await super().publish(user, blocks)


async def test_a_page_that_is_turned_while_the_home_is_on_its_way_stays_turned() -> None:
    messenger = Turned()
    async with desk_on(12, messenger) as desk:
        messenger.turns(lambda: desk.opened("UME", ("asked", 1)))
        await desk.opened("UME")
        assert "'home:asked:2'" in str(messenger.homes["UME"])


ODD = "p\u0430yments \u200b" + "e\u0301" + "\u0301" * 9 + " \ufb01n b\u00fccher.example"


async def test_the_worst_that_can_wait_still_fits() -> None:
    """Each entry with everything an entry can have."""
    clock = FakeClock()
    async with memory_store(clock) as store:
        for number in range(PAGE + 1):
            run = a_run(number, "U1")
            rule = Rule(name="r", approvers=("UJ", "UK", "UL"), required=2, version="v")
            given = '{"note": "' + ODD + "x" * 5_000 + '"}'
            call = a_request(run).call.model_copy(update={"arguments": given})
            request = a_request(
                run, rule=rule, call=call, description="d", preview=ODD * 99,
                parameters='{"properties": {"other": {}}}',
            )  # fmt: skip
            await keep(store, run, request)
            asked = Asked(by="UJ", at=1.0, text=ODD)
            await store.approvals.remark(request, asked, once="asked")
            edited = given.replace("note", "more")
            word = Decision(verdict="approved", by="UL", at=2.0, arguments=edited, digest="2" * 64)
            await store.approvals.decide(request, word)
            standing = await store.approvals.find(request.id)
            assert standing is not None
            await store.runs.project(standing)
            mine = a_run(100 + number, "UME")
            await keep(store, mine)
        people = {name: Person(id=name, kind="member") for name in ("UME", "UJ", "U1")}
        directory = MemoryDirectory(people=people, channels={"C1": frozenset(people)})
        delegates = Delegates(store.delegations, store.audit, clock)
        now = clock.now()
        await delegates.begin(Delegation(id="d", by="UJ", to="UME", since=now, until=now + 9))
        blocks = await home_desk(store, directory, clock, command="/ops").draw("UME")
        assert "/ops show a-" in str(blocks)
        assert "/agent" not in str(blocks)
        assert "You decide in the place of <@UJ>." in str(blocks)
        assert len(blocks) > 70
        assert check_view(home(blocks), "home") == []
