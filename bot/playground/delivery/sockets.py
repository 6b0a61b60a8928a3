"""Socket Mode: connections of the app to this server, envelopes out, acknowledgements in."""

import asyncio
import json
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from aiohttp import WSMsgType, web

from bot.playground.delivery.outgoing import Answer, Outgoing, Retry

MOST = 10
"""Connections of one app at a time."""

DisconnectReason = Literal["warning", "refresh_requested", "link_disabled", "too_many_websockets"]


@dataclass(slots=True, eq=False)
class Connection:
    """One open WebSocket; it counts as a front end of the app."""

    name: str
    socket: web.WebSocketResponse
    _acks: dict[str, asyncio.Future[Any]] = field(default_factory=dict)

    async def send(self, outgoing: Outgoing, retry: Retry | None, *, within: float) -> Answer:
        started = time.perf_counter()
        envelope_id = secrets.token_hex(16)
        envelope = {
            "envelope_id": envelope_id,
            "type": outgoing.kind,
            "payload": outgoing.payload,
            "accepts_response_payload": outgoing.accepts_response,
        }
        if outgoing.kind == "events_api":
            envelope["retry_attempt"] = retry.number if retry else 0
            envelope["retry_reason"] = retry.reason if retry else ""
        ack = self._acks[envelope_id] = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(within):
                await self.socket.send_json(envelope)
                payload = await ack
        except TimeoutError:
            return self._failed("http_timeout", started)
        except ConnectionError:
            return self._failed("connection_failed", started)
        finally:
            self._acks.pop(envelope_id, None)
        return Answer(
            status=200,
            body="" if payload is None else json.dumps(payload),
            elapsed_ms=(time.perf_counter() - started) * 1000,
            front_end=self.name,
        )

    def _failed(
        self, problem: Literal["http_timeout", "connection_failed"], started: float
    ) -> Answer:
        elapsed = (time.perf_counter() - started) * 1000
        return Answer(status=0, problem=problem, elapsed_ms=elapsed, front_end=self.name)

    async def listen(self) -> None:
        """Take acknowledgements until the other side closes."""
        async for message in self.socket:
            if message.type is WSMsgType.TEXT:
                self._take(message.data)

    def _take(self, text: str) -> None:
        try:
            ack = json.loads(text)
        except ValueError:
            return
        waiting = self._acks.get(ack.get("envelope_id", "")) if isinstance(ack, dict) else None
        if waiting and not waiting.done():
            waiting.set_result(ack.get("payload"))

    def abandon(self) -> None:
        """Nobody will acknowledge any more: those who wait learn it at once."""
        for waiting in self._acks.values():
            if not waiting.done():
                waiting.set_exception(ConnectionResetError("the connection was closed"))


class Sockets:
    """All Socket Mode connections of the app."""

    def __init__(self, *, app_id: Callable[[], str], changed: Callable[[], None]) -> None:
        self._app_id = app_id
        self._changed = changed
        self._tickets: set[str] = set()
        self._numbers = 0
        self.connections: list[Connection] = []

    def new_url(self, origin: str) -> str:
        """The address apps.connections.open hands out; it admits one connection."""
        ticket = secrets.token_hex(16)
        self._tickets.add(ticket)
        return f"{origin.replace('http', 'ws', 1)}/link/?ticket={ticket}&app_id={self._app_id()}"

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Hold one connection until it closes."""
        ticket = request.query.get("ticket", "")
        if ticket not in self._tickets:
            raise web.HTTPForbidden(text="this link was used or never given out")
        self._tickets.discard(ticket)
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        if len(self.connections) >= MOST:
            await socket.send_json(self._disconnect("too_many_websockets"))
            await socket.close()
            return socket
        await self._hold(socket)
        return socket

    async def _hold(self, socket: web.WebSocketResponse) -> None:
        self._numbers += 1
        connection = Connection(f"socket-{self._numbers}", socket)
        await socket.send_json(self._hello(len(self.connections) + 1))
        self.connections.append(connection)
        self._changed()
        try:
            await connection.listen()
        finally:
            self.connections.remove(connection)
            connection.abandon()
            self._changed()

    async def disconnect(
        self, reason: DisconnectReason = "refresh_requested", *, name: str | None = None
    ) -> None:
        """Ask connections to leave, all or the named one, as Slack does before it refreshes."""
        for connection in self._named(name):
            await connection.socket.send_json(self._disconnect(reason))

    async def cut(self, *, name: str | None = None) -> None:
        """Close connections without asking."""
        for connection in self._named(name):
            await connection.socket.close()

    def _named(self, name: str | None) -> list[Connection]:
        return [c for c in self.connections if name in (None, c.name)]

    def _hello(self, number: int) -> dict[str, Any]:
        return {
            "type": "hello",
            "num_connections": number,
            "debug_info": {
                "host": "playground",
                "build_number": 1,
                "approximate_connection_time": 18060,
            },
            "connection_info": {"app_id": self._app_id()},
        }

    def _disconnect(self, reason: DisconnectReason) -> dict[str, Any]:
        return {"type": "disconnect", "reason": reason, "debug_info": {"host": "playground"}}
