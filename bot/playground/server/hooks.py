"""The addresses Slack hands out: response urls, upload urls, file downloads."""

from dataclasses import dataclass

from aiohttp import web

from bot.playground.api import Arguments
from bot.playground.api.response_urls import respond
from bot.playground.errors import Refused
from bot.playground.server.reading import read_call
from bot.playground.server.web_api import WebApi
from bot.playground.workspace import Json


@dataclass(frozen=True, slots=True)
class Hooks:
    api: WebApi

    async def response_url(self, request: web.Request) -> web.StreamResponse:
        secret = request.match_info["secret"]
        try:
            values, _ = await read_call(request)
        except Refused as refused:
            return web.json_response(refused.json(), status=400)
        return await self.api.answer(
            request,
            "response_url",
            values,
            lambda: respond(self.api.desk, secret, Arguments(values)),
            refusal_status=404,
        )

    async def upload(self, request: web.Request) -> web.StreamResponse:
        """Take the bytes of a reserved file, raw or as a form's only file."""
        content = await _uploaded(request)
        secret = request.match_info["secret"]

        def receive() -> Json:
            self.api.desk.workspace.files.receive(secret, content)
            return {}

        answer = await self.api.answer(
            request, "upload", {"length": len(content)}, receive, refusal_status=404
        )
        return answer if answer.status != 200 else web.Response(text=f"OK - {len(content)}")

    async def download(self, request: web.Request) -> web.StreamResponse:
        """Hand a file out, always as an attachment, since its bytes are the app's."""
        file = self.api.desk.workspace.files.find(request.match_info["file"])
        if file is None or file.content is None:
            raise web.HTTPNotFound(text="no such file")
        return web.Response(
            body=file.content,
            content_type=file.mimetype,
            headers={"Content-Disposition": "attachment"},
        )


async def _uploaded(request: web.Request) -> bytes:
    if not request.content_type.startswith("multipart/"):
        return await request.read()
    for held in (await request.post()).values():
        if isinstance(held, web.FileField):
            return bytes(held.file.read())
    return b""
