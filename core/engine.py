"""The only run loop there is: decide, carry out, repeat.

What happens next is decided in `core.steps`; here every step is carried out by one short function.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from core.exceptions import ModelBehaviorError, ToolCallIdError
from core.model_calls.model_call import ask_model
from core.model_calls.reading import Reading, read_answer
from core.sessions.conversations import chains_responses
from core.sessions.writes import pause_items, read_session, save_input, save_items
from core.steps import (
    AwaitApproval,
    CallModel,
    CheckInput,
    CheckOutput,
    Finish,
    GiveUp,
    HandOff,
    RunTools,
    Screen,
    Step,
    TakeOutput,
    WeighResults,
    decide,
    is_pause,
)
from core.tool_calls.ids import Past, check_call_ids
from core.tool_calls.missing_tools import answer_missing
from core.tool_calls.pending import new_questions
from core.tool_calls.running import run_tools
from core.tool_calls.screening import screen
from core.tools.computer_tool import dispose_resolved_computers
from core.transcript import raw_items
from core.transcript.item_text import ItemHelpers
from core.turns.fallback import publish
from core.turns.final_outputs import check_output, give_up, take_output, weigh_results
from core.turns.handing_off import hand_off
from core.turns.input_guards import await_guard, check_input, stop_guard, under_guard
from core.turns.run_tracing import traced

if TYPE_CHECKING:
    from core.items import ModelResponse
    from core.model_calls.turn import FinalOutput
    from core.tool_calls.calls import Call
    from core.turns.live import LiveRun
    from core.turns.run_tracing import RunSpans


async def advance(run: LiveRun) -> None:
    """Go on until the run is over, waits for people, or was asked to stop."""
    try:
        run.claims.check(run.agent)
        run.context.approvals.expire(time.time())
        with traced(run) as spans:
            await read_session(run)
            spans.begin()
            await _loop(run, spans)
    except BaseException as error:
        run.leave(error)
        raise
    finally:
        run.claims.release()
        await dispose_resolved_computers(run_context=run.context)
        await stop_guard(run)


async def _loop(run: LiveRun, spans: RunSpans) -> None:
    run.spans = spans
    while True:
        step = decide(run.state, run.agent)
        if isinstance(step, CallModel) and run.state.current_turn:
            await run.heard()  # Who reads may stop the run between two turns.
        if is_pause(step, stop_requested=run.stop_requested):
            await save_items(run)
            return
        spans.before(step)
        await under_guard(carry_out(step, run), run)
        spans.after(step)
        if isinstance(step, Finish | AwaitApproval):
            return


async def carry_out(step: Step, run: LiveRun) -> None:
    """Do one step."""
    match step:
        case CheckInput():
            await save_input(run)
            await check_input(run)
        case CallModel():
            await call_model(run)
        case Screen(calls):
            await screen(calls, run)
        case RunTools():
            await run_tools(step, run)
        case AwaitApproval(calls):
            await await_approval(calls, run)
        case HandOff():
            await hand_off(step, run)
        case WeighResults(turn):
            await weigh_results(turn, run)
        case TakeOutput(turn):
            await take_output(turn, run)
        case CheckOutput(final):
            await check_output(final, run)
        case Finish(final):
            await finish(final, run)
        case GiveUp():
            await give_up(run)
        case _:
            assert_never(step)


async def call_model(run: LiveRun) -> None:
    """Take a turn: the model answers, and what it asks for becomes open calls."""
    await _begin_turn(run)
    response = await ask_model(run)
    _keep(response, run)
    reading = await _read(response, run)
    _take_up(reading, run)
    await run.hooks.model_ends(run.context, run.agent, response)
    await answer_missing(reading.missing, run)
    await run.checkpoint()


async def _begin_turn(run: LiveRun) -> None:
    """Have done with the turn before, and let the hooks know of an agent that takes over."""
    if run.state.current_turn:
        await await_guard(run)
        await save_items(run)
        run.toolbox = None  # What the turn before has done may have changed what there is.
    run.claims.check(run.agent)
    if not run.agent_started:
        run.agent_started = True
        given = run.state.original_input
        run.context.turn_input = ItemHelpers.input_to_new_input_list(given)
        await run.hooks.agent_starts(run.context, run.agent)
        run.claims.check(run.agent)
    run.state.current_turn += 1


def _keep(response: ModelResponse, run: LiveRun) -> None:
    """An answer counts and has its price, whatever can be made of it."""
    state = run.state
    response.output = [raw_items.mended(raw) for raw in response.output]
    state.model_responses.append(response)
    state.context.usage.add(response.usage)
    if response.response_id and chains_responses(state):
        state.previous_response_id = response.response_id


async def _read(response: ModelResponse, run: LiveRun) -> Reading:
    """What the answer consists of; hooks hear also of one that cannot be carried out."""
    check_call_ids(response.output)
    past = Past(run.state.calls.recognised(), run.context.approvals)
    try:
        return read_answer(response.output, run.agent, await run.tools(), past)
    except ToolCallIdError:
        raise
    except ModelBehaviorError:
        await run.hooks.model_ends(run.context, run.agent, response)
        raise


def _take_up(reading: Reading, run: LiveRun) -> None:
    state = run.state
    state.turn = reading.turn(len(state.session_items), len(state.generated_items))
    for call in reading.calls:
        state.calls.ask(call)
    if reading.tools_used:
        known = state.tool_use.get(run.agent.name, [])
        state.tool_use[run.agent.name] = list(dict.fromkeys([*known, *reading.tools_used]))
    run.record(reading.items)


async def await_approval(calls: list[Call], run: LiveRun) -> None:
    """Stop here; everything that did happen is kept."""
    await await_guard(run)
    run.record(new_questions(run.state, calls))
    await pause_items(run)
    await run.checkpoint()


async def finish(final: FinalOutput, run: LiveRun) -> None:
    """The run is over."""
    await await_guard(run)
    if final.to_be_said is not None:
        await publish(final.to_be_said, run)
        run.state.final = replace(final, to_be_said=None)
    await run.hooks.agent_ends(run.context, run.agent, final.value)
    run.state.closed = run.session is not None and run.resumed
    await save_items(run)
    run.state.closed = False
    await run.checkpoint()
