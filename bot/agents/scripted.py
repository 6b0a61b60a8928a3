"""A model that is none: it understands a few wishes about the fleet, and says so.

It lets a newcomer try everything without a key. What it understands stands in `intents`, what it
says in `replies`; here is only how a conversation is read and an answer is sent.
"""

import asyncio
import json
import re
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from bot.agents.clauses import Catalog
from bot.agents.conversation import Unanswered, unanswered
from bot.agents.intents import Act, Say, understand
from bot.agents.replies import reply
from core.items import ModelResponse
from core.models.interface import Model
from core.usage import Usage


@dataclass(frozen=True)
class TextDelta:
    """A piece of the answer, as the Responses API streams it."""

    delta: str
    item_id: str
    type: Literal["response.output_text.delta"] = "response.output_text.delta"


@dataclass(frozen=True)
class Response:
    """A whole answer, as the Responses API gives it."""

    id: str
    output: list[dict[str, Any]]
    usage: None = None
    status: Literal["completed"] = "completed"


@dataclass(frozen=True)
class Completed:
    """The end of the stream."""

    response: Response
    type: Literal["response.completed"] = "response.completed"


class ScriptedModel(Model):
    """Answers from the conversation alone; the catalog tells it which services there are."""

    def __init__(self, catalog: Callable[[], Awaitable[Catalog]], *, pace: float = 0.03) -> None:
        """`pace` is the time between two streamed pieces, in seconds."""
        self._catalog = catalog
        self._pace = pace

    async def get_response(
        self,
        system_instructions: Any,
        input: Any,  # noqa: A002 - the public name
        *_: Any,
        **__: Any,
    ) -> ModelResponse:
        output = await self._output(input)
        return ModelResponse(output=output, usage=Usage(requests=1), response_id=_new_id("resp"))

    async def stream_response(
        self,
        system_instructions: Any,
        input: Any,  # noqa: A002 - the public name
        *_: Any,
        **__: Any,
    ) -> AsyncIterator[Any]:
        output = await self._output(input)
        for item in output:
            if item["type"] == "message":
                for piece in pieces(item["content"][0]["text"]):
                    yield TextDelta(piece, item["id"])
                    await asyncio.sleep(self._pace)
        yield Completed(Response(_new_id("resp"), output))

    async def _output(self, items: str | Sequence[Any]) -> list[dict[str, Any]]:
        return answer(unanswered(items), await self._catalog())


def answer(asked: Unanswered, catalog: Catalog) -> list[dict[str, Any]]:
    """Calls for what was asked, or words about what came back; as items of a response."""
    before = asked.before
    wishes: list[Act | Say] = []
    for text in asked.texts:
        wishes += understand(text, catalog, before=before)
        before = text
    acts = [wish for wish in wishes if isinstance(wish, Act)]
    said = [wish.text for wish in wishes if isinstance(wish, Say)]
    if acts:
        spoken = [_message("\n\n".join(said))] if said else []
        return [*spoken, *(_call(act) for act in acts)]
    return [_message("\n\n".join([reply(asked.outcomes), *said]).strip())]


def pieces(text: str) -> list[str]:
    """A few words each, so that it can be seen to grow."""
    return re.findall(r"(?:\S+\s*){1,3}", text)


def _message(text: str) -> dict[str, Any]:
    content = {"type": "output_text", "text": text, "annotations": [], "logprobs": []}
    return {
        "type": "message",
        "id": _new_id("msg"),
        "role": "assistant",
        "status": "completed",
        "content": [content],
    }


def _call(act: Act) -> dict[str, Any]:
    return {
        "type": "function_call",
        "id": _new_id("fc"),
        "call_id": _new_id("call"),
        "name": act.tool,
        "arguments": json.dumps(dict(act.arguments)),
        "status": "completed",
    }


def _new_id(kind: str) -> str:
    return f"{kind}_{secrets.token_hex(8)}"
