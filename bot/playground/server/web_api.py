"""The HTTP skin of the Web API: tokens, scopes, faults and the record of calls."""

from collections.abc import Callable
from dataclasses import dataclass

from aiohttp import web

from bot.playground.api import METHODS, Arguments, Desk, Method
from bot.playground.calls import Call, Calls
from bot.playground.errors import MissingScope, Refused
from bot.playground.faults import Fault, Faults
from bot.playground.latency import Latency
from bot.playground.server.reading import read_call, structured
from bot.playground.workspace import Json


@dataclass(slots=True)
class WebApi:
    desk: Desk
    calls: Calls
    faults: Faults
    latency: Latency
    changed: Callable[[], None]

    async def handle(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info["method"]
        values: Json = {}
        try:
            values, token = await read_call(request)
        except Refused as refused:
            return self._answered(name, values, 200, refused.json())
        as_json = request.content_type == "application/json"
        return await self.answer(
            request, name, values, lambda: self._run(name, values, token, as_json=as_json)
        )

    async def answer(
        self,
        request: web.Request,
        name: str,
        values: Json,
        run: Callable[[], Json],
        *,
        refusal_status: int = 200,
    ) -> web.StreamResponse:
        """Do one recorded call unless a fault keeps it from being done."""
        await self.latency.pass_by()
        fault = await self.faults.meet(name, structured(values))
        if fault and (spoiled := self._spoiled(name, values, fault)):
            return spoiled
        try:
            status, body = 200, {"ok": True} | run()
        except Refused as refused:
            status, body = refusal_status, refused.json()
        response = self._answered(name, values, status, body)
        if fault:
            await self.faults.meet_again(fault)
        await self.latency.pass_by()
        if fault and fault.lose_reply and request.transport:
            request.transport.abort()
        return response

    def _run(self, name: str, values: Json, token: str | None, *, as_json: bool) -> Json:
        found = METHODS.get(name)
        if found is None:
            raise Refused("unknown_method", req_method=name)
        self._admit(found, token)
        return found.run(self.desk, Arguments({} if as_json and found.form_only else values))

    def _admit(self, found: Method, token: str | None) -> None:
        if found.token is None:
            return
        app = self.desk.workspace.app
        if not token:
            raise Refused("not_authed")
        kind = app.token_kind(token)
        if kind is None:
            raise Refused("invalid_auth")
        if app.revoked:
            raise Refused("token_revoked")
        if kind != found.token:
            raise Refused("not_allowed_token_type")
        if kind == "bot" and found.scopes and not found.scopes & app.scopes:
            raise MissingScope(found.scopes, app.scopes)

    def _spoiled(self, name: str, values: Json, fault: Fault) -> web.Response | None:
        if fault.retry_after is not None:
            body = {"ok": False, "error": "ratelimited"}
            response = self._answered(name, values, 429, body)
            response.headers["Retry-After"] = str(fault.retry_after)
            return response
        if fault.status is not None:
            self._record(name, values, fault.status, {"ok": False, "error": "http_error"})
            return web.Response(status=fault.status, text="upstream trouble")
        if fault.error is not None:
            return self._answered(name, values, 200, {"ok": False, "error": fault.error})
        return None

    def _answered(self, name: str, values: Json, status: int, body: Json) -> web.Response:
        self._record(name, values, status, body)
        app, found = self.desk.workspace.app, METHODS.get(name)
        headers = {"X-OAuth-Scopes": ",".join(sorted(app.scopes))}
        if found and found.scopes:
            headers["X-Accepted-OAuth-Scopes"] = ",".join(sorted(found.scopes))
        return web.json_response(body, status=status, headers=headers)

    def _record(self, name: str, values: Json, status: int, body: Json) -> None:
        self.calls.add(
            Call(
                method=name,
                arguments=structured(values),
                at=self.desk.workspace.clock(),
                status=status,
                answer=body,
            )
        )
        self.changed()
