"""Stores to test: each kind behind one face, so that one test runs on all of them."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any

from redis.asyncio import Redis

from bot.records import Call, Place, Request, Rule, Run, Said
from bot.store import Store, World, memory_store, open_store

_numbers = count(1)


class FakeClock:
    """A clock that a test moves."""

    def __init__(self, start: float = 1_700_000_000.25) -> None:
        self.time = start

    def now(self) -> float:
        return self.time

    def advance(self, seconds: float) -> None:
        self.time += seconds


@dataclass
class Rig:
    clock: FakeClock
    open: Callable[[], AbstractAsyncContextManager[Store]]
    """One more process on the same data."""
    expire_lease: Callable[[Place], Awaitable[None]]
    """As if the holder had not renewed its lease in time."""
    expire_badge: Callable[[Place], Awaitable[None]]
    """As if the courier had not renewed his."""


@asynccontextmanager
async def memory_rig(world: World | None = None) -> AsyncIterator[Rig]:
    clock, world = FakeClock(), world or World()

    async def expire_lease(place: Place) -> None:
        world.room(place).held = False

    async def expire_badge(place: Place) -> None:
        world.room(place).courier = None

    yield Rig(clock, lambda: memory_store(clock, world=world), expire_lease, expire_badge)


@asynccontextmanager
async def redis_rig(url: str) -> AsyncIterator[Rig]:
    clock = FakeClock()
    async with Redis.from_url(url) as client:
        await client.flushall()

        async def expire_lease(place: Place) -> None:
            assert await client.delete(f"run:{{{place.tag}}}:lease")

        async def expire_badge(place: Place) -> None:
            assert await client.delete(f"run:{{{place.tag}}}:courier")

        yield Rig(clock, lambda: open_store(url, clock=clock), expire_lease, expire_badge)
        await client.flushall()


def a_place() -> Place:
    return Place(channel="C1", thread=f"{next(_numbers)}.5")


def said(text: str) -> Said:
    return Said(user="U1", text=text, ts="1.5")


def a_run(place: Place, *, run: str = "", status: str = "running", started: float = 1.0) -> Run:
    return Run(
        id=run or f"run{next(_numbers)}",
        place=place,
        requester="U1",
        agent="Ops",
        ask="restart it",
        asked_ts="1.5",
        status=status,
        started_at=started,
        updated_at=started,
    )


def a_call(
    run: Run, *, call_id: str = "c1", attempt: int = 1, effect: str = "at_most_once"
) -> Call:
    return Call(
        run=run.id,
        call_id=call_id,
        attempt=attempt,
        agent="Ops",
        tool="restart",
        arguments='{"x":1}',
        digest="d" * 64,
        effect=effect,
    )


def a_request(
    run: Run, call: Call | None = None, *, expires_at: float = 1_700_086_400.0, required: int = 1
) -> Request:
    return Request(
        id=f"ap{next(_numbers)}",
        place=run.place,
        requester="U1",
        call=call or a_call(run),
        rule=Rule(name="default", approvers=("channel",), required=required, version="v1"),
        asked_at=1_700_000_000.0,
        expires_at=expires_at,
    )


async def delivered(store: Store, place: Place) -> list[Any]:
    """Everything that is in the outbox, which is empty now."""
    notices: list[Any] = []
    async with store.outbox.courier(place) as mine:
        due = mine.first if mine else None
        while due is not None:
            notices.append(due.notice)
            due = await mine.next(due.number)
    return notices
