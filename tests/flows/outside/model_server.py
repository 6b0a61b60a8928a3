"""A model behind HTTP: answers by a script, keeps every request, streams when it is asked to."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from bot.servers import listening

Json = dict[str, Any]
Reply = Callable[[web.Request, Json], Any]
"""Answers one request: a coroutine function that gives a response."""


@dataclass
class ModelServer:
    """`POST /responses` and `POST /chat/completions`, one step of the script a request."""

    url: str = ""
    script: list[Reply] = field(default_factory=list)
    requests: list[Json] = field(default_factory=list)
    by_default: Reply | None = None
    """Answers when the script is at its end."""

    def will(self, *replies: Reply) -> None:
        """Add to the script."""
        self.script.extend(replies)

    @property
    def inputs(self) -> list[list[Json]]:
        """What every request of the Responses API gave as conversation."""
        return [request["input"] for request in self.requests if "input" in request]

    async def serve(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        self.requests.append(body)
        reply = self.script.pop(0) if self.script else self.by_default
        if reply is None:
            return web.json_response({"error": {"message": "the script is over"}}, status=400)
        answer: web.StreamResponse = await reply(request, body)
        return answer


@asynccontextmanager
async def model_server() -> AsyncIterator[ModelServer]:
    server = ModelServer()
    app = web.Application(client_max_size=64 * 1024 * 1024)
    app.router.add_post("/v1/responses", server.serve)
    app.router.add_post("/v1/chat/completions", server.serve)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    async with listening(runner) as port:
        server.url = f"http://127.0.0.1:{port}/v1"
        yield server


def says(text: str) -> Reply:
    return answers(message(text))


def calls(*wanted: tuple[str, Any, str]) -> Reply:
    """Tool, arguments and call id of each."""
    return answers(*(function_call(*each) for each in wanted))


def answers(*items: Json, status: str = "completed", **more: Any) -> Reply:
    """A whole answer of the Responses API, as JSON or as a stream."""

    async def reply(request: web.Request, body: Json) -> web.StreamResponse:
        whole = response(list(items), status=status, **more)
        if not body.get("stream"):
            return web.json_response(whole)
        return await _stream(request, [*_beginning(items), (f"response.{status}", whole)])

    return reply


def streams(*events: Json, cut: bool = False) -> Reply:
    """Status 200 and these events; `cut`: the connection dies after them."""

    async def reply(request: web.Request, _: Json) -> web.StreamResponse:
        return await _stream(request, [(each["type"], each) for each in events], cut=cut, raw=True)

    return reply


def fails(status: int, *, code: str = "", message: str = "no", **headers: str) -> Reply:
    named = {name.replace("_", "-"): value for name, value in headers.items()}

    async def reply(_: web.Request, __: Json) -> web.StreamResponse:
        error = {"message": message, "type": "error", "code": code or None, "param": None}
        return web.json_response({"error": error}, status=status, headers=named)

    return reply


def falls_silent(*events: Json) -> Reply:
    """After these, until whoever asked has gone."""

    async def reply(request: web.Request, _: Json) -> web.StreamResponse:
        answer = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await answer.prepare(request)
        for event in events:
            await answer.write(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode())
        await asyncio.Event().wait()
        return answer

    return reply


def hangs_up() -> Reply:
    """The connection ends without an answer."""

    async def reply(request: web.Request, _: Json) -> web.StreamResponse:
        if request.transport is not None:
            request.transport.abort()
        return web.Response()

    return reply


def chat_says(text: str) -> Reply:
    return _chat({"role": "assistant", "content": text}, "stop")


def chat_calls(name: str, arguments: Any, call_id: str) -> Reply:
    function = {"name": name, "arguments": json.dumps(arguments)}
    called = {"id": call_id, "type": "function", "function": function, "index": 0}
    return _chat({"role": "assistant", "content": None, "tool_calls": [called]}, "tool_calls")


def chat_ends(reason: str, text: str | None = None) -> Reply:
    return _chat({"role": "assistant", "content": text}, reason)


def message(text: str, item_id: str = "msg_1") -> Json:
    content = [{"type": "output_text", "text": text, "annotations": [], "logprobs": []}]
    return {
        "type": "message",
        "id": item_id,
        "role": "assistant",
        "status": "completed",
        "content": content,
    }


def refusal(text: str) -> Json:
    return {**message(""), "content": [{"type": "refusal", "refusal": text}]}


def reasoning(item_id: str) -> Json:
    return {"type": "reasoning", "id": item_id, "summary": []}


def function_call(name: str, arguments: Any, call_id: str) -> Json:
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return {
        "type": "function_call",
        "id": f"fc_{call_id}",
        "call_id": call_id,
        "name": name,
        "arguments": text,
        "status": "completed",
    }


def response(items: list[Json], *, status: str = "completed", **more: Any) -> Json:
    usage = {
        "input_tokens": 3,
        "output_tokens": 2,
        "total_tokens": 5,
        "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
        "output_tokens_details": {"reasoning_tokens": 0},
    }
    return {
        "id": "resp_1",
        "object": "response",
        "created_at": 1_700_000_000,
        "model": "stand-in",
        "status": status,
        "output": items,
        "usage": usage,
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "error": None,
        "incomplete_details": None,
        "instructions": None,
        "metadata": {},
        "temperature": 1.0,
        "top_p": 1.0,
        **more,
    }


def delta(text: str) -> Json:
    return {
        "type": "response.output_text.delta",
        "item_id": "msg_1",
        "output_index": 0,
        "content_index": 0,
        "delta": text,
        "logprobs": [],
        "sequence_number": 3,
    }


def created() -> Json:
    whole = response([], status="in_progress")
    return {"type": "response.created", "response": whole, "sequence_number": 0}


def _beginning(items: tuple[Json, ...]) -> list[tuple[str, Json]]:
    """What comes before the whole: the texts in two pieces each."""
    events: list[tuple[str, Json]] = [("response.created", created())]
    for item in items:
        for part in item.get("content", []):
            text = part.get("text", "")
            half = len(text) // 2
            pieces = [each for each in (text[:half], text[half:]) if each]
            events += [("response.output_text.delta", delta(each)) for each in pieces]
    return events


async def _stream(
    request: web.Request,
    events: list[tuple[str, Json]],
    *,
    cut: bool = False,
    raw: bool = False,
) -> web.StreamResponse:
    answer = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
    await answer.prepare(request)
    for number, (kind, data) in enumerate(events):
        whole = data if raw or "type" in data else {"type": kind, "response": data}
        line = json.dumps({**whole, "sequence_number": number})
        await answer.write(f"event: {kind}\ndata: {line}\n\n".encode())
    if cut and request.transport is not None:
        request.transport.abort()
    else:
        await answer.write_eof()
    return answer


def _chat(said: Json, reason: str) -> Reply:
    async def reply(request: web.Request, body: Json) -> web.StreamResponse:
        base = {"id": "chat_1", "created": 1, "model": "stand-in"}
        if not body.get("stream"):
            choice = {"index": 0, "message": said, "finish_reason": reason}
            return web.json_response({**base, "object": "chat.completion", "choices": [choice]})
        answer = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await answer.prepare(request)
        for piece, end in ((said, None), ({}, reason)):
            choice = {"index": 0, "delta": piece, "finish_reason": end}
            chunk = {**base, "object": "chat.completion.chunk", "choices": [choice]}
            await answer.write(f"data: {json.dumps(chunk)}\n\n".encode())
        await answer.write(b"data: [DONE]\n\n")
        await answer.write_eof()
        return answer

    return reply
