"""How long from a click until the approved tool starts, and how much of it is Slack's.

    python -m tests.bench.bench_click [--rounds 20] [--awake]

The bot is `signoff serve` in a process of its own, on a real redis-server and on its embedded one,
both of which sync every write; Slack's and the model's stand-ins are in this one. Measured from the
moment the click's HTTP request leaves to the first line of the tool, with Slack's Web API answering
at once and after 100 ms in turns. A last pass listens in on the line to Redis and names the round
trips.

On a machine that has nothing else to do the processor sleeps while somebody reads a card, and wakes
slowly: with `--awake` something of the lowest priority keeps it from that. (Linux weighs sessions
against each other: the embedded server has one of its own, and has to wait for it.)
"""

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from bot.playground.delivery import Answer, Outgoing, RequestUrl, Retry, sign
from tests.bench.line import Trip, line_to
from tests.flows.outside.model_server import calls, says
from tests.flows.outside.processes import Outside, outside

SLOW = 0.1
"""Seconds a call of Slack's Web API takes."""
WARM = 2
"""Rounds that do not count."""
REST = 0.1
"""Seconds in which the bot comes to rest before a click, as it does while somebody reads a card."""

AGENT = '''
import os, time
from pathlib import Path
from core import Agent, function_tool

STARTED = os.open(Path(__file__).parent / "started", os.O_WRONLY | os.O_CREAT | os.O_APPEND)

@function_tool(needs_approval=True)
async def act(number: int) -> str:
    """Act."""
    now = time.monotonic_ns(), time.process_time_ns()
    os.write(STARTED, b"%d %d\\n" % now)
    return "done"

agent = Agent(name="Ops", instructions="Help.", tools=[act])
'''
POLICY = """[[policy]]
tools = ["*"]
approvers = ["U0JONAS"]
"""
JOURNAL = {"decide", "take", "read", "begin"}
"""Scripts."""
WAITED_FOR = JOURNAL | {"keep_errand", "GET", "HGETALL"}
"""What stands between a click and its call; everything else goes on beside it."""


@dataclass
class Sender:
    """Slack's side of the request URL; it knows when the last click left."""

    url: RequestUrl
    bot: int
    """The clock of the processor time of the bot's process."""
    left: int = 0
    """On the monotonic clock, in ns."""
    acknowledged: int = 0
    used: int = 0
    """Processor time of the bot before the click, in ns."""
    connections: list[asyncio.StreamWriter] = field(default_factory=list)
    """Left open, as Slack leaves them."""

    @property
    def name(self) -> str:
        return self.url.name

    async def send(self, outgoing: Outgoing, retry: Retry | None, *, within: float) -> Answer:
        if outgoing.kind != "interactive":
            return await self.url.send(outgoing, retry, within=within)
        where = urlsplit(self.url.url)
        kind, body = outgoing.http()
        now = str(int(time.time()))
        lines = [
            f"POST {where.path} HTTP/1.1",
            f"Host: {where.netloc}",
            f"Content-Type: {kind}",
            f"Content-Length: {len(body)}",
            f"X-Slack-Request-Timestamp: {now}",
            f"X-Slack-Signature: {sign(self.url.secret(), now, body)}",
        ]
        request = "\r\n".join(lines).encode() + b"\r\n\r\n" + body
        reader, writer = await asyncio.open_connection(where.hostname, where.port)
        self.used = time.clock_gettime_ns(self.bot)
        self.left = time.monotonic_ns()
        writer.write(request)
        status = int((await reader.readline()).split()[1])
        self.acknowledged = time.monotonic_ns()
        await reader.readuntil(b"\r\n\r\n")
        self.connections.append(writer)
        return Answer(status=status, front_end=self.name)


def _processor_clock(pid: int) -> int:
    """Of another process, as Linux numbers such clocks."""
    return (~pid << 3) | 2


@dataclass(frozen=True)
class Click:
    left: int
    """On the monotonic clock, in ns."""
    started: int
    took: float
    """Milliseconds until the tool started."""
    used: float
    """Milliseconds of processor time the bot took for that."""
    acknowledged: float
    """Milliseconds."""


