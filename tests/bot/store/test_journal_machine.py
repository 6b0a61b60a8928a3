"""Any order of decisions, deadlines, starts, ends and lost leases, on the store in memory and on a
real server side by side: both answer the same, and no call of an approval runs twice."""

import asyncio
from contextlib import AsyncExitStack
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from bot.ports import Change, Hold, LeaseLost
from bot.records import Approval, Decision, Request
from bot.store.connection import connect
from bot.store.database import Database
from bot.store.journal import RedisApprovals
from bot.store.memory import MemoryApprovals, MemoryThreads, World
from bot.store.threads import RedisThreads

from .rig import FakeClock, Rig, a_call, a_place, a_request, a_run, memory_rig, redis_rig

pytestmark = pytest.mark.redis

PEOPLE = st.sampled_from(["U1", "U2", "U3"])
HOLDERS = st.integers(0, 3)


class Side(NamedTuple):
    threads: Any
    approvals: Any
    rig: Rig


class Journal(RuleBasedStateMachine):
    """One approval, two people needed; holders come and go."""

    url: str

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.stack = AsyncExitStack()
        self.sides = self.runner.run(self._open())
        place = a_place()
        run = a_run(place)
        self.request: Request = a_request(run, a_call(run), required=2)
        self.holds: list[list[Hold]] = [[], []]
        self.gone = 0
        self.runner.run(self._request(run))

    async def _open(self) -> list[Side]:
        clock, world = FakeClock(), World()
        connection = await self.stack.enter_async_context(connect(self.url))
        database = Database(connection, clock)
        redis = await self.stack.enter_async_context(redis_rig(self.url))
        memory = await self.stack.enter_async_context(memory_rig(world))
        return [
            Side(MemoryThreads(world, clock), MemoryApprovals(world, clock), memory),
            Side(RedisThreads(database), RedisApprovals(database), redis),
        ]

    async def _request(self, run: Any) -> None:
        for side in self.sides:
            async with side.threads.hold(self.request.place) as hold:
                await hold.save(Change(run=run, requests=[self.request]))

    def both(self, *answers: Any) -> Any:
        """What both stores answer; it must be the same."""

        async def collect() -> list[Any]:
            return [await _answer(each) for each in answers]

        memory, redis = self.runner.run(collect())
        assert memory == redis
        return memory

    @rule(
        by=PEOPLE, verdict=st.sampled_from(["approved", "approved", "rejected"]), late=st.booleans()
    )
    def decide(self, by: str, verdict: str, late: bool) -> None:
        at = self.request.expires_at if late else self.request.asked_at
        word = Decision(verdict=verdict, by=by, at=at)
        self.both(*(side.approvals.decide(self.request, word) for side in self.sides))

    @rule(due=st.sampled_from([False, False, False, True]))
    def expire(self, due: bool) -> None:
        now = self.request.expires_at if due else self.request.asked_at
        self.both(*(side.approvals.expire(self.request, now) for side in self.sides))

    @rule(status=st.sampled_from(["done", "failed", "superseded"]), by=PEOPLE)
    def settle(self, status: str, by: str) -> None:
        self.both(
            *(side.approvals.settle(self.request, status=status, by=by) for side in self.sides)
        )

    @rule()
    def take(self) -> None:
        """A new holder; the one before has lost its lease."""

        async def take() -> None:
            for side, holds in zip(self.sides, self.holds, strict=True):
                if holds:
                    await side.rig.expire_lease(self.request.place)
                held = side.threads.hold(self.request.place)
                holds.append(await self.stack.enter_async_context(held))

        self.runner.run(take())

    @precondition(lambda self: self.holds[0])
    @rule(back=HOLDERS)
    def begin(self, back: int) -> None:
        begun = self.both(
            *(_nth(holds, back).begin(self.request.call, gated=True) for holds in self.holds)
        )
        if begun is not LeaseLost and begun.verdict == "go":
            self.gone += 1

    @precondition(lambda self: self.holds[0])
    @rule(back=HOLDERS, failed=st.booleans())
    def finish(self, back: int, failed: bool) -> None:
        ending = (
            _nth(holds, back).finish(self.request.call, f"by {back}", failed=failed)
            for holds in self.holds
        )
        self.both(*ending)

    @invariant()
    def it_runs_once_and_only_with_two_approvals(self) -> None:
        approval: Approval = self.both(
            *(side.approvals.find(self.request.id) for side in self.sides)
        )
        assert self.gone <= 1
        if self.gone:
            assert [each.verdict for each in approval.decisions] == ["approved", "approved"]
            assert len({each.by for each in approval.decisions}) == 2
        if approval.status in ("started", "in_doubt"):
            assert self.gone == 1

    @invariant()
    def both_threads_look_alike(self) -> None:
        if self.holds[0]:
            self.both(*(holds[-1].read() for holds in self.holds))

    def teardown(self) -> None:
        self.runner.run(self.stack.aclose())
        self.runner.close()


def _nth(holds: list[Hold], back: int) -> Hold:
    return holds[max(len(holds) - 1 - back, 0)]


async def _answer(asked: Any) -> Any:
    try:
        return await asked
    except LeaseLost:
        return LeaseLost


def test_both_stores_agree_and_no_call_runs_twice(redis_url: str) -> None:
    Journal.url = redis_url
    run_state_machine_as_test(
        Journal,
        settings=settings(
            max_examples=8,
            stateful_step_count=15,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
