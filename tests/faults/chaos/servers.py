"""Real Redis servers that can be killed, frozen and started again, alone or in company."""

import asyncio
import shutil
import signal
import socket
import subprocess
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from redis.asyncio import Redis
from redis.exceptions import RedisError

from tests.faults.chaos.patience import until

REASON = "redis-server is not on the PATH"
SERVICE = "prime"
"""What the sentinels call the primary."""


def is_there() -> bool:
    return shutil.which("redis-server") is not None


def free_port() -> int:
    """Low enough that a cluster's second port, 10000 above, is one."""
    while True:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = int(probe.getsockname()[1])
        if port < 55_000:
            return port


@dataclass
class Server:
    """One `redis-server` on a port of its own, which syncs before it answers."""

    folder: Path
    options: Sequence[str] = ()
    port: int = field(default_factory=free_port)
    _popen: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    @property
    def is_running(self) -> bool:
        return self._popen is not None and self._popen.poll() is None

    def start(self, *more: str) -> None:
        """`more`: options for this time."""
        self.folder.mkdir(parents=True, exist_ok=True)
        where = ["--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.folder)]
        command = ["redis-server", *self._config(), *where]
        with (self.folder / "log").open("ab") as log:
            self._popen = subprocess.Popen(
                [*command, *self.options, *more],
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def _config(self) -> list[str]:
        """A file that the server may write to: what it learns about others outlives it."""
        file = self.folder / "redis.conf"
        if not file.exists():
            file.write_text('save ""\nappendonly yes\nappendfsync always\n')
        return [str(file)]

    async def ready(self, within: float = 15.0) -> None:
        """Once it answers and has loaded what it knows."""
        await until(self._answers, within=within)

    async def _answers(self) -> bool:
        try:
            async with Redis(port=self.port) as client:
                return bool(await client.ping())
        except (RedisError, OSError):
            return False

    def kill(self) -> None:
        """As a crash would."""
        if self._popen is not None:
            self._popen.kill()
            self._popen.wait(10)

    def freeze(self) -> None:
        """It keeps its connections and answers nobody."""
        if self._popen is not None:
            self._popen.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        if self._popen is not None:
            self._popen.send_signal(signal.SIGCONT)


@asynccontextmanager
async def alone(folder: Path) -> AsyncIterator[Server]:
    """One server, running."""
    server = Server(folder / "redis")
    try:
        server.start()
        await server.ready()
        yield server
    finally:
        server.kill()


@dataclass
class Pair:
    """A primary and a replica, each ready to become the other, and a sentinel."""

    servers: tuple[Server, Server]
    sentinel: Server

    @property
    def url(self) -> str:
        return f"redis+sentinel://127.0.0.1:{self.sentinel.port}/{SERVICE}"

    async def primary(self) -> Server:
        """The one the sentinel names."""
        async with Redis(port=self.sentinel.port, decode_responses=True) as client:
            _, port = await client.execute_command("SENTINEL", "GET-MASTER-ADDR-BY-NAME", SERVICE)
        return next(each for each in self.servers if each.port == int(port))

    async def in_step(self, within: float = 30.0) -> None:
        """Until the primary has its replica, which has everything, and the sentinel knows of it."""
        await until(self._is_in_step, within=within)
        await until(self._is_watched, within=within)

    async def _is_in_step(self) -> bool:
        try:
            async with Redis(port=(await self.primary()).port, decode_responses=True) as client:
                info = await client.info("replication")
        except (RedisError, OSError, StopIteration):
            return False
        replica = info.get("slave0") or {}
        return info["role"] == "master" and replica.get("state") == "online"

    async def _is_watched(self) -> bool:
        async with Redis(port=self.sentinel.port, decode_responses=True) as client:
            known = await client.execute_command("SENTINEL", "REPLICAS", SERVICE)
        return any(replica["flags"] == "slave" for replica in known)

    async def fail_over(self, pause: float) -> None:
        """Kill the primary; `pause` seconds after it has a successor it is back as a replica."""
        old = await self.primary()
        old.kill()

        async def is_replaced() -> bool:
            return await self.primary() is not old

        await until(is_replaced, within=90)
        successor = await self.primary()
        await asyncio.sleep(pause)
        old.start("--replicaof", f"127.0.0.1 {successor.port}")
        await old.ready()


@asynccontextmanager
async def with_sentinel(folder: Path) -> AsyncIterator[Pair]:
    """A primary that writes only while it has a replica, in the care of a sentinel."""
    async with AsyncExitStack() as stack:
        strict = ("--min-replicas-to-write", "1", "--repl-diskless-sync-delay", "0")
        first, second = (Server(folder / name, strict) for name in ("one", "two"))
        sentinel = Server(folder / "sentinel", ("--sentinel",))
        for server in (first, second, sentinel):
            stack.callback(server.kill)
        first.start()
        await first.ready()
        second.folder.mkdir()
        (second.folder / "redis.conf").write_text(
            f'save ""\nappendonly yes\nappendfsync always\nreplicaof 127.0.0.1 {first.port}\n'
        )
        second.start()
        sentinel.folder.mkdir()
        (sentinel.folder / "redis.conf").write_text(
            f"sentinel monitor {SERVICE} 127.0.0.1 {first.port} 1\n"
            f"sentinel down-after-milliseconds {SERVICE} 500\n"
            f"sentinel failover-timeout {SERVICE} 3000\n"
        )
        sentinel.start()
        await second.ready()
        await sentinel.ready()
        pair = Pair((first, second), sentinel)
        await pair.in_step()
        yield pair


@dataclass
class Cluster:
    """Three primaries with a replica each."""

    servers: list[Server]

    @property
    def url(self) -> str:
        return f"redis+cluster://127.0.0.1:{self.servers[0].port}"

    async def owner(self, key: str) -> int:
        """The port of the primary that has this key."""
        async with Redis(port=self.servers[0].port) as client:
            slot = await client.execute_command("CLUSTER", "KEYSLOT", key)
            for first, last, primary, *_ in await client.execute_command("CLUSTER", "SLOTS"):
                if first <= slot <= last:
                    return int(primary[1])
        raise LookupError(key)


@asynccontextmanager
async def cluster(folder: Path) -> AsyncIterator[Cluster]:
    """Formed, and every replica in step."""
    options = ("--cluster-enabled", "yes", "--cluster-node-timeout", "1500")
    servers = [Server(folder / f"node{number}", options) for number in range(6)]
    try:
        for server in servers:
            server.start()
        for server in servers:
            await server.ready()
        await _form(servers)
        yield Cluster(servers)
    finally:
        for server in servers:
            server.kill()


async def _form(servers: Sequence[Server]) -> None:
    bounds = (0, 5461, 10923, 16384)
    async with AsyncExitStack() as stack:
        clients = [
            await stack.enter_async_context(Redis(port=each.port, decode_responses=True))
            for each in servers
        ]
        names = [await client.execute_command("CLUSTER", "MYID") for client in clients]
        for client, first, last in zip(clients[:3], bounds, bounds[1:], strict=False):
            await client.execute_command("CLUSTER", "ADDSLOTSRANGE", first, last - 1)
        for server in servers[1:]:
            await clients[0].execute_command("CLUSTER", "MEET", "127.0.0.1", server.port)
        await _until_each(clients, "CLUSTER INFO", "cluster_known_nodes", "6")
        for client, name in zip(clients[3:], names[:3], strict=True):
            await client.execute_command("CLUSTER", "REPLICATE", name)
        await _until_each(clients, "CLUSTER INFO", "cluster_state", "ok")
        await _until_each(clients[:3], "INFO", "connected_slaves", "1")


async def _until_each(clients: Sequence[Redis], question: str, field: str, answer: str) -> None:
    for client in clients:

        async def agrees(client: Redis = client) -> bool:
            return str((await client.execute_command(question))[field]) == answer

        await until(agrees, within=20)
