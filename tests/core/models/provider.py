"""A stand-in for a provider of models, and what it is asked and answers."""

import asyncio
import json
from typing import Any

from aiohttp import web

from core import Agent, Model, ModelRetrySettings, ModelSettings, Runner, function_tool

SOON = ModelSettings(retry=ModelRetrySettings(backoff={"initial_delay": 0.001}))
"""Nobody waits for a second attempt."""

CALL = {
    "type": "function_call",
    "id": "fc_1",
    "call_id": "c1",
    "name": "look",
    "arguments": '{"service": "db"}',
    "status": "completed",
}

USAGE = {
    "input_tokens": 10,
    "input_tokens_details": {"cached_tokens": 4},
    "output_tokens": 5,
    "output_tokens_details": {"reasoning_tokens": 2},
    "total_tokens": 15,
}


class Provider:
    """A stand-in that plays prepared answers and keeps what it was asked."""

    def __init__(self) -> None:
        self.answers: list[Any] = []
        self.asked: list[dict[str, Any]] = []
        self.times: list[float] = []
        self.url = ""

    async def handle(self, request: web.Request) -> web.StreamResponse:
        self.asked.append(await request.json())
        self.times.append(asyncio.get_running_loop().time())
        answer = self.answers.pop(0)
        if isinstance(answer, web.Response):
            return answer
        if isinstance(answer, dict):
            return web.json_response(answer)
        response = web.StreamResponse(headers={"content-type": "text/event-stream"})
        await response.prepare(request)
        for event in answer:
            name = f"event: {event['type']}\n" if "type" in event else ""
            await response.write(f"{name}data: {json.dumps(event)}\n\n".encode())
        if "type" not in answer[0]:
            await response.write(b"data: [DONE]\n\n")
        return response


def message(text: str) -> dict[str, Any]:
    part = {"type": "output_text", "text": text, "annotations": []}
    return {
        "type": "message",
        "id": "msg_1",
        "role": "assistant",
        "status": "completed",
        "content": [part],
    }


def response(*output: Any, status: str = "completed", **more: Any) -> dict[str, Any]:
    return {
        "id": "resp_1",
        "object": "response",
        "created_at": 1,
        "model": "m",
        "status": status,
        "output": list(output),
        "usage": USAGE,
        "tools": [],
        "tool_choice": "auto",
        "parallel_tool_calls": True,
        **more,
    }


def stream(end: str, *output: Any, **more: Any) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = [{"type": "response.created", "response": response()}]
    for index, item in enumerate(output):
        events.append({"type": "response.output_item.added", "output_index": index, "item": item})
        if item["type"] == "message":
            delta = item["content"][0]["text"]
            events.append(
                {
                    "type": "response.output_text.delta",
                    "delta": delta,
                    "item_id": "msg_1",
                    "output_index": index,
                    "content_index": 0,
                    "logprobs": [],
                }
            )
        events.append({"type": "response.output_item.done", "output_index": index, "item": item})
    whole = response(*output, status=end.removeprefix("response."), **more)
    events.append({"type": end, "response": whole})
    return [{**event, "sequence_number": n} for n, event in enumerate(events)]


class Looker:
    """An agent that looks, and what it looked at."""

    def __init__(self, model: Model, **fields: Any) -> None:
        self.seen: list[str] = []

        @function_tool
        def look(service: str) -> str:
            """Look at a service."""
            self.seen.append(service)
            return "up"

        self.agent: Agent[Any] = Agent(name="Looker", tools=[look], model=model, **fields)


async def consume(result: Any) -> str:
    text = ""
    async for event in result.stream_events():
        if event.type == "raw_response_event" and event.data.type == "response.output_text.delta":
            text += event.data.delta
    return text


async def answered(agent: Agent[Any], *, streamed: bool) -> None:
    if streamed:
        await consume(Runner.run_streamed(agent, "db?"))
    else:
        await Runner.run(agent, "db?")
