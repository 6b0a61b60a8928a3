"""The store on a cluster, behind sentinels, and on a server that syncs every second."""

import asyncio
import shutil
import socket
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path

import pytest
from redis.asyncio import Redis

from bot.ports import Begun, Change, NotRecorded
from bot.records import Decision, NoteDue, Place
from bot.store import Store, open_store
from bot.store.confirmation import AtOnce, Replicated
from bot.store.connection import connect
from bot.store.server_binary import find_server
from bot.store.vigil import Vigil, vigil
from tests.flows.ops import until as eventually

from .conftest import Running
from .rig import FakeClock, a_place, a_request, a_run, said

pytestmark = [
    pytest.mark.redis,
    pytest.mark.skipif(
        shutil.which("redis-server") is None, reason="redis-server is not on the PATH"
    ),
]


def free_port() -> int:
    """Low enough that a cluster's second port, 10000 above, is one."""
    while True:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = int(probe.getsockname()[1])
        if port < 55_000:
            return port


@contextmanager
def server(folder: Path, *options: str) -> Iterator[int]:
    """A Redis on a port of its own."""
    port = free_port()
    command = ["redis-server", "--port", str(port), "--save", "", "--dir", str(folder), *options]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        yield port
    finally:
        process.terminate()
        process.wait(5)


async def until(port: int, command: str, wanted: str) -> None:
    async with asyncio.timeout(30), Redis(port=port) as client:
        while True:
            try:
                if wanted in str(await client.execute_command(command)):
                    return
            except ConnectionError:
                pass
            await asyncio.sleep(0.01)


@pytest.fixture(scope="module")
def cluster_port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    options = ("--cluster-enabled", "yes", "--cluster-node-timeout", "500")
    with server(tmp_path_factory.mktemp("cluster"), *options) as port:

        async def form() -> None:
            await until(port, "PING", "")
            async with Redis(port=port) as client:
                await client.execute_command("CLUSTER", "ADDSLOTSRANGE", 0, 16383)
            await until(port, "CLUSTER INFO", "'cluster_state': 'ok'")

        asyncio.run(form())
        yield port


@pytest.fixture(scope="module")
def sentinel_port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    folder = tmp_path_factory.mktemp("sentinel")
    with server(folder, "--appendonly", "yes", "--appendfsync", "always") as primary:
        config = folder / "sentinel.conf"
        config.write_text(f"sentinel monitor prime 127.0.0.1 {primary} 1\n")
        port = free_port()
        process = subprocess.Popen(
            ["redis-server", str(config), "--sentinel", "--port", str(port), "--dir", str(folder)],
            stdout=subprocess.DEVNULL,
        )
        try:
            asyncio.run(until(primary, "PING", ""))
            asyncio.run(until(port, "PING", ""))
            yield port
        finally:
            process.terminate()
            process.wait(5)


async def journey(store: Store, other: Store) -> None:
    """From a message to a call that ran once, through every adapter."""
    place = a_place()
    run = a_run(place)
    request = a_request(run)
    woken: asyncio.Queue[Place] = asyncio.Queue()

    async def on_wake(place: Place) -> None:
        woken.put_nowait(place)

    async def on_deadline(approval: str) -> None:
        raise NotImplementedError

    assert await store.threads.post(place, said("go"), once="1")
    async with store.threads.hold(place) as hold:
        await hold.save(
            Change(run=run, state="{}", requests=[request], notices=[NoteDue(text="n")])
        )
        word = Decision(verdict="approved", by="U2", at=request.asked_at)
        assert (await other.approvals.decide(request, word)).outcome == "settled"
        assert await hold.begin(request.call, gated=True) == Begun("go")
        await hold.finish(request.call, "out", failed=False)
        assert len((await hold.read()).inbox) == 2
    assert (await other.approvals.find(request.id)).status == "done"
    assert list(await other.runs.recent()) == [run]
    assert list((await other.runs.unfinished(await other.runs.onlookers(), limit=5)).shown) == [run]
    assert list(await other.runs.pending()) == []
    async with store.wakeups.work(on_wake, on_deadline):
        await other.wakeups.wake(place)
        assert await asyncio.wait_for(woken.get(), 30) == place


