"""Reads the arguments of a Web API call from an HTTP request."""

import json
from typing import Any

from aiohttp import web

from bot.playground.errors import Refused
from bot.playground.workspace import Json

_STRUCTURED = ("[", "{")


async def read_call(request: web.Request) -> tuple[Json, str | None]:
    """The arguments and the token, wherever they travelled."""
    values: Json = dict(request.query)
    if request.content_type == "application/json":
        values |= await _json(request)
    elif request.can_read_body:
        form = await request.post()
        values |= {k: v for k, v in form.items() if isinstance(v, str)}
    token = values.pop("token", None)
    kind, _, header = request.headers.get("Authorization", "").partition(" ")
    if kind.lower() == "bearer":
        token = header.strip()
    return values, token


async def _json(request: web.Request) -> Json:
    try:
        body: Any = await request.json()
    except ValueError:
        raise Refused("invalid_json") from None
    if not isinstance(body, dict):
        raise Refused("json_not_object")
    return body


def structured(values: Json) -> Json:
    """The arguments with JSON text parsed, as a reader of the record wants them."""
    return {k: _parsed(v) for k, v in values.items()}


def _parsed(value: Any) -> Any:
    if isinstance(value, str) and value.startswith(_STRUCTURED):
        try:
            return json.loads(value)
        except ValueError:
            return value
    return value
