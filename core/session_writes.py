"""The session of a run: read before the first turn, added to after each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.exceptions import UserError
from core.item_text import ItemHelpers
from core.maybe_await import settled
from core.memory.session_settings import SessionSettings
from core.model_input import paired

if TYPE_CHECKING:
    from core.items import RunItem
    from core.live import LiveRun
    from core.raw_items import TResponseInputItem

NOT_KEPT = frozenset({"tool_approval_item"})


async def read_session(run: LiveRun) -> None:
    """Put the history before the input of a new run."""
    state, session = run.state, run.session
    if session is None or run.resumed:
        return
    if state.conversation_id or state.previous_response_id or state.auto_previous_response_id:
        raise UserError(
            "Session persistence cannot be combined with conversation_id, "
            "previous_response_id, or auto_previous_response_id."
        )
    new = ItemHelpers.input_to_new_input_list(state.original_input)
    base = getattr(session, "session_settings", None) or SessionSettings()
    limit = base.resolve(run.config.session_settings).limit
    history = await (session.get_items() if limit is None else session.get_items(limit=limit))
    combine = run.config.session_input_callback
    if combine is None:
        state.original_input = [*paired(history), *new]
    else:
        combined: Any = await settled(combine(list(history), list(new)))
        if not isinstance(combined, list):
            raise UserError("Session input callback must return a list of input items.")
        state.original_input = combined
        new = [item for item in combined if all(item is not old for old in history)]
    run.new_input = new


async def save_input(run: LiveRun) -> None:
    """Save the new input, once."""
    if run.session is not None and not run.state.input_saved and not run.resumed:
        await run.session.add_items(run.new_input)
    run.state.input_saved = True


async def save_items(run: LiveRun) -> None:
    """Save the items that came since; questions to people are left out."""
    state = run.state
    items = state.session_items[state.items_saved :]
    if run.session is not None and items:
        saved = [_stored(item) for item in items if item.type not in NOT_KEPT]
        if saved:
            await run.session.add_items(saved)
    state.items_saved = len(state.session_items)


def _stored(item: RunItem) -> TResponseInputItem:
    return item.to_input_item()
