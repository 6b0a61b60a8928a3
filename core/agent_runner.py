"""Starting runs: a live run is made of an input or a state, gone on with, and made a result."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

from core.concurrency.event_channel import EventChannel
from core.concurrency.thread_loop import default_loop, loop_is_running
from core.engine import advance
from core.lifecycle import RunHooks, RunHooksBase
from core.result import RunResult, RunResultStreaming, facts_of
from core.run_config import DEFAULT_MAX_TURNS, coerce_run_config
from core.run_context import RunContextWrapper
from core.run_error_handlers import RunErrorHandlers
from core.run_state import RunState
from core.sessions.conversations import check_conversation
from core.state_checks import check_can_go_on
from core.stream_events import AgentUpdatedStreamEvent
from core.turns.hooks import Hooks
from core.turns.live import LiveRun

if TYPE_CHECKING:
    from core.agent import Agent
    from core.items import TResponseInputItem


class AgentRunner:
    """What `Runner` does; put another one in its place with `set_default_agent_runner`."""

    async def run(
        self,
        starting_agent: Agent[Any],
        input: str | list[TResponseInputItem] | RunState[Any, Any],  # noqa: A002
        **options: Any,
    ) -> RunResult:
        """Run an agent, or go on from a state, until it is over or waits for people."""
        run = prepare(starting_agent, input, options, events=None)
        try:
            await advance(run)
        finally:
            run.state.busy = False
        return _result(run)

    def run_sync(
        self,
        starting_agent: Agent[Any],
        input: str | list[TResponseInputItem] | RunState[Any, Any],  # noqa: A002
        **options: Any,
    ) -> RunResult:
        """The same for programs without an event loop; the thread's own loop stays open."""
        if loop_is_running():
            raise RuntimeError("run_sync cannot be called while an event loop runs in this thread.")
        loop = default_loop()
        task = loop.create_task(self.run(starting_agent, input, **options))
        try:
            return loop.run_until_complete(task)
        except BaseException:
            if not task.done():
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    loop.run_until_complete(task)
            raise
        finally:
            if not loop.is_closed():
                loop.run_until_complete(loop.shutdown_asyncgens())

    def run_streamed(
        self,
        starting_agent: Agent[Any],
        input: str | list[TResponseInputItem] | RunState[Any, Any],  # noqa: A002
        **options: Any,
    ) -> RunResultStreaming:
        """The same in the background, with its events to be read from the result."""
        events = EventChannel()
        run = prepare(starting_agent, input, options, events=events)
        result = _streaming_result(run, events)
        task = asyncio.get_running_loop().create_task(_go_on(run, result))
        result.run_loop_task = task
        task.add_done_callback(lambda done: _end(done, result))
        return result


async def _go_on(run: LiveRun, result: RunResultStreaming) -> None:
    run.emit(AgentUpdatedStreamEvent(new_agent=run.agent))
    ended = False
    try:
        await advance(run)
        ended = True
    finally:
        run.state.busy = False
        result.sync(run.state)
        result.interruptions = run.state.get_interruptions()
        if not ended:
            result.final_output = None  # An output is final when the run has ended with it.


def _end(task: asyncio.Task[Any], result: RunResultStreaming) -> None:
    if not task.cancelled():
        task.exception()
    result.end()


def prepare(
    agent: Agent[Any],
    input: str | list[TResponseInputItem] | RunState[Any, Any],  # noqa: A002
    options: dict[str, Any],
    *,
    events: EventChannel | None,
) -> LiveRun:
    """The live run for a new input or a state."""
    hooks = options.get("hooks")
    if hooks is not None and not isinstance(hooks, RunHooksBase):
        raise TypeError(
            f"Run hooks must be instances of RunHooks. Received {type(hooks).__name__}."
        )
    resumed = isinstance(input, RunState) and input.input_checked
    config = coerce_run_config(options.get("run_config"))
    if isinstance(input, RunState):
        check_can_go_on(input)
    state = (
        _resume(input, options)
        if isinstance(input, RunState)
        else _begin(agent, input, options, config.run_id)
    )
    if config.reasoning_item_id_policy is not None:
        state.reasoning_item_id_policy = config.reasoning_item_id_policy
    check_conversation(state, config, options.get("session"))
    state.busy = True
    if config.ledger is not None:
        state.calls.trust_ledger()
    return LiveRun(
        state=state,
        config=config,
        hooks=Hooks(RunHooks() if hooks is None else hooks),
        events=events,
        session=options.get("session"),
        error_handlers=options.get("error_handlers") or RunErrorHandlers(),
        resumed=resumed,
    )


def _begin(
    agent: Agent[Any], given: Any, options: dict[str, Any], run_id: str | None
) -> RunState[Any, Any]:
    context = options.get("context")
    wrapper = context if isinstance(context, RunContextWrapper) else RunContextWrapper(context)
    state: RunState[Any, Any] = RunState(
        wrapper,
        given if isinstance(given, str) else list(given),
        agent,
        _limit(options),
        conversation_id=options.get("conversation_id"),
        previous_response_id=options.get("previous_response_id"),
        auto_previous_response_id=options.get("auto_previous_response_id", False),
    )
    if run_id is not None:
        state.run_id = state.context.run_id = run_id
    return state


def _resume(state: RunState[Any, Any], options: dict[str, Any]) -> RunState[Any, Any]:
    """The state itself, with the context of the caller and its higher limit of turns."""
    context = options.get("context")
    if context is not None:
        state.context.context = (
            context.context if isinstance(context, RunContextWrapper) else context
        )
    _raise_limit(state, options.get("max_turns", DEFAULT_MAX_TURNS))
    if state.final is not None:
        state.final, state.turn = None, None
    return state


def _limit(options: dict[str, Any]) -> int | None:
    limit = options.get("max_turns", DEFAULT_MAX_TURNS)
    return None if limit is None else int(limit)


def _raise_limit(state: RunState[Any, Any], limit: int | None) -> None:
    """A limit the caller gives on resume counts when it is higher."""
    if limit is DEFAULT_MAX_TURNS or state.max_turns is None:
        return
    state.max_turns = None if limit is None else max(limit, state.max_turns)


def _result(run: LiveRun) -> RunResult:
    state = run.state
    result = RunResult(
        **facts_of(state),
        context_wrapper=state.context,
        max_turns=state.max_turns,
        interruptions=state.get_interruptions(),
        _last_agent=state.current_agent,
        _state=state.copy(),
    )
    result.sync(state)
    return result


def _streaming_result(run: LiveRun, events: EventChannel) -> RunResultStreaming:
    state = run.state
    result = RunResultStreaming(
        **facts_of(state),
        context_wrapper=state.context,
        current_agent=state.current_agent,
        current_turn=state.current_turn,
        max_turns=state.max_turns,
        _events=events,
        _live=run,
    )
    result.sync(state)
    return result