async def two(url: str, stack: AsyncExitStack) -> tuple[Store, Store]:
    one = await stack.enter_async_context(open_store(url, clock=FakeClock()))
    return one, await stack.enter_async_context(open_store(url, clock=FakeClock()))


@pytest.fixture
async def stack() -> AsyncIterator[AsyncExitStack]:
    async with AsyncExitStack() as stack:
        yield stack


async def test_a_cluster_serves(cluster_port: int, stack: AsyncExitStack) -> None:
    await journey(*await two(f"redis+cluster://127.0.0.1:{cluster_port}", stack))


async def test_the_primary_is_found_by_its_sentinels(
    sentinel_port: int, stack: AsyncExitStack
) -> None:
    await journey(*await two(f"redis+sentinel://127.0.0.1:{sentinel_port}/prime", stack))


async def test_no_connection_stays_with_a_primary_that_was_replaced(
    sentinel_port: int, tmp_path: Path
) -> None:
    async def monitored(port: int) -> None:
        await sentinels.execute_command("SENTINEL", "MONITOR", "moved", "127.0.0.1", port, 1)

    async def asked() -> set[int]:
        """Which servers answer two requests that need a connection each."""
        both = (sender.send([("WAIT", 1, 20), ("CONFIG", "GET", "port")]) for _ in range(2))
        return {int(port[1]) for _, port in await asyncio.gather(*both)}

    with server(tmp_path) as former, server(tmp_path) as latter:
        for port in (former, latter):
            await until(port, "PING", "")
        async with (
            Redis(port=sentinel_port) as sentinels,
            connect(f"redis+sentinel://127.0.0.1:{sentinel_port}/moved") as connection,
        ):
            sender = connection.sender
            await monitored(former)
            assert await asked() == {former}
            await sentinels.execute_command("SENTINEL", "REMOVE", "moved")
            await monitored(latter)
            (one,) = await sender.send([("CLIENT", "ID")])
            await sender.send([("CLIENT", "KILL", "ID", one, "SKIPME", "no")])
            await asked()  # one of them hears of the new primary
            assert await asked() == {latter}


async def test_a_decision_waits_for_the_disk(tmp_path: Path) -> None:
    binary = find_server()
    if binary is None or binary.name != "valkey-server":
        pytest.skip("WAITAOF needs Valkey or Redis 7.2")
    options = ("--appendonly", "yes", "--appendfsync", "everysec")
    with Running(str(binary), tmp_path, *options) as url:
        async with (
            open_store(url, clock=FakeClock(), strict=True) as store,
            Redis.from_url(url) as client,
        ):
            place = a_place()
            request = a_request(a_run(place))
            async with store.threads.hold(place) as hold:
                await hold.save(Change(requests=[request]))
            word = Decision(verdict="approved", by="U2", at=request.asked_at)
            assert (await store.approvals.decide(request, word)).outcome == "settled"
            assert (await client.info("commandstats"))["cmdstat_waitaof"]["calls"] == 1


async def test_a_replica_that_comes_later_is_waited_for(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    options = ("--repl-diskless-sync-delay", "0")
    with server(first, *options) as primary:
        await until(primary, "PING", "True")
        async with (
            connect(f"redis://127.0.0.1:{primary}") as connection,
            vigil(connection, AtOnce(), every=0.02) as watching,
        ):
            assert watching.confirmation() == AtOnce()
            with server(second, "--replicaof", f"127.0.0.1 {primary}"):
                await eventually(lambda: watching.confirmation() != AtOnce())
                watching.check()
            await eventually(lambda: _trouble(watching))
            assert watching.confirmation() == Replicated()
            assert "start every process of the bot again" in _trouble(watching)
            with server(second, "--replicaof", f"127.0.0.1 {primary}"):
                await eventually(lambda: not _trouble(watching))


def _trouble(watching: Vigil) -> str:
    try:
        watching.check()
    except NotRecorded as error:
        return str(error)
    return ""
