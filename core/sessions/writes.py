"""The session of a run: read before the first turn, added to after each."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from core.concurrency.maybe_await import settled
from core.concurrency.tasks import to_its_end
from core.exceptions import UserError
from core.memory.access import SessionAccess
from core.memory.session import is_openai_responses_compaction_aware_session
from core.model_calls.model_input import paired
from core.sessions.history import SessionHistory
from core.sessions.pending_write import LOOK_BACK, PendingWrite, already_there, digests
from core.transcript import raw_items
from core.transcript.call_types import OUTPUTS
from core.transcript.item_text import ItemHelpers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.items import RunItem
    from core.memory.session import OpenAIResponsesCompactionArgs
    from core.transcript.raw_items import TResponseInputItem
    from core.turns.live import LiveRun

GRACE = 0.5
"""How long, in seconds, a cancelled run waits for an append that has begun."""
NOT_KEPT = frozenset({"tool_approval_item"})


async def read_session(run: LiveRun) -> None:
    """Put the history before the input; settle what an earlier run left open."""
    state = run.state
    if run.resumed:
        await _settle(run)
    if state.history is not None:
        if state.history.is_away:
            await _read_again(state.history, run)
        given = state.original_input
        run.new_input = [] if isinstance(given, str) else given[state.history.here :]
    elif run.session is not None and not run.resumed:
        await _read_history(SessionAccess(run.session, run.context), run)


async def _read_history(access: SessionAccess, run: LiveRun) -> None:
    """The history before a new run."""
    state = run.state
    new = ItemHelpers.input_to_new_input_list(state.original_input)
    history = await access.history(run.config.session_settings)
    combine = run.config.session_input_callback
    if combine is None:
        shown = paired(history)
        state.original_input = [*shown, *new]
        state.history = SessionHistory(access.session_id, len(history), here=len(shown))
    else:
        combined: Any = await settled(combine(list(history), list(new)))
        if not isinstance(combined, list):
            raise UserError("Session input callback must return a list of input items.")
        state.original_input = combined
        new = [item for item in combined if all(item is not old for old in history)]
    run.new_input = new


async def _read_again(history: SessionHistory, run: LiveRun) -> None:
    """The history of a stored run, as the session has it now."""
    if run.session is None:
        raise UserError(
            f"The state leaves the history before the run to session {history.session_id!r}: "
            "resume it with that session."
        )
    state = run.state
    new = ItemHelpers.input_to_new_input_list(state.original_input)
    calls = {raw_items.call_id_of(item.raw_item) for item in state.session_items}
    items = await SessionAccess(run.session, run.context).latest(None)
    shown = paired(history.find(items, new if state.input_saved else (), calls))
    state.original_input = [*shown, *state.original_input]
    state.history = replace(history, here=len(shown))


async def save_input(run: LiveRun) -> None:
    """Save the new input, once."""
    state = run.state
    if run.session is None or state.input_saved or run.resumed:
        state.input_saved = True
        return
    access = SessionAccess(run.session, run.context)

    async def save() -> None:
        await access.add(run.new_input)
        state.input_saved = True

    await to_its_end(save(), GRACE)


async def save_items(run: LiveRun, *, but: frozenset[str] = frozenset()) -> None:
    """Save the items that came since; questions to people are left out, and types not wanted."""
    state = run.state
    upto = len(state.session_items)
    if run.session is None:
        if state.held_for is None:
            state.items_saved = upto
        return
    items = _kept(state.session_items[state.items_saved :], but)
    if not items:
        state.items_saved, state.held_for = upto, None
        return
    await _append(items, upto, run)
    await _compact(items, run)


async def pause_items(run: LiveRun) -> None:
    """Save the items of a run that waits for people.

    Where an output guardrail may still turn away what a tool of this turn returns, they wait as
    well: what a guardrail withholds must not stand in the session already.
    """
    state = run.state
    guarded = run.agent.output_guardrails or run.config.output_guardrails
    may_end = guarded and run.agent.tool_use_behavior != "run_llm_again"
    untouched = state.turn is not None and state.items_saved <= state.turn.start
    if run.session is not None and may_end and untouched:
        state.held_for = run.session.session_id
    elif state.held_for is None or run.session is not None:
        await save_items(run)


def _kept(items: Sequence[RunItem], but: frozenset[str]) -> list[TResponseInputItem]:
    """What the session gets; a thought does not stay without what it led to."""
    kept: list[RunItem] = []
    for item in items:
        if item.type not in NOT_KEPT | but:
            kept.append(item)
        elif item.type in but:
            while kept and kept[-1].type == "reasoning_item":
                kept.pop()
    return [item.to_input_item() for item in kept]


async def _append(items: list[TResponseInputItem], upto: int, run: LiveRun) -> None:
    """Append; in a resumed run it is on record before, as its tools cannot run again."""
    if run.session is None:
        return
    state, access = run.state, SessionAccess(run.session, run.context)
    if run.resumed:
        latest = await access.latest(max(LOOK_BACK, len(items)))
        items = items[already_there(latest, items) :]
        before = digests(latest[-LOOK_BACK:])
        state.pending_write = PendingWrite(access.session_id, before, tuple(items), upto)

    async def append() -> None:
        if items:
            await access.add(items)
        state.pending_write, state.held_for, state.items_saved = None, None, upto

    await to_its_end(append(), GRACE)


async def _settle(run: LiveRun) -> None:
    """Find out what became of an append that failed, and finish it."""
    state, write = run.state, run.state.pending_write
    owner = write.session_id if write is not None else state.held_for
    if owner is None:
        return
    if run.session is None:
        if write is None:
            return
        raise UserError(f"The state has a pending Session write: resume it with session {owner!r}.")
    if run.session.session_id != owner:
        raise UserError(f"The state has a pending Session write of another session, {owner!r}.")
    if write is None:
        return
    access = SessionAccess(run.session, run.context)
    outcome = write.outcome(await access.latest(write.reach))
    if outcome == "unclear":
        raise UserError(
            "The pending Session write cannot be settled: the history changed or is ambiguous. "
            f"Put session {owner!r} in order, or resume with a copy of the state without it."
        )

    async def settle() -> None:
        if outcome == "missing":
            await access.add(write.items)
        state.pending_write, state.items_saved = None, write.upto

    await to_its_end(settle(), GRACE)


async def _compact(items: list[TResponseInputItem], run: LiveRun) -> None:
    """Let a session make itself shorter; not while the model has not seen the tools' outputs."""
    session: Any = run.session
    if not is_openai_responses_compaction_aware_session(session) or not run.state.model_responses:
        return
    response_id, kept = run.state.model_responses[-1].response_id, run.state.response_kept
    if response_id is None:
        return
    postpone = getattr(session, "_defer_compaction", None)
    if any(item.get("type") in OUTPUTS or _is_answer(item) for item in items):
        if postpone is not None:
            await postpone(response_id, kept)
        return
    postponed = getattr(session, "_get_deferred_compaction_response_id", lambda: None)()
    args: OpenAIResponsesCompactionArgs = {
        "response_id": response_id,
        "force": postponed is not None,
    }
    if kept is not None:
        args["store"] = kept
    await session.run_compaction(args)


def _is_answer(item: TResponseInputItem) -> bool:
    return item.get("type") == "mcp_approval_response"