class Bench:
    def __init__(self, here: Outside) -> None:
        self._here = here
        self._number = 0

    @asynccontextmanager
    async def bot(self, **environment: str) -> AsyncIterator[Sender]:
        """`signoff serve`; everything is delivered to it while the context lasts."""
        bot = await self._here.front(**environment)
        front_ends = self._here.slack.courier.request_urls
        (url,) = front_ends
        assert isinstance(url, RequestUrl)
        sender = Sender(url, _processor_clock(bot.popen.pid))
        front_ends[:] = [sender]
        yield sender
        front_ends.clear()
        for connection in sender.connections:
            connection.close()
        bot.ask_to_stop()
        await bot.ended()

    async def click(self, sender: Sender, latency: float) -> Click:
        """One run, from the question to the answer."""
        here, number = self._here, self._number
        self._number += 1
        here.slack.faults.clear()
        here.model.will(
            calls(("act", {"number": number}, f"call_{number}")), says(f"finished {number}.")
        )
        asked = await here.asks(f"act {number}")
        card = await here.slack.wait_for_message(button="Approve", thread_ts=asked.ts)
        await asyncio.sleep(REST)
        if latency:
            here.slack.faults.slow("*", latency)
        await here.slack.person("jonas").clicks(card, "Approve")
        await here.message(f"finished {number}.")
        await asyncio.sleep(REST)
        lines = (here.folder / "started").read_text().splitlines()
        assert len(lines) == self._number, "the tool ran once for each click"
        started, used = map(int, lines[-1].split())
        return Click(
            sender.left,
            started,
            took=(started - sender.left) / 1e6,
            used=(used - sender.used) / 1e6,
            acknowledged=(sender.acknowledged - sender.left) / 1e6,
        )


async def measure(bench: Bench, rounds: int, name: str, **environment: str) -> None:
    found: dict[float, list[Click]] = {0.0: [], SLOW: []}
    async with bench.bot(**environment) as sender:
        for number in range(WARM + rounds):
            for latency, clicks in found.items():
                clicked = await bench.click(sender, latency)
                if number >= WARM:
                    clicks.append(clicked)
    fast, slow = (_told(name, *each) for each in found.items())
    print(f"{name:10} ratio {slow / fast:.2f}")


def _told(name: str, latency: float, clicks: list[Click]) -> float:
    """The median."""
    took = [each.took for each in clicks]
    median = statistics.median(took)
    late = statistics.quantiles(took, n=20)[-1]
    acknowledged = statistics.median(each.acknowledged for each in clicks)
    used = statistics.median(each.used for each in clicks)
    print(
        f"{name:10} Slack at {latency * 1000:3.0f} ms: median {median:6.2f} ms, "
        f"95 % {late:6.2f} ms; processor {used:5.2f} ms; acknowledged {acknowledged:5.2f} ms"
    )
    return median


async def listen(bench: Bench, redis: str) -> None:
    """Name the round trips, with what goes on beside the click's way in brackets."""
    where = urlsplit(redis)
    assert where.hostname
    assert where.port
    async with (
        line_to(where.hostname, where.port) as line,
        bench.bot(REDIS_URL=line.url) as sender,
    ):
        for _ in range(WARM):
            clicked = await bench.click(sender, 0.0)
        trips = line.between(clicked.left, clicked.started)
    way = [each for each in trips if _is_waited_for(each)]
    journal = [each for each in way if JOURNAL & set(each.name.split("+"))]
    print(f"round trips {len(way)}, of the journal {len(journal)}: ", end="")
    print(", ".join(each.name if each in way else f"({each.name})" for each in trips))


def _is_waited_for(trip: Trip) -> bool:
    return bool(WAITED_FOR & set(trip.name.split("+"))) and "SET" not in trip.name.split("+")


@contextmanager
def kept_awake() -> Iterator[None]:
    """One busy loop for each core, which everything else goes before."""
    loop = ["nice", "-n", "19", sys.executable, "-c", "while True: pass"]
    busy = [subprocess.Popen(loop) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for each in busy:
            each.kill()
            each.wait()


async def main(rounds: int, *, awake: bool) -> None:
    print(f"load {os.getloadavg()[0]:.2f}{', kept awake' if awake else ''}")
    async with AsyncExitStack() as stack:
        if awake:
            stack.enter_context(kept_awake())
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        config = folder / "bot.toml"
        config.write_text(POLICY)
        here = await stack.enter_async_context(outside(folder, agent=AGENT, BOT_CONFIG=str(config)))
        bench = Bench(here)
        await measure(bench, rounds, "redis", REDIS_URL=here.redis.url)
        await measure(bench, rounds, "embedded", REDIS_URL="")
        await listen(bench, here.redis.url)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--awake", action="store_true", help="keep the processor from sleeping")
    given = parser.parse_args()
    asyncio.run(main(given.rounds, awake=given.awake))
