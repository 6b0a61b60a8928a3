"""Finding the final output: in a message, in what tools returned, or from an error handler."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from core.agent import ToolsToFinalOutputResult, output_schema
from core.concurrency.maybe_await import settled
from core.concurrency.tasks import cancelled_from_outside, run_all
from core.exceptions import (
    MaxTurnsExceeded,
    ModelBehaviorError,
    ModelRefusalError,
    OutputGuardrailTripwireTriggered,
    UserError,
)
from core.items import ToolCallOutputItem
from core.model_calls.turn import FinalOutput, Turn
from core.outputs.tool_results import FunctionToolResult
from core.sessions.writes import save_items
from core.tracing.create import guardrail_span
from core.transcript import raw_items
from core.turns.fallback import recovered
from core.turns.withholding import withhold

if TYPE_CHECKING:
    from core.agent import Agent
    from core.agent_output import AgentOutputSchemaBase
    from core.guardrail import OutputGuardrail, OutputGuardrailResult
    from core.turns.live import LiveRun


NO_OUTPUT = "Model returned no final output for the structured output type."


async def take_output(turn: Turn, run: LiveRun) -> None:
    """Read the final output from the message; the model goes on when there is none yet."""
    schema = output_schema(run.agent)
    if turn.refusal and turn.text is None:
        refusal = ModelRefusalError(turn.refusal)
        if not await recovered(refusal, "model_refusal", run):
            raise refusal
    elif schema is None:
        run.state.final = FinalOutput(turn.text or "")
    elif turn.text:
        await _take_typed(turn.text, schema, run)
    else:
        missing = ModelBehaviorError(NO_OUTPUT)
        if not await recovered(missing, "invalid_final_output", run):
            run.state.turn = replace(turn, over=True)


async def _take_typed(text: str, schema: AgentOutputSchemaBase, run: LiveRun) -> None:
    try:
        run.state.final = FinalOutput(schema.validate_json(text))
    except ModelBehaviorError as error:
        if not await recovered(error, "invalid_final_output", run):
            raise


async def give_up(run: LiveRun) -> None:
    """The run has had its turns."""
    error = MaxTurnsExceeded(f"Max turns ({run.state.max_turns}) exceeded")
    if not await recovered(error, "max_turns", run):
        raise error


async def weigh_results(turn: Turn, run: LiveRun) -> None:
    """Ask the agent whether the tools' results are the final output."""
    results = await _results(turn, run)
    verdict = await _verdict(results, run)
    run.state.turn = replace(turn, results_weighed=True)
    if verdict.is_final_output:
        output = verdict.final_output
        if output_schema(run.agent) is None:
            output = str(output)
        run.state.final = FinalOutput(output, from_tools=True)


async def _verdict(results: list[FunctionToolResult], run: LiveRun) -> ToolsToFinalOutputResult:
    behavior: Any = run.agent.tool_use_behavior
    if not results:
        return ToolsToFinalOutputResult(is_final_output=False)
    if behavior == "stop_on_first_tool":
        return ToolsToFinalOutputResult(is_final_output=True, final_output=results[0].output)
    if isinstance(behavior, dict):
        names = behavior.get("stop_at_tool_names", [])
        for result in results:
            if result.tool.name in names or result.tool.qualified_name in names:
                return ToolsToFinalOutputResult(is_final_output=True, final_output=result.output)
        return ToolsToFinalOutputResult(is_final_output=False)
    if not callable(behavior):
        raise UserError(f"Invalid tool_use_behavior: {behavior}")
    verdict = await settled(behavior(run.context, results))
    if not isinstance(verdict, ToolsToFinalOutputResult):
        raise UserError(
            "A tool_use_behavior callable must return ToolsToFinalOutputResult, "
            f"not {type(verdict).__name__}."
        )
    return verdict


async def _results(turn: Turn, run: LiveRun) -> list[FunctionToolResult]:
    """What the function tools of the turn returned, in the order of their calls."""
    toolbox = await run.tools()
    names = {
        getattr(i, "call_id", None): (i.tool_name, i.raw_item)
        for i in run.state.session_items[turn.start :]
        if i.type == "tool_call_item"
    }
    rank: dict[str | None, int] = {call_id: place for place, call_id in enumerate(turn.calls)}
    results = []
    for item in run.state.session_items[turn.start :]:
        if not isinstance(item, ToolCallOutputItem):
            continue
        name, raw = names.get(item.call_id, (None, None))
        tool = toolbox.function(name, raw_items.get(raw, "namespace"))
        if tool is not None:
            result = FunctionToolResult(tool=tool, output=item.output, run_item=item)
            results.append((rank.get(item.call_id, len(rank)), result))
    return [result for _, result in sorted(results, key=lambda ranked: ranked[0])]


async def check_output(final: FinalOutput, run: LiveRun) -> None:
    """Run the output guardrails of the run and of the agent that made the output."""
    guardrails = [*run.agent.output_guardrails, *(run.config.output_guardrails or [])]
    agent = run.agent
    try:
        results = await run_all([_checked(g, agent, final, run) for g in guardrails])
    except BaseException as error:
        run.state.final = None
        if isinstance(error, Exception) or not cancelled_from_outside():
            # Nobody has refused the output: what was said and done is not lost.
            await save_items(run)
        raise
    for result in results:
        if result.output.tripwire_triggered:
            run.state.final = None
            if final.from_tools:
                await withhold(result, run)
            raise OutputGuardrailTripwireTriggered(result)
    run.state.final = replace(final, checked=True)


async def _checked(
    guardrail: OutputGuardrail[Any],
    agent: Agent[Any],
    final: FinalOutput,
    run: LiveRun,
) -> OutputGuardrailResult:
    with guardrail_span(guardrail.get_name()) as span:
        result = await guardrail.run(run.context, agent, final.value)
        run.state.output_guardrail_results.append(result)
        span.span_data.triggered = result.output.tripwire_triggered
        return result
