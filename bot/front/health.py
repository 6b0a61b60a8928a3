"""Whether the bot lives, whether it can work, and what it has done; no request changes anything."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from aiohttp import web

from bot.front.metrics import Metrics

Check = Callable[[], Awaitable[str]]
"""What is wrong, in one line without secrets; empty when nothing is."""
FRESH = {"Cache-Control": "no-store"}


class Health:
    def __init__(
        self, checks: Mapping[str, Check], metrics: Metrics, *, slowest: float = 2.0
    ) -> None:
        """`checks` by the name of what they check, such as `slack` and `redis`; a check that takes
        longer than `slowest` seconds has failed."""
        self._checks = dict(checks)
        self._metrics = metrics
        self._slowest = slowest

    async def alive(self, _: web.Request) -> web.Response:
        return web.Response(text="ok\n", headers=FRESH)

    async def ready(self, _: web.Request) -> web.Response:
        found = await self.troubles()
        lines = [f"{name}: {trouble or 'ok'}\n" for name, trouble in found.items()]
        status = 503 if any(found.values()) else 200
        return web.Response(text="".join(lines), status=status, headers=FRESH)

    async def metrics(self, _: web.Request) -> web.Response:
        headers = {**FRESH, "Content-Type": "text/plain; version=0.0.4; charset=utf-8"}
        return web.Response(body=self._metrics.text(), headers=headers)

    async def troubles(self) -> dict[str, str]:
        """By name of the check, empty for those that are well."""
        found = await asyncio.gather(*(self._run(check) for check in self._checks.values()))
        return dict(zip(self._checks, found, strict=True))

    async def _run(self, check: Check) -> str:
        try:
            async with asyncio.timeout(self._slowest):
                return await check()
        except TimeoutError:
            return f"no answer within {self._slowest:g} s"
        except Exception as error:  # noqa: BLE001 - a check that breaks is a check that fails
            return type(error).__name__
