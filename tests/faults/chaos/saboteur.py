"""Carries out the strikes, and puts everything right again."""

import asyncio
from pathlib import Path

from tests.faults.chaos import effects
from tests.faults.chaos.herd import Herd, Worker
from tests.faults.chaos.servers import Pair, Server
from tests.faults.chaos.strikes import FAILOVER, Strike


class Saboteur:
    def __init__(self, redis: Server | Pair, herd: Herd, traces: Path) -> None:
        """`traces`: of the tools, which show who is at work."""
        self._redis = redis
        self._herd = herd
        self._traces = traces
        self._under_way: set[asyncio.Task[None]] = set()
        self._at_redis = asyncio.Lock()
        self.struck: list[str] = []
        """Every blow that was dealt."""

    def strikes(self, strike: Strike) -> None:
        """Soon; `ended` waits for it."""
        task = asyncio.create_task(self._later(strike), name=strike.blow)
        self._under_way.add(task)

    async def ended(self) -> None:
        """Once every strike is over and the damage is repaired."""
        under_way, self._under_way = self._under_way, set()
        await asyncio.gather(*under_way)
        await self._herd.ready()

    async def _later(self, strike: Strike) -> None:
        await asyncio.sleep(strike.after)
        busy = await self._busy() if strike.at_work else None
        self.struck.append(strike.blow)
        what, _, whom = strike.blow.partition(" ")
        if whom == "redis" or strike.blow == FAILOVER:
            async with self._at_redis:
                await self._at_the_server(what, strike.seconds)
        elif whom in ("worker", "front"):
            group = self._herd.workers if whom == "worker" else self._herd.fronts
            target = group[strike.target % len(group)]
            if busy in group:
                target = busy
            await self._at_a_process(what, target, strike.seconds)
        else:
            await self._at_a_connection(strike)

    async def _busy(self) -> Worker | None:
        """A worker in the middle of a tool, if there is one soon."""
        for _ in range(40):
            pids = {effect.process for effect in effects.under_way(self._traces)}
            for worker in self._herd.workers:
                if worker.popen is not None and worker.popen.pid in pids:
                    return worker
            await asyncio.sleep(0.05)
        return None

    async def _at_the_server(self, what: str, seconds: float) -> None:
        if isinstance(self._redis, Pair):
            await self._redis.fail_over(seconds)
            await self._redis.in_step()
        elif what == "kill":
            self._redis.kill()
            await asyncio.sleep(seconds / 4)
            self._redis.start()
            await self._redis.ready()
        else:
            self._redis.freeze()
            await asyncio.sleep(seconds)
            self._redis.thaw()

    async def _at_a_process(self, what: str, worker: Worker, seconds: float) -> None:
        match what:
            case "kill":
                worker.kill()
            case "stop":
                await worker.stop()
            case _:
                await worker.freeze(seconds)

    async def _at_a_connection(self, strike: Strike) -> None:
        proxies = self._herd.proxies
        proxy = proxies[strike.target % len(proxies)]
        match strike.blow:
            case "cut":
                proxy.cut()
            case "refuse":
                proxy.refuses = True
                proxy.cut()
                await asyncio.sleep(strike.seconds)
                proxy.refuses = False
            case "delay":
                proxy.delay = strike.seconds / 5
                await asyncio.sleep(strike.seconds)
                proxy.delay = 0.0
            case _:
                proxy.loses_replies = True
                await asyncio.sleep(strike.seconds)
                proxy.loses_replies = False
