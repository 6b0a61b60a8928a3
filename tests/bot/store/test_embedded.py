"""The server of our own: one for all, nothing lost, nothing left behind."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from redis.asyncio import Redis

from bot.ports import NotRecorded
from bot.store import Store, StoreUnavailable, open_store
from bot.store.embedded import embedded
from bot.store.server_binary import find_server

from .rig import FakeClock, a_place, said

pytestmark = pytest.mark.skipif(find_server() is None, reason="no valkey-server or redis-server")


async def pid_of(url: str) -> int:
    async with Redis.from_url(url) as client:
        return int((await client.info("server"))["process_id"])


def lives(pid: int) -> bool:
    """A zombie whose parent has not looked after it is dead as well."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False


async def answers(store: Store) -> bool:
    try:
        await store.ping()
    except NotRecorded:
        return False
    return True


async def test_what_was_confirmed_is_there_after_a_restart(tmp_path: Path) -> None:
    async with embedded(tmp_path) as url, Redis.from_url(url) as client:
        await client.set("a", "1")
    async with embedded(tmp_path) as url, Redis.from_url(url) as client:
        assert await client.get("a") == b"1"


async def test_starting_at_once_gives_one_server(tmp_path: Path) -> None:
    together = asyncio.Barrier(6)

    async def user() -> int:
        async with embedded(tmp_path) as url:
            pid = await pid_of(url)
            await together.wait()
            return pid

    assert len(set(await asyncio.gather(*(user() for _ in range(6))))) == 1


async def test_the_last_user_ends_it(tmp_path: Path) -> None:
    async with embedded(tmp_path) as url:
        first = embedded(tmp_path)
        await first.__aenter__()
        pid = await pid_of(url)
    assert await pid_of(url) == pid
    await first.__aexit__(None, None, None)
    assert not lives(pid)


async def test_a_server_that_dies_under_its_users_comes_back_with_its_data(tmp_path: Path) -> None:
    async with embedded(tmp_path) as url, open_store(url, clock=FakeClock()) as store:
        place = a_place()
        await store.threads.post(place, said("one"), once="1")
        first = await pid_of(url)
        os.kill(first, signal.SIGKILL)
        async with asyncio.timeout(30):
            while lives(first) or not await answers(store):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        assert await pid_of(url) != first
        async with store.threads.hold(place) as hold:
            assert [entry.text for _, entry in (await hold.read()).inbox] == ["one"]


async def test_a_server_whose_users_crashed_is_adopted(tmp_path: Path) -> None:
    program = (
        "import asyncio, os, sys\n"
        "from pathlib import Path\n"
        "from bot.store.embedded import embedded\n"
        "async def main():\n"
        "    async with embedded(Path(sys.argv[1])):\n"
        "        os._exit(0)\n"
        "asyncio.run(main())\n"
    )
    await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", program, str(tmp_path)], check=True
    )
    socket = f"unix://{tmp_path / 'redis' / 'redis.sock'}"
    pid = await pid_of(socket)
    async with embedded(tmp_path) as url:
        assert await pid_of(url) == pid
    assert not lives(pid)


async def test_a_long_path_gets_a_short_socket(tmp_path: Path) -> None:
    folder = tmp_path / ("long" * 30)
    async with embedded(folder) as url, Redis.from_url(url) as client:
        assert await client.ping()
        assert len(url.removeprefix("unix://")) < 104


async def test_a_program_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match="set REDIS_URL"):
        async with embedded(tmp_path, server=tmp_path / "none"):
            pass


async def test_a_program_that_fails_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match="does not start"):
        async with embedded(tmp_path, server=Path("/bin/false")):
            pass


async def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreUnavailable, match="cannot be used"):
        async with embedded(tmp_path / "file"):
            pass


def test_strangers_cannot_read_it(tmp_path: Path) -> None:
    async def modes() -> list[int]:
        async with embedded(tmp_path) as url:
            socket = Path(url.removeprefix("unix://"))
            return [path.stat().st_mode & 0o077 for path in (socket, socket.parent)]

    assert asyncio.run(modes()) == [0, 0]
