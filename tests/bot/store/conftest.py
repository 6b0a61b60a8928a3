"""The servers the store is tested on, and a rig for each kind of store."""

import shutil
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.store import Store

from .rig import Rig, memory_rig, redis_rig


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    binary = shutil.which("redis-server")
    if binary is None:
        pytest.skip("redis-server is not on the PATH")
    folder = tmp_path_factory.mktemp("redis")
    with running(binary, folder, "--appendonly", "yes", "--appendfsync", "always") as url:
        yield url


class running:
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
        deadline = time.monotonic() + 5
        while not self._socket.exists():
            assert time.monotonic() < deadline, "the server did not start"
            time.sleep(0.005)
        return f"unix://{self._socket}"

    def __exit__(self, *_: object) -> None:
        self._server.terminate()
        self._server.wait(5)


@pytest.fixture(params=["memory", pytest.param("redis", marks=pytest.mark.redis)])
async def rig(request: pytest.FixtureRequest) -> AsyncIterator[Rig]:
    match request.param:
        case "memory":
            async with memory_rig() as rig:
                yield rig
        case "redis":
            async with redis_rig(request.getfixturevalue("redis_url")) as rig:
                yield rig


@pytest.fixture
async def store(rig: Rig) -> AsyncIterator[Store]:
    async with rig.open() as store:
        yield store
