"""A worker whose model takes 50 ms, as a process of its own.

    python -m tests.bench.slow_worker URL

It has the bot's services; what they would say to Slack stays in its memory, so that no stand-in is
in its way. It says that it is ready, begins when a line comes in, and says of each run that it is
done, with what it has had of the processor until then.
"""

import asyncio
import resource
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from bot.app import at_work
from bot.clock import WallClock
from bot.lifetime import asked_to_stop
from bot.policy import Policies
from bot.ports import Message
from bot.records import MessageRef, Person
from bot.service.access.policy_book import PolicyBook
from bot.service.background import Background
from bot.store import Store, open_store
from bot.testing.directory import MemoryDirectory
from bot.testing.messenger import MemoryMessenger
from bot.wiring import Brain, Dependencies, Services, wire
from core import Agent, function_tool
from core.models.interface import Model
from core.models.multi_provider import MultiProvider
from core.testing import ScriptedModel, assistant_message, function_call

THINKS = 0.05
"""Seconds."""
READY, DONE = "ready", "done"
DIRECTORY = MemoryDirectory(
    people={each: Person(id=each, kind="member") for each in ("U1", "U2")},
    channels={"C1": frozenset({"U1", "U2"})},
)


class Slow(Model):
    """Calls the tool once, and says so then."""

    async def get_response(self, **request: Any) -> Any:
        return await (await self._script(request)).get_response(**request)

    async def stream_response(self, **request: Any) -> Any:
        async for event in (await self._script(request)).stream_response(**request):
            yield event

    @staticmethod
    async def _script(request: dict[str, Any]) -> ScriptedModel:
        await asyncio.sleep(THINKS)
        items = request["input"]
        ran = any(not isinstance(i, str) and i.get("type") == "function_call_output" for i in items)
        return ScriptedModel(
            [[assistant_message(DONE) if ran else function_call("act", {}, call_id="c")]]
        )


@function_tool(needs_approval=True)
async def act() -> str:
    """Act."""
    return "acted"


class Channel(MemoryMessenger):
    """Has the cards that were posted by other processes as well."""

    async def update(self, ref: MessageRef, message: Message) -> None:
        self.messages.setdefault(ref, message)
        await super().update(ref, message)


@asynccontextmanager
async def serving(url: str, channel: Channel) -> AsyncIterator[tuple[Store, Services]]:
    """Everything a worker needs, before it begins."""
    agent = Agent[Any](name="Ops", model=Slow(), tools=[act])
    clock = WallClock()
    async with open_store(url, clock=clock) as store, Background() as background:
        deps = Dependencies(
            store=store,
            messenger=channel,
            directory=DIRECTORY,
            bot_user="UBOT",
            brain=Brain(agent, MultiProvider(), PolicyBook(Policies.of())),
            background=background,
            clock=clock,
            command="/agent",
        )
        yield store, wire(deps)


async def work(url: str) -> None:
    def heard(_: MessageRef, message: Message) -> None:
        if message.text == DONE:
            print(DONE, used(), flush=True)

    async with serving(url, Channel(watch=heard)) as (store, services):
        print(READY, flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        async with at_work(store, services):
            with asked_to_stop(on_hangup=lambda: None) as stop:
                await stop.wait()


def used() -> float:
    """Seconds this process has had of the processor."""
    mine = resource.getrusage(resource.RUSAGE_SELF)
    return mine.ru_utime + mine.ru_stime


if __name__ == "__main__":
    asyncio.run(work(sys.argv[1]))
