"""A proxy that can lose an answer, or a request, at the wrong moment."""

import asyncio
import re
from contextlib import suppress
from pathlib import Path
from typing import Self

from bot.store import script


class Cutter:
    """Stands before the server at `url`, on a socket of its own."""

    def __init__(self, url: str, socket: Path) -> None:
        self._server_socket = url.removeprefix("unix://")
        self._socket = socket
        self._next: tuple[bytes, bool] | None = None
        self._open: set[asyncio.Task[None]] = set()
        self.cuts = 0
        self.down = False
        """Hang up on everybody."""
        self.refusal = b""
        """Answer this to every script instead of handing it on."""

    @property
    def url(self) -> str:
        return f"unix://{self._socket}"

    def cut(self, name: str, *, after: bool) -> None:
        """Hang up when this script comes by: after the server has done it, or before it knows."""
        text = script.plain(name)
        self._next = (text.splitlines()[0].encode(), after)

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_unix_server(self._serve, self._socket)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for task in self._open:
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        task.add_done_callback(self._open.discard)
        to_reader, to_writer = await asyncio.open_unix_connection(self._server_socket)
        with suppress(OSError, asyncio.CancelledError):
            while not self.down and (request := await reader.read(1 << 20)):
                if self.down:
                    break
                if self.refusal and b"EVAL" in request:
                    commands = len(re.findall(rb"(?:^|\r\n)\*\d+\r\n", request))
                    writer.write((b"-" + self.refusal + b"\r\n") * commands)
                    continue
                lost = self._next is not None and self._next[0] in request
                if lost:
                    after = self._next[1]
                    self._next, self.cuts = None, self.cuts + 1
                    if not after:
                        break
                to_writer.write(request)
                answer = await to_reader.read(1 << 20)
                if lost:
                    break
                writer.write(answer)
        writer.close()
        to_writer.close()
