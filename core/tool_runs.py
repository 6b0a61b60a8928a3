"""Running the calls of one answer: at once, each on record before it starts and after it ends."""

from __future__ import annotations

import bisect
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from core import arguments as tool_arguments
from core import raw_items
from core.any_value import kept
from core.call_outputs import text_output
from core.call_tracing import traced_call
from core.callers import check_caller, check_programs
from core.calls import Call, ledger_call
from core.custom_data import custom_data_of
from core.exceptions import ModelBehaviorError
from core.kinds import KINDS, Answer
from core.kinds.base import refusal_text
from core.ledger import AlreadyDone, Go, InDoubt, LedgerCall, Refused
from core.missing_tools import missing_text
from core.model_call import tools_of
from core.pending import approval_item, demand_approval
from core.shortening import short_output
from core.tasks import run_all
from core.tool_context import ToolContext
from core.tool_failure import ends_the_run
from core.tool_guards import check_tool_input, check_tool_output
from core.tool_pause import ToolPause

if TYPE_CHECKING:
    from core.items import ToolApprovalItem
    from core.live import LiveRun
    from core.steps import RunTools
    from core.toolbox import Toolbox


@dataclass
class Batch:
    """Outputs that come in any order and stand in the order of their calls."""

    run: LiveRun
    order: dict[str, int]
    ranks: list[int] = field(default_factory=list)

    def add(self, call: Call, answer: Answer) -> None:
        """Put an output in its place, close the call, and tell about it."""
        state = self.run.state
        made = [answer.item(call), *answer.beside]
        rank = self.order.get(call.call_id, len(self.order))
        place = bisect.bisect(self.ranks, rank)
        behind = len(self.ranks) - place
        self.ranks[place:place] = [rank] * len(made)
        for items in (state.session_items, state.generated_items):
            at = len(items) - behind
            items[at:at] = made
        state.calls.answer(call)
        state.context.approvals.use(call.key, call.agent, call.call_id)
        self.run.tell(made)


async def run_tools(step: RunTools, run: LiveRun) -> None:
    """Refuse what was refused, run the rest; first it is made sure that all of it can be done."""
    toolbox = await tools_of(run)
    check_ways(run, toolbox)
    order = {call.call_id: rank for rank, call in enumerate(run.state.calls)}
    batch = Batch(run, order)
    found = [(call, toolbox.tool_for(call)) for call in step.run]
    work = [(call, tool_of(call, toolbox)) for call, tool in found if tool is not None]
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


def check_ways(run: LiveRun, toolbox: Toolbox) -> None:
    """ModelBehaviorError when an agent that is to go on afterwards cannot be reached any more."""
    for call in run.state.calls:
        if call.kind == "handoff" and toolbox.handoff(call.name) is None:
            raise ModelBehaviorError(f"Tool {call.name} not found in agent {run.agent.name}")


def tool_of(call: Call, toolbox: Toolbox) -> Any:
    """The tool a call is for."""
    tool = toolbox.tool_for(call)
    if tool is None:
        raise ModelBehaviorError(f"Tool {call.name} not found in agent {call.agent.name}")
    origin = getattr(tool, "origin", None)
    if call.origin is not None and origin is not None and call.origin.type != origin.type:
        raise ModelBehaviorError(f"Cannot reconcile queued tool {call.name} with a new tool.")
    check_programs(call.raw_item, allowed=toolbox.programs)
    check_caller(call.raw_item, tool, call.name)
    return tool


async def _run(call: Call, tool: Any, batch: Batch) -> None:
    """One call, from asking the ledger to the checkpoint after its output."""
    run = batch.run
    context = context_of(call, run)
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


def context_of(call: Call, run: LiveRun) -> ToolContext[Any]:
    """What a tool sees of its run."""
    text = call.edited or raw_items.arguments_of(call.raw_item) or ""
    context = ToolContext.from_agent_context(
        run.context,
        call.call_id,
        call.raw_item,
        call.agent,
        tool_name=call.name,
        tool_arguments=text,
        run_config=run.config,
    )
    context.call, context.save = call, run.checkpoint
    return context


def output_text(answer: Answer) -> str:
    """An output as text, for the ledger."""
    payload = raw_items.get(answer.raw_item, "output")
    payload = raw_items.get(payload, "image_url", payload)
    return payload if isinstance(payload, str) else tool_arguments.canonical(payload)


def ask_people(calls: list[Call], run: LiveRun) -> None:
    """Put the questions that were not put yet on record, and tell about them."""
    asked = {id(i) for i in run.state.session_items[_turn_start(run) :]}
    questions: list[ToolApprovalItem] = [
        approval_item(call)
        for call in calls
        if call.nested is None and id(approval_item(call)) not in asked
    ]
    run.record(questions)


def _turn_start(run: LiveRun) -> int:
    return 0 if run.state.turn is None else run.state.turn.start
