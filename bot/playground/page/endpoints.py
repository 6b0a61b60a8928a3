"""The page's own addresses: state, live updates, deeds, panels, static files."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aiohttp import web
from pydantic import ValidationError

from bot.playground.changes import Changes
from bot.playground.delivery import Answer
from bot.playground.errors import PlaygroundError
from bot.playground.page.deeds import ACT
from bot.playground.page.snapshot import snapshot
from bot.playground.person import Person

Panel = Callable[[], Awaitable[Any]]
"""Gives the JSON of a side panel."""

FILES = Path(__file__).parent.parent / "web"
STATE_SECONDS = 0.05
"""Between two states pushed, so that a burst of changes is one."""
PANEL_SECONDS = 1.0
"""Between two looks at the panels while somebody watches."""


@dataclass(frozen=True, slots=True)
class Page:
    person: Callable[[str], Person]
    changes: Changes
    panels: Mapping[str, Panel]

    def routes(self) -> list[web.AbstractRouteDef]:
        routes: list[web.AbstractRouteDef] = [
            web.get("/", self.index),
            web.get("/playground/state", self.state),
            web.get("/playground/live", self.live),
            web.get("/playground/panels/{name}", self.panel),
            web.post("/playground/act", self.act),
        ]
        return [*routes, web.static("/web", FILES)] if FILES.is_dir() else routes

    async def index(self, request: web.Request) -> web.StreamResponse:
        index = FILES / "index.html"
        if not index.is_file():
            raise web.HTTPNotFound(text="this installation has no demo page")
        return web.FileResponse(index)

    async def state(self, request: web.Request) -> web.StreamResponse:
        return web.json_response(snapshot(self._who(request), self.panels))

    async def panel(self, request: web.Request) -> web.StreamResponse:
        look = self.panels.get(request.match_info["name"])
        if look is None:
            raise web.HTTPNotFound(text="no such panel")
        return web.json_response(await look())

    async def act(self, request: web.Request) -> web.StreamResponse:
        if request.content_type != "application/json":
            raise web.HTTPUnsupportedMediaType(text="application/json, please")
        try:
            act = ACT.validate_json(await request.read())
        except ValidationError as error:
            problem = "; ".join(e["msg"] for e in error.errors())
            return web.json_response({"ok": False, "problem": problem}, status=400)
        try:
            answer = await act.deed.by(self.person(act.who))
        except PlaygroundError as error:
            return web.json_response({"ok": False, "problem": str(error)}, status=409)
        return web.json_response({"ok": True, "answer": _answer(answer)})

    async def live(self, request: web.Request) -> web.StreamResponse:
        person = self._who(request)
        # Packing is work for another thread, which complains when a page is left meanwhile.
        socket = web.WebSocketResponse(heartbeat=30, compress=False)
        await socket.prepare(request)
        pushing = [
            asyncio.create_task(self._push_state(socket, person)),
            asyncio.create_task(self._push_panels(socket)),
        ]
        try:
            async for _ in socket:
                pass
        finally:
            for task in pushing:
                task.cancel()
            await asyncio.gather(*pushing, return_exceptions=True)
        return socket

    async def _push_state(self, socket: web.WebSocketResponse, person: Person) -> None:
        with self.changes.watched() as changed, suppress(ConnectionError):
            while True:
                state = snapshot(person, self.panels)
                await socket.send_json({"type": "state", "state": state})
                await asyncio.sleep(STATE_SECONDS)
                await changed.wait()
                changed.clear()

    async def _push_panels(self, socket: web.WebSocketResponse) -> None:
        shown: dict[str, str] = {}
        with suppress(ConnectionError):
            while self.panels:
                for name, look in self.panels.items():
                    value = json.dumps(await look())
                    if shown.get(name) != value:
                        shown[name] = value
                        panel = {"type": "panel", "name": name, "value": json.loads(value)}
                        await socket.send_json(panel)
                await asyncio.sleep(PANEL_SECONDS)

    def _who(self, request: web.Request) -> Person:
        try:
            return self.person(request.query.get("as", ""))
        except PlaygroundError as error:
            raise web.HTTPNotFound(text=str(error)) from None


def _answer(answer: Answer | None) -> dict[str, Any] | None:
    if answer is None:
        return None
    return {"status": answer.status, "elapsed_ms": answer.elapsed_ms, "problem": answer.problem}
