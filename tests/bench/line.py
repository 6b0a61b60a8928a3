"""A line to Redis that listens in: which round trips were made, and when."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from bot.store import script
from tests.bench.protocol import commands

_CHUNK = 1 << 16


@dataclass
class Trip:
    """What was sent in one go, and when the answer to it began."""

    began: int
    """On the monotonic clock, in ns."""
    sent: bytes = b""
    ended: int = 0

    @property
    def name(self) -> str:
        """Its commands; a script goes by the name of its file."""
        return "+".join(_name(command) for command in commands(self.sent))


@dataclass
class Line:
    url: str = ""
    trips: list[Trip] = field(default_factory=list)

    def between(self, began: int, ended: int) -> list[Trip]:
        """Those that began within."""
        return [each for each in self.trips if began <= each.began < ended]


@asynccontextmanager
async def line_to(host: str, port: int) -> AsyncIterator[Line]:
    line = Line()
    tasks: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, to_there = await asyncio.open_connection(host, port)
        under_way: list[Trip] = []
        ways = {
            asyncio.create_task(_requests(reader, to_there, line, under_way)),
            asyncio.create_task(_answers(there, writer, under_way)),
        }
        tasks.update(ways)
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for way in ways:
            way.cancel()
        for end in (writer, to_there):
            end.transport.abort()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    line.url = f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}/0"
    try:
        yield line
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _requests(
    source: asyncio.StreamReader, sink: asyncio.StreamWriter, line: Line, under_way: list[Trip]
) -> None:
    """What comes before an answer to it belongs to one trip, however many pieces it has."""
    with suppress(OSError):
        while data := await source.read(_CHUNK):
            if not under_way:
                under_way.append(Trip(time.monotonic_ns()))
                line.trips.append(under_way[0])
            under_way[0].sent += data
            sink.write(data)


async def _answers(
    source: asyncio.StreamReader, sink: asyncio.StreamWriter, under_way: list[Trip]
) -> None:
    with suppress(OSError):
        while data := await source.read(_CHUNK):
            if under_way:
                under_way.pop().ended = time.monotonic_ns()
            sink.write(data)


def _name(command: list[bytes]) -> str:
    if command[0] != b"EVAL":
        return command[0].decode()
    text = command[1].decode()
    return next((name for name, body in _scripts().items() if body in text), "EVAL")


@cache
def _scripts() -> dict[str, str]:
    folder = files("bot.store") / "scripts"
    names = {each.name.removesuffix(".lua") for each in folder.iterdir()}
    return {name: script.text(name) for name in sorted(names - {"thread", "keeping", "once"})}
