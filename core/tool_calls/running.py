"""Running the calls of one answer: at once, each on record before it starts and after it ends."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from core.concurrency.tasks import run_all
from core.ledger import AlreadyDone, Go, InDoubt, LedgerCall, Refused
from core.outputs.any_value import kept
from core.outputs.shortening import short_output
from core.outputs.tool_pause import ToolPause
from core.schemas import arguments as tool_arguments
from core.tool_calls.batch import Batch
from core.tool_calls.call_outputs import text_output
from core.tool_calls.calls import ledger_call
from core.tool_calls.guards import check_tool_input, check_tool_output
from core.tool_calls.kinds import KINDS, Answer
from core.tool_calls.kinds.base import refusal_text
from core.tool_calls.missing_tools import missing_text
from core.tool_calls.pending import demand_approval
from core.tools.custom_data import custom_data_of
from core.tools.failure import ends_the_run
from core.tracing.tool_calls import traced_call
from core.transcript import raw_items

if TYPE_CHECKING:
    from core.steps import RunTools
    from core.tool_calls.calls import Call
    from core.tool_context import ToolContext
    from core.turns.live import LiveRun


async def run_tools(step: RunTools, run: LiveRun) -> None:
    """Refuse what was refused, run the rest; first it is made sure that all of it can be done."""
    toolbox = await run.tools()
    for call in run.state.calls:
        if call.kind == "handoff":  # Who is to go on afterwards must still be there.
            toolbox.handoff_of(call)
    batch = Batch(run)
    found = [(call, toolbox.tool_for(call)) for call in step.run]
    work = [(call, toolbox.tool_of(call)) for call, tool in found if tool is not None]
    words = {c.call_id: await missing_text(c.raw_item, c.name, run) for c, t in found if t is None}
    words |= {call.call_id: await refusal_text(run, call) for call in step.refuse}
    for call in (*step.run, *step.refuse):
        if call.call_id in words:
            batch.add(call, KINDS[call.kind].refusal(call, words[call.call_id]))
    if not work:
        await run.checkpoint()
        return
    for call, tool in work:
        call.effect = getattr(tool, "effect", call.effect)
        run.state.calls.start(call)
    try:
        await run.checkpoint()
        execution = run.config.tool_execution
        limit = execution.max_function_tool_concurrency if execution else None
        await run_all([_run(call, tool, batch) for call, tool in work], limit)
    finally:
        for call, _ in work:
            run.state.calls.leave(call)


async def _run(call: Call, tool: Any, batch: Batch) -> None:
    """One call, from asking the ledger to the checkpoint after its output."""
    run = batch.run
    context = run.context_of(call)
    rejected = await check_tool_input(tool, call, context, run)
    if rejected is not None:
        await _done(call, KINDS[call.kind].refusal(call, rejected), batch)
        return
    ledger = run.config.ledger
    record = None if ledger is None else ledger_call(call, run.state.run_id)
    if record is not None and not await _begin(record, call, batch):
        return
    if call.nested is None:  # A nested run that goes on was started before.
        with ends_the_run(call.name):
            await run.hooks.tool_starts(context, call.agent, tool)
    call.invoked = True
    with traced_call(getattr(tool, "trace_name", call.name), context, run) as span:
        output = await KINDS[call.kind].invoke(tool, call, context, run)
        span.returned(output)
    if isinstance(output, ToolPause):
        call.nested = output.state
        return
    answer = _answer(tool, call, output, run)
    if ledger is not None and record is not None:
        await ledger.finish(record, output_text(answer), failed=context.failed)
    await _hand_on(tool, call, answer, context, batch)


async def _hand_on(
    tool: Any, call: Call, answer: Answer, context: ToolContext[Any], batch: Batch
) -> None:
    """Put an output on record, once guardrails, the application and hooks have seen it."""
    run = batch.run
    output = await check_tool_output(tool, call, context, answer.output, run)
    if output is not answer.output:
        answer = _answer(tool, call, output, run)
    recorded = replace(answer, output=_kept(answer))
    try:
        with ends_the_run(call.name):
            data = await custom_data_of(tool, answer, context)
            recorded = replace(recorded, custom_data=data)
            await run.hooks.tool_ends(context, call.agent, tool, output)
    except BaseException:
        # The tool has run: its output is on record, whatever a hook makes of it.
        batch.add(call, recorded)
        raise
    await _done(call, recorded, batch)


def _answer(tool: Any, call: Call, output: Any, run: LiveRun) -> Answer:
    """What the tool returned; the model reads no more of it than the run allows."""
    answer = KINDS[call.kind].answer(tool, call, output)
    short = short_output(answer.raw_item, run.config.max_tool_output)
    return replace(answer, raw_item=short, shortened=short != answer.raw_item)


def _kept(answer: Answer) -> Any:
    """What the run keeps of an output: of one that was too long no more than the model reads."""
    return raw_items.get(answer.raw_item, "output") if answer.shortened else kept(answer.output)


async def _done(call: Call, answer: Answer, batch: Batch) -> None:
    batch.add(call, answer)
    await batch.run.checkpoint()


async def _begin(record: LedgerCall, call: Call, batch: Batch) -> bool:
    """Whether the tool may start. What the ledger says counts more than what the state says."""
    run = batch.run
    if run.config.ledger is None or call.nested is not None:
        return True
    try:
        verdict = await run.config.ledger.begin(record)
    except BaseException:
        run.state.calls.stop(call)
        raise
    match verdict:
        case Go():
            return True
        case AlreadyDone(output):
            await _done(call, Answer(output, text_output(call.kind, call.call_id, output)), batch)
        case InDoubt():
            call.effect, call.invoked = "at_most_once", True
        case Refused():
            run.state.calls.stop(call)
            demand_approval(run.state, call)
    return False


def output_text(answer: Answer) -> str:
    """An output as text, for the ledger."""
    payload = raw_items.get(answer.raw_item, "output")
    payload = raw_items.get(payload, "image_url", payload)
    if isinstance(payload, str):
        return payload
    parts = payload if isinstance(payload, list) else []
    texts = [part["text"] for part in parts if raw_items.kind_of(part) == "input_text"]
    all_text = bool(texts) and len(texts) == len(parts)
    return "\n".join(texts) if all_text else tool_arguments.canonical(payload)
