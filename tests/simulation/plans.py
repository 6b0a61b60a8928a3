"""An agent that does what it is told: a message names its calls, step by step.

`m1 deploy:a notify:b | scale:c` calls two tools, then one, then says `Done: …`. Every answer of
the model has call ids of its own, as a real model's would, even when it is asked twice for one.
"""

import json
from collections.abc import AsyncIterator, Awaitable, Sequence
from itertools import count
from typing import Any, Protocol

from bot.agents.scripted import Completed, Response, TextDelta
from core import Agent, function_tool
from core.items import ModelResponse
from core.models.interface import Model
from core.tool_context import ToolContext
from core.usage import Usage

GATED = ("deploy", "wipe", "scale")
FREE = ("notify", "look")


class ModelFails(Exception):
    """The run ends with it."""


class Stage(Protocol):
    """Where the tools do their work."""

    def perform(self, tool: str, work: str, context: ToolContext[Any]) -> Awaitable[str]: ...

    def think(self) -> Awaitable[None]: ...


class Plans(Model):
    """The model, and the agent that uses it; `stage` is another one for every schedule."""

    stage: Stage

    def __init__(self) -> None:
        self.agent: Agent[Any] = Agent(name="Ops", model=self, tools=list(self._tools()))
        self._numbers = count(1)

    def on(self, stage: Stage) -> Agent[Any]:
        self.stage = stage
        self._numbers = count(1)
        return self.agent

    def _tools(self) -> Sequence[Any]:
        @function_tool(needs_approval=True)
        async def deploy(ctx: ToolContext[Any], work: str) -> str:
            """Deploy; one person has to approve."""
            return await self.stage.perform("deploy", work, ctx)

        @function_tool(needs_approval=True)
        async def wipe(ctx: ToolContext[Any], work: str) -> str:
            """Wipe; two people have to approve."""
            return await self.stage.perform("wipe", work, ctx)

        @function_tool(needs_approval=True, effect="idempotent")
        async def scale(ctx: ToolContext[Any], work: str) -> str:
            """Scale; may be repeated."""
            return await self.stage.perform("scale", work, ctx)

        @function_tool
        async def notify(ctx: ToolContext[Any], work: str) -> str:
            """Notify; nobody has to approve, but it must not be repeated."""
            return await self.stage.perform("notify", work, ctx)

        @function_tool(effect="pure")
        async def look(ctx: ToolContext[Any], work: str) -> str:
            """Look; changes nothing."""
            return await self.stage.perform("look", work, ctx)

        return deploy, wipe, scale, notify, look

    async def get_response(
        self,
        system_instructions: Any,
        input: Any,  # noqa: A002 - the public name
        *_: Any,
        **__: Any,
    ) -> ModelResponse:
        await self.stage.think()
        output = self._answer(input)
        return ModelResponse(output=output, usage=Usage(requests=1), response_id="r")

    async def stream_response(
        self,
        system_instructions: Any,
        input: Any,  # noqa: A002 - the public name
        *_: Any,
        **__: Any,
    ) -> AsyncIterator[Any]:
        await self.stage.think()
        output = self._answer(input)
        for item in output:
            if item["type"] == "message":
                yield TextDelta(item["content"][0]["text"], item["id"])
        yield Completed(Response("r", output))

    def _answer(self, items: str | Sequence[Any]) -> list[dict[str, Any]]:
        texts, called = _standing(items)
        left = [step for text in texts for step in _steps(text) if not set(step) <= called]
        if not left:
            return [self._message(f"Done: {'; '.join(texts)}")]
        return [self._call(*each.split(":")) for each in left[0]]

    def _call(self, tool: str, work: str) -> dict[str, Any]:
        number = next(self._numbers)
        return {
            "type": "function_call",
            "id": f"fc{number}",
            "call_id": f"c{number}",
            "name": tool,
            "arguments": json.dumps({"work": work}),
            "status": "completed",
        }

    def _message(self, text: str) -> dict[str, Any]:
        content = {"type": "output_text", "text": text, "annotations": [], "logprobs": []}
        return {
            "type": "message",
            "id": f"m{next(self._numbers)}",
            "role": "assistant",
            "status": "completed",
            "content": [content],
        }


def _steps(text: str) -> list[list[str]]:
    _, _, rest = text.partition(" ")
    return [step.split() for step in rest.split("|")]


def _standing(items: str | Sequence[Any]) -> tuple[list[str], set[str]]:
    """What was asked since the last answer, and which calls were made for it."""
    if isinstance(items, str):
        return [items], set()
    texts: list[str] = []
    called: set[str] = set()
    answered = False
    for item in items:
        if item.get("role") == "assistant":
            answered = True
        elif item.get("role") == "user":
            if answered:
                texts, called, answered = [], set(), False
            texts.append(str(item["content"]))
        elif item.get("type") == "function_call":
            called.add(f"{item['name']}:{json.loads(item['arguments'])['work']}")
    return texts, called
