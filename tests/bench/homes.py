"""Stores in which very much waits, goes on or has ended, and who looks at them."""

import asyncio
from dataclasses import dataclass

from redis.asyncio import Redis

from bot.ports import Change
from bot.records import Call, Command, Person, Place, Request, Rule, Run
from bot.service.lookup.homes import HomeDesk
from bot.service.lookup.overview import Overview
from bot.store import Store
from bot.testing import FakeClock
from bot.testing.directory import MemoryDirectory
from tests.bot.service.looking_up import home_desk, overview_on

USER = "UME"
CHANNELS = 20
AT_ONCE = 50
"""Threads in work."""
_EVERYBODY = frozenset({USER, *(f"U{number}" for number in range(50))})
_APPROVERS = (("channel",), ("S1", "S2"), (USER, "U2"))
_BEGAN = 1_700_000_000.0


@dataclass(frozen=True)
class Reading:
    """What this person looks at."""

    desk: HomeDesk
    overview: Overview

    async def home(self) -> list[str]:
        """Its headings."""
        blocks = await self.desk.draw(USER)
        return [each["text"]["text"] for each in blocks if each["type"] == "header"]

    async def status(self) -> str:
        who = Command(key="k", user=USER, team="T", channel="C0", text="")
        return (await self.overview.going_on(0, who)).text


def reading(store: Store, clock: FakeClock) -> Reading:
    directory = MemoryDirectory(
        people={USER: Person(id=USER, kind="member")},
        channels={f"C{number}": _EVERYBODY for number in range(CHANNELS)},
        groups={"S1": _EVERYBODY, "S2": _EVERYBODY},
    )
    return Reading(home_desk(store, directory, clock), overview_on(store, directory, clock))


@dataclass(frozen=True)
class Traffic:
    """Of a Redis server, its scripts included."""

    commands: int
    sent: int
    """Bytes."""

    def __sub__(self, before: "Traffic") -> "Traffic":
        return Traffic(self.commands - before.commands, self.sent - before.sent)


async def traffic(client: Redis) -> Traffic:
    """Until now."""
    told = await client.info("stats")
    return Traffic(told["total_commands_processed"], told["total_net_output_bytes"])


async def waits(store: Store, count: int) -> None:
    """So many requests of others for this person."""
    await _each(store, [(_run(n, "waiting"), _request(n)) for n in range(count)])


async def goes_on(store: Store, count: int) -> None:
    """So many runs of this person."""
    await _each(store, [(_run(n, "running", USER), None) for n in range(count)])


async def ended(store: Store, count: int) -> None:
    """So many runs of others, later than all the rest."""
    await _each(store, [(_run(count + n, "done"), None) for n in range(count)])


async def _each(store: Store, all_of_them: list[tuple[Run, Request | None]]) -> None:
    for first in range(0, len(all_of_them), AT_ONCE):
        page = all_of_them[first : first + AT_ONCE]
        await asyncio.gather(*(_kept(store, *each) for each in page))


async def _kept(store: Store, run: Run, request: Request | None) -> None:
    requests = [request] if request else []
    async with store.threads.hold(run.place) as hold:
        assert hold is not None
        await hold.save(Change(run=run, state="{}", requests=requests))


def _run(number: int, status: str, requester: str = "") -> Run:
    place = Place(channel=f"C{number % CHANNELS}", thread=f"{number}.{len(status)}")
    return Run(
        id=f"{status}{number}",
        place=place,
        requester=requester or f"U{number % 50}",
        agent="Ops",
        ask="restart it",
        asked_ts=place.thread,
        status=status,
        started_at=_BEGAN + number,
        updated_at=_BEGAN + number,
    )


def _request(number: int) -> Request:
    run = _run(number, "waiting")
    call = Call(
        run=run.id,
        call_id="c",
        agent="Ops",
        tool="restart",
        arguments='{"service":"payments","env":"prod"}',
        digest=f"{number:064x}",
    )
    rule = Rule(name="policy 1", approvers=_APPROVERS[number % 3], version="v")
    return Request(
        id=f"approval{number}",
        place=run.place,
        requester=run.requester,
        call=call,
        rule=rule,
        asked_at=1.0,
        expires_at=2_000_000_000.0 + number,
    )
