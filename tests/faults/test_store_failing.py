"""The store is away, or has lost something: nothing is reported that is not so, and what was kept
is done once it can be."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

from bot.playground.faults import Fault
from bot.ports import NotRecorded
from bot.records import Errand
from bot.store import Store, World, memory_store, open_store
from bot.testing import FakeClock, Trial
from core import function_tool
from core.testing import function_call
from tests.flows.ops import Ops, deploy, says, until
from tests.flows.outside.processes import RedisServer

needs_redis = pytest.mark.skipif(
    shutil.which("redis-server") is None, reason="redis-server is not on the PATH"
)


def outage(trial: Trial, away: bool) -> None:
    """The store answers no process any more, or all of them again."""
    for link in trial._links:
        link.outage = away


async def test_a_click_that_cannot_be_stored_is_said_to_have_changed_nothing() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent()) as trial:
        mira, jonas = trial.person("mira"), trial.person("jonas")
        asked = await mira.asks("deploy")
        card = await trial.card()
        await trial.settled()
        outage(trial, True)
        await jonas.clicks(card, "Approve")
        await trial.whisper(jonas, "could *not be recorded*")
        await jonas.types("/agent pending")
        await trial.slack.wait_for(lambda _: len(jonas.told) == 2)
        await mira.asks("hello?", thread=asked.ts)
        await trial.whisper(mira, "could *not be recorded*")
        outage(trial, False)
        await trial.pick_up()
        await trial.settled()
        assert ops.ran == []
        await jonas.clicks(card, "Approve")
        await trial.message("It is live.")
        assert ops.ran == ["prod"]


async def test_what_could_not_be_recorded_is_told_in_the_thread() -> None:
    ops = Ops([deploy("prod")])
    async with Trial(ops.agent()) as trial:
        mira, jonas = trial.person("mira"), trial.person("jonas")
        asked = await mira.asks("deploy")
        card = await trial.card()
        await trial.settled()
        outage(trial, True)
        await jonas.clicks(card, "Approve")
        told = await trial.whisper(jonas, "could *not be recorded*")
        await mira.asks("hello?", thread=asked.ts)
        answer = await trial.whisper(mira, "could *not be recorded*")
        assert told.thread_ts == answer.thread_ts == asked.ts


class Unheard:
    """Records what people do, and its answers get lost."""

    def __init__(self, port: Any) -> None:
        self._port = port
        self.silent = False

    async def post(self, *given: Any, **more: Any) -> bool:
        return self._lost(await self._port.post(*given, **more))

    async def keep(self, errand: Errand) -> bool:
        return self._lost(await self._port.keep(errand))

    async def heard(self, *given: Any, **more: Any) -> bool:
        return self._lost(await self._port.heard(*given, **more))

    def _lost(self, answer: bool) -> bool:
        if self.silent:
            raise NotRecorded("there is no answer", maybe=True)
        return answer

    def __getattr__(self, name: str) -> Any:
        return getattr(self._port, name)


async def test_what_may_have_been_recorded_is_not_said_to_have_changed_nothing() -> None:
    ports: list[Unheard] = []

    @asynccontextmanager
    async def opened(clock: FakeClock) -> AsyncIterator[Store]:
        async with memory_store(clock, world=World()) as store:
            ports.extend((Unheard(store.threads), Unheard(store.errands)))
            threads, errands = ports
            yield replace(store, threads=threads, errands=errands)

    ops = Ops([deploy("prod")], says("It is live."), says("Hello."))
    async with Trial(ops.agent(), open_store=opened) as trial:
        mira, jonas = trial.person("mira"), trial.person("jonas")
        asked = await mira.asks("deploy")
        card = await trial.card()
        for port in ports:
            port.silent = True
        await jonas.clicks(card, "Approve")
        await trial.whisper(jonas, "Look at the card or the thread before you try again")
        await mira.asks("hello?", thread=asked.ts)
        await trial.whisper(mira, "Look at the card or the thread before you try again")
        assert not any("nothing has changed" in text for text in (*jonas.told, *mira.told))
        await trial.pick_up()
        await trial.message("It is live.")
        assert ops.ran == ["prod"]


class Twin(Unheard):
    """What is posted here fails, and was posted by another process."""

    async def heard(self, *given: Any, **more: Any) -> bool:
        return bool(await self._port.heard(*given, **more))


async def test_nobody_apologises_for_a_message_that_another_process_has_recorded() -> None:
    ports: list[Twin] = []

    @asynccontextmanager
    async def opened(clock: FakeClock) -> AsyncIterator[Store]:
        async with memory_store(clock, world=World()) as store:
            ports.append(Twin(store.threads))
            yield replace(store, threads=ports[0])

    async with Trial(Ops(says("Hello.")).agent(), open_store=opened) as trial:
        mira = trial.person("mira")
        ports[0].silent = True
        await mira.asks("hello?")
        await trial.settled()
        await trial.pick_up()
        await trial.message("Hello.")
        assert mira.told == []


class Hanging(Unheard):
    """Takes nothing, and does not answer whoever asks again."""

    async def heard(self, *given: Any, **more: Any) -> bool:
        await asyncio.Event().wait()
        raise AssertionError("nothing ever happens here")


async def test_a_store_that_hangs_keeps_nobody_from_hearing_that_it_failed() -> None:
    @asynccontextmanager
    async def opened(clock: FakeClock) -> AsyncIterator[Store]:
        async with memory_store(clock, world=World()) as store:
            threads = Hanging(store.threads)
            threads.silent = True
            yield replace(store, threads=threads)

    async with Trial(Ops(says("Hello.")).agent(), open_store=opened) as trial:
        mira = trial.person("mira")
        await mira.asks("hello?")
        await trial.whisper(mira, "could *not confirm* that this was recorded")


async def test_whoever_said_nothing_is_greeted_when_the_store_is_back_at_once() -> None:
    async with Trial(Ops().agent()) as trial:
        mira = trial.person("mira")
        outage(trial, True)
        await mira.asks("")
        await trial.slack.settled()
        outage(trial, False)
        await trial.message("What can I do for you?")
        await trial.settled()
        assert sum("What can I do" in each.shown for each in trial.slack.messages) == 1
        assert mira.told == []


async def test_a_click_that_is_stored_but_not_acted_on_counts_afterwards_and_says_so() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with Trial(ops.agent()) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        await trial.settled()
        jonas = trial.person("jonas")
        await trial.restart()
        trial.slack.faults.add(Fault(method="users.info", delay=0.1))
        await jonas.clicks(card, "Approve")
        outage(trial, True)
        await trial.whisper(jonas, "nobody needs to repeat it")
        outage(trial, False)
        await trial.settled()
        await trial.pick_up()
        await trial.message("It is live.")
        assert ops.ran == ["prod"]


async def test_an_outage_while_a_tool_runs_repeats_nothing() -> None:
    ran: list[int] = []
    ops = Ops([function_call("act", {}, call_id="call_1")], says("It is live."))

    async with Trial(ops.agent()) as trial:

        @function_tool(needs_approval=True)
        async def act() -> str:
            """Do it."""
            ran.append(1)
            outage(trial, True)
            return "done"

        trial._brain.agent.tools.append(act)
        await trial.person("mira").asks("act")
        await trial.person("jonas").clicks(await trial.card("act"), "Approve")
        await until(lambda: ran)
        await asyncio.sleep(0.05)
        outage(trial, False)
        await trial.pick_up()
        card = await trial.card("may have run", button="Mark as done")
        assert ran == [1]
        await trial.person("jonas").clicks(card, "Mark as done")
        await trial.message("It is live.")
        assert ran == [1]
        assert ops.faults == []


@pytest.fixture
def server(tmp_path: Path) -> RedisServer:
    return RedisServer(tmp_path)


@asynccontextmanager
async def on_redis(server: RedisServer, ops: Ops) -> AsyncIterator[tuple[Trial, Redis]]:
    server.start()
    try:
        async with (
            Redis.from_url(server.url) as redis,
            Trial(
                ops.agent(), open_store=lambda clock: open_store(server.url, clock=clock)
            ) as trial,
        ):
            yield trial, redis
    finally:
        server.stop()


async def keys(redis: Redis, pattern: str) -> list[bytes]:
    return [key async for key in redis.scan_iter(pattern)]


@needs_redis
async def test_a_card_whose_record_is_gone_runs_nothing_and_says_so(server: RedisServer) -> None:
    ops = Ops([deploy("prod")])
    async with on_redis(server, ops) as (trial, redis):
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        await trial.settled()
        await redis.flushall()
        jonas = trial.person("jonas")
        await jonas.clicks(card, "Approve")
        await trial.whisper(jonas, "Nothing was run")
        await trial.slack.wait_for(lambda _: not trial.now(card).controls)
        await jonas.types("/agent pending")
        await trial.whisper(jonas, "Nothing waits")
        assert ops.ran == []


@needs_redis
async def test_a_run_whose_state_is_gone_runs_nothing_and_the_thread_goes_on(
    server: RedisServer,
) -> None:
    ops = Ops([deploy("prod")], says("Hello."))
    async with on_redis(server, ops) as (trial, redis):
        asked = await trial.person("mira").asks("deploy")
        card = await trial.card()
        await trial.settled()
        assert await redis.delete(*await keys(redis, "run:*:state*"))
        await trial.person("jonas").clicks(card, "Approve")
        await trial.message("did not run")
        await trial.slack.wait_for(lambda _: "did not run" in trial.now(card).shown)
        assert ops.ran == []
        await trial.person("mira").asks("hello", thread=asked.ts)
        await trial.message("Hello.")
        assert ops.faults == []


@needs_redis
async def test_unreadable_items_of_a_conversation_are_skipped(server: RedisServer) -> None:
    ops = Ops(says("One."), says("Two."))
    async with on_redis(server, ops) as (trial, redis):
        asked = await trial.person("mira").asks("first")
        await trial.message("One.")
        await trial.settled()
        (history,) = await keys(redis, "run:*:history")
        await redis.lpush(history, "not json")
        await redis.rpush(history, b"\xff", "not json", "[]", '"text"', "null")
        await trial.person("mira").asks("second", thread=asked.ts)
        await trial.message("Two.")
        assert ops.heard[-1] == ["first", "second"]


@needs_redis
async def test_scripts_that_redis_has_forgotten_are_sent_again(server: RedisServer) -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with on_redis(server, ops) as (trial, redis):
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        await redis.script_flush()
        await trial.person("jonas").clicks(card, "Approve")
        await trial.message("It is live.")
        assert ops.ran == ["prod"]


@needs_redis
async def test_every_key_of_a_thread_is_in_one_slot_and_ends_some_day(server: RedisServer) -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    async with on_redis(server, ops) as (trial, redis):
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        await trial.settled()
        await trial.person("jonas").clicks(card, "Approve")
        await trial.message("It is live.")
        await trial.settled()
        found = await keys(redis, "run:*")
        assert len({key.partition(b"}")[0] for key in found}) == 1
        for key in found:
            assert await redis.pttl(key) > 0, key
