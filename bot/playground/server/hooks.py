"""The addresses Slack hands out: response urls, upload urls, file downloads."""

from dataclasses import dataclass

from aiohttp import web

from bot.playground.api import Arguments
from bot.playground.api.response_urls import respond
from bot.playground.errors import Refused
from bot.playground.server.reading import read_call
from bot.playground.server.web_api import WebApi


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
        )
