"""Lists reach as far as they say, however much there is."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot.ports import Change, Message
from bot.records import Call, Command, Person, Place, Request, Rule, Run
from bot.service.lookup.overview import Overview
from bot.store import memory_store
from bot.testing import FakeClock
from bot.testing.directory import MemoryDirectory
from tests.bot.service.looking_up import overview_on

WHO = Command(key="k", user="UME", team="T", channel="C1", text="")
PEOPLE = frozenset({"UME", "U1"})


def a_run(number: int, channel: str) -> tuple[Run, Request]:
    place = Place(channel=channel, thread=f"{number}.5")
    run = Run(
        id=f"run{number}", place=place, requester="U1", agent="Ops", ask=f"ask {number}",
        asked_ts=place.thread, status="waiting", started_at=float(number), updated_at=1.0,
    )  # fmt: skip
    call = Call(
        run=run.id, call_id="c", agent="Ops", tool="restart", arguments="{}",
        digest=f"{number:064x}",
    )  # fmt: skip
    rule = Rule(name="default", approvers=("channel",), version="v")
    request = Request(
        id=f"a{number:04}", place=place, requester="U1", call=call, rule=rule, asked_at=1.0,
        expires_at=2_000_000_000.0 + number,
    )  # fmt: skip
    return run, request


@asynccontextmanager
async def overview(count: int, *, elsewhere: int = 0) -> AsyncIterator[Overview]:
    """On so many runs that wait where this person is, and more where they are not."""
    clock = FakeClock()
    async with memory_store(clock) as store:
        for number in range(count + elsewhere):
            run, request = a_run(number, "C1" if number < count else "C9")
            async with store.threads.hold(run.place) as hold:
                assert hold is not None
                await hold.save(Change(run=run, state="{}", requests=[request]))
        directory = MemoryDirectory(
            people={"UME": Person(id="UME", kind="member")}, channels={"C1": PEOPLE}
        )
        yield overview_on(store, directory, clock)


def ids(message: Message) -> list[str]:
    return re.findall(r"`(a\d{4}|run\d+)`", message.text)


async def test_everything_that_waits_can_be_paged_through() -> None:
    async with overview(405, elsewhere=20) as lists:
        pages = [await lists.pending(page, WHO) for page in range(41)]
        assert [each for page in pages for each in ids(page)] == [f"a{n:04}" for n in range(405)]
        assert "Page 1 of 41, 405 in all; `/agent pending 2` shows another." in pages[0].text
        assert (await lists.pending(99, WHO)).text == pages[-1].text


async def test_a_short_list_has_no_pages() -> None:
    async with overview(2) as lists:
        assert "Page" not in (await lists.pending(0, WHO)).text
        assert "latest" not in (await lists.latest(0, WHO)).text.removeprefix("*Latest runs*")


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (200, "Page 1 of 20, 200 in all; `/agent list 2` shows another."),
        (201, "200 listed; `/agent list 2` shows another. Only the latest 200 runs are looked"),
    ],
)
async def test_a_list_of_runs_says_how_far_it_reaches(count: int, words: str) -> None:
    async with overview(count) as lists:
        assert words in (await lists.latest(0, WHO)).text


async def test_an_empty_list_says_how_far_it_reaches_as_well() -> None:
    async with overview(0, elsewhere=201) as lists:
        nothing = await lists.latest(0, WHO)
        assert "Nothing has been asked of me yet." in str(nothing.blocks[0])
        assert "Only the latest 200 runs are looked through; `/agent show ID` finds" in nothing.text


async def test_what_goes_on_is_found_however_many_runs_came_after_it() -> None:
    async with overview(12, elsewhere=300) as lists:
        pages = [await lists.going_on(page, WHO) for page in (0, 1)]
        assert [each for page in pages for each in ids(page)] == [
            f"run{n}" for n in range(11, -1, -1)
        ]
        assert "Page 1 of 2, 12 in all; `/agent status 2` shows another." in pages[0].text
        assert (await lists.going_on(99, WHO)).text == pages[-1].text


async def test_only_of_what_was_shown_all_is_said_to_be_shown() -> None:
    async with overview(1) as lists:
        for identity, whole in (("a0000", "a0000"), ("a000", "a0000"), ("run0", ""), ("none", "")):
            _, shown = await lists.show(identity, WHO)
            assert (shown.request.id if shown else "") == whole
