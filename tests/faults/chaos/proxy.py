"""A small TCP proxy between a process and Redis, which can be as bad as any network."""

import asyncio
from contextlib import suppress
from typing import Self

_CHUNK = 1 << 16


class Proxy:
    def __init__(self, host: str, port: int) -> None:
        """`host`, `port`: of the real server."""
        self._target = (host, port)
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.port = 0
        self.delay = 0.0
        """Seconds every piece of data takes longer."""
        self.refuses = False
        """Whether nobody is let through."""
        self.loses_replies = False
        """Whether the server hears everything, and its answer ends the connection instead."""
        self.lost = 0
        """Replies so far that nobody got."""

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def cut(self) -> None:
        """End every connection there is, in the middle of whatever it carries."""
        for writer in self._writers:
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        if self.refuses:
            writer.transport.abort()
            return
        try:
            there, to_there = await asyncio.open_connection(*self._target)
        except OSError:
            writer.transport.abort()
            return
        ends = {writer, to_there}
        self._writers |= ends
        try:
            # Cancelled only when the proxy closes.
            with suppress(OSError, asyncio.CancelledError):
                await self._carry_both(reader, writer, there, to_there)
        finally:
            self._writers -= ends
            for end in ends:
                end.transport.abort()

    async def _carry_both(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        there: asyncio.StreamReader,
        to_there: asyncio.StreamWriter,
    ) -> None:
        """Until either side has ended."""
        ways = {
            asyncio.create_task(self._carry(reader, to_there, replies=False)),
            asyncio.create_task(self._carry(there, writer, replies=True)),
        }
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)

    async def _carry(
        self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, *, replies: bool
    ) -> None:
        while data := await source.read(_CHUNK):
            if self.delay:
                await asyncio.sleep(self.delay)
            if replies and self.loses_replies:
                self.lost += 1
                return
            sink.write(data)
            await sink.drain()
