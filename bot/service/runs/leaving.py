"""Reads what a run leaves that is broken off: from its state, and from the journal what became of
calls nobody was asked about."""

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from bot.ports import Hold, Thread
from bot.records import Approval, Run
from bot.service.runs.history import ThreadHistory
from bot.service.runs.remains import note, remains, unasked
from bot.service.runs.scene import Scene
from bot.service.runs.statelog import StateLog
from core import Agent, RunState, UserError

log = logging.getLogger(__name__)


async def left_in(
    hold: Hold, state: RunState[Any, Any], approvals: Mapping[str, Approval], end: str
) -> list[dict[str, Any]]:
    """Items to put behind the conversation; `end` says how it was broken off. Raises
    `NotRecorded`."""
    looked = {call.key: await hold.ended(call) for call in unasked(state, approvals)}
    ended = {key: known for key, known in looked.items() if known is not None}
    return remains(state, approvals, ended, end)


async def left_between(
    hold: Hold, agent: Agent[Any], thread: Thread, run: Run, end: str
) -> Sequence[str]:
    """The same for a run that is broken off between two stretches. Raises `NotRecorded`."""
    if thread.state is None:
        return ()
    history = ThreadHistory(run.place.tag, thread.history)
    try:
        state = await StateLog().read(agent, thread, Scene(run))
    except (UserError, ValueError) as error:
        log.warning("what %s leaves cannot be told: %s", run.id, type(error).__name__)
        await history.add_items([note(end)])
    else:
        await history.add_items(await left_in(hold, state, thread.approvals, end))
    return history.take_fresh()
