"""A session that has its history made shorter by the provider when it has grown long.

What the provider returns takes the place of everything before; user messages are kept by it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal

from core.memory.session import OpenAIResponsesCompactionArgs, SessionABC
from core.models.fake_id import known_to_provider
from core.transcript import raw_items

if TYPE_CHECKING:
    from collections.abc import Callable

    from openai import AsyncOpenAI

    from core.memory.session import Session
    from core.transcript.raw_items import TResponseInputItem

OpenAIResponsesCompactionMode = Literal["previous_response_id", "input", "auto"]
DEFAULT_COMPACTION_THRESHOLD = 10
"""From how many items on, user messages not counted, a history is made shorter."""

_MODEL = re.compile(r"(ft:)?(gpt-|o\d)")


def is_openai_model_name(model: str) -> bool:
    """Whether a model is one whose provider can make histories shorter."""
    return _MODEL.match(model.strip()) is not None


def select_compaction_candidate_items(
    items: list[TResponseInputItem],
) -> list[TResponseInputItem]:
    """What counts towards the length of a history: all but user messages and former summaries."""
    return [i for i in items if i.get("type") != "compaction" and i.get("role") != "user"]


def default_should_trigger_compaction(context: dict[str, Any]) -> bool:
    """Whether the history has grown long."""
    return len(context["compaction_candidate_items"]) >= DEFAULT_COMPACTION_THRESHOLD


def _strip_orphaned_assistant_ids(items: list[TResponseInputItem]) -> list[TResponseInputItem]:
    """Without the ids of assistant messages that stand without the reasoning they came with."""
    stripped: list[TResponseInputItem] = []
    before: TResponseInputItem = {}
    for item in items:
        if item.get("role") == "assistant" and before.get("type") != "reasoning":
            item = {key: value for key, value in item.items() if key != "id"}
        stripped.append(item)
        before = item
    return stripped


class OpenAIResponsesCompactionSession(SessionABC):
    """Wraps a session; the engine asks it after each turn whether it is time."""

    def __init__(
        self,
        session_id: str,
        underlying_session: Session,
        *,
        client: AsyncOpenAI | None = None,
        model: str = "gpt-4.1",
        compaction_mode: OpenAIResponsesCompactionMode = "auto",
        should_trigger_compaction: Callable[[dict[str, Any]], bool] | None = None,
    ) -> None:
        if not is_openai_model_name(model):
            raise ValueError(f"Unsupported model for OpenAI responses compaction: {model}")
        self.session_id = session_id
        self.underlying_session = underlying_session
        self.model = model
        self.compaction_mode = compaction_mode
        self.should_trigger_compaction = (
            should_trigger_compaction or default_should_trigger_compaction
        )
        self._client = client
        self._response_id: str | None = None
        self._postponed: str | None = None

    async def get_items(self, limit: int | None = None) -> list[TResponseInputItem]:
        """The items, oldest first; with a limit the latest ones."""
        return await self.underlying_session.get_items(limit)

    async def add_items(self, items: list[TResponseInputItem]) -> None:
        """Append items."""
        await self.underlying_session.add_items(items)

    async def pop_item(self) -> TResponseInputItem | None:
        """Take the latest item away."""
        return await self.underlying_session.pop_item()

    async def clear_session(self) -> None:
        """Take all items away."""
        self._response_id = None
        await self.underlying_session.clear_session()

    async def run_compaction(self, args: OpenAIResponsesCompactionArgs | None = None) -> None:
        """Have the history made shorter, if it is time to."""
        given: OpenAIResponsesCompactionArgs = args or {}
        self._response_id = given.get("response_id") or self._response_id
        mode = self._mode(given)
        if mode == "previous_response_id" and self._response_id is None:
            raise ValueError("Compaction by previous_response_id needs a response_id.")
        decision = await self._decision(mode)
        items = decision["session_items"]
        if not given.get("force") and not self.should_trigger_compaction(decision):
            return
        source: dict[str, Any] = (
            {"input": known_to_provider(items)}
            if mode == "input"
            else {"previous_response_id": self._response_id}
        )
        made = await self._open_client().responses.compact(model=self.model, **source)
        await self._replace([raw_items.to_input(item) for item in made.output])

    async def _defer_compaction(self, response_id: str, store: bool | None = None) -> None:
        """Remember that it was time to, while the model has not seen the tools' outputs yet."""
        if self._postponed is not None:
            return
        self._response_id = response_id
        given: OpenAIResponsesCompactionArgs = {} if store is None else {"store": store}
        if self.should_trigger_compaction(await self._decision(self._mode(given))):
            self._postponed = response_id

    def _get_deferred_compaction_response_id(self) -> str | None:
        return self._postponed

    async def _decision(self, mode: OpenAIResponsesCompactionMode) -> dict[str, Any]:
        items = await self.underlying_session.get_items()
        return {
            "response_id": self._response_id,
            "compaction_mode": mode,
            "compaction_candidate_items": select_compaction_candidate_items(items),
            "session_items": items,
        }

    def _mode(self, given: OpenAIResponsesCompactionArgs) -> OpenAIResponsesCompactionMode:
        mode = given.get("compaction_mode") or self.compaction_mode
        if mode != "auto":
            return mode
        kept = given.get("store") is not False and self._response_id is not None
        return "previous_response_id" if kept else "input"

    def _open_client(self) -> AsyncOpenAI:
        if self._client is None:
            from core.models._openai_shared import default_client

            self._client = default_client()
        return self._client

    async def _replace(self, items: list[TResponseInputItem]) -> None:
        self._postponed = None
        items = _strip_orphaned_assistant_ids(items)
        await self.underlying_session.clear_session()
        if items:
            await self.underlying_session.add_items(items)
