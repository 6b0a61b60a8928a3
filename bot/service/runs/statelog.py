"""The engine's state as it is stored: whole at a pause, piece by piece while a run goes on."""

import json
from typing import Any

from bot.ports import NotRecorded, Thread
from bot.service.runs.scene import Scene
from core import Agent, RunState
from core.state_json.delta import Mark, mark_of, replay, since, whole
from core.state_json.versions import is_newer


class StateLog:
    """Knows for one hold of a thread how much is on record, so that only the rest is written."""

    def __init__(self) -> None:
        self._mark: Mark | None = None

    async def read(self, agent: Agent[Any], thread: Thread, scene: Scene) -> RunState[Any, Any]:
        """The state a thread is at. Raises `NotRecorded` when it is not for this version."""
        document = replay(json.loads(thread.state or ""), map(json.loads, thread.deltas))
        if is_newer(document):
            raise NotRecorded("its state was written by a newer version of the bot")
        state = await RunState.from_json(agent, document, context_override=scene)
        self._mark = mark_of(document, state)
        return state

    def whole(self, state: RunState[Any, Any]) -> str:
        """All of it, in place of what is on record."""
        document, self._mark = whole(state, context_serializer=_nothing)
        return _text(document)

    def step(self, state: RunState[Any, Any]) -> tuple[str | None, str | None]:
        """What a checkpoint has to write: the whole state, or what has come since."""
        if self._mark is None:
            return self.whole(state), None
        delta, self._mark = since(state, self._mark, context_serializer=_nothing)
        return None, _text(delta)


def _nothing(_: Any) -> dict[str, Any]:
    """The context is made anew from the run's record wherever the state is taken up."""
    return {}


def _text(document: Any) -> str:
    return json.dumps(document, separators=(",", ":"), ensure_ascii=False)
