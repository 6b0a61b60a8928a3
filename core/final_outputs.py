"""Finding the final output: in a message, in what tools returned, or from an error handler."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from core import raw_items
from core.agent import ToolsToFinalOutputResult
from core.exceptions import (
    AgentsException,
    MaxTurnsExceeded,
    ModelBehaviorError,
    ModelRefusalError,
    OutputGuardrailTripwireTriggered,
    UserError,
)
from core.items import ToolCallOutputItem
from core.maybe_await import settled
from core.model_call import output_schema, tools_of
from core.model_input import start_input
from core.run_error_handlers import RunErrorData, RunErrorHandlerInput, RunErrorHandlerResult
from core.tasks import run_all
from core.tool_results import FunctionToolResult
from core.tracing.create import guardrail_span
from core.turn import FinalOutput, Turn

if TYPE_CHECKING:
    from core.agent import Agent
    from core.guardrail import OutputGuardrail, OutputGuardrailResult
    from core.live import LiveRun
    from core.run_context import RunContextWrapper


async def take_output(turn: Turn, run: LiveRun) -> None:
    """Read the final output from the message; the model goes on when there is none yet."""
    schema = output_schema(run.agent)
    if turn.refusal and turn.text is None:
        await _handle(ModelRefusalError(turn.refusal), "model_refusal", run)
    elif schema is None or schema.is_plain_text():
        run.state.final = FinalOutput(turn.text or "")
    elif turn.text:
        try:
            run.state.final = FinalOutput(schema.validate_json(turn.text))
        except ModelBehaviorError as error:
            await _handle(error, "invalid_final_output", run)
    else:
        run.state.turn = replace(turn, over=True)


async def give_up(run: LiveRun) -> None:
    """The run has had its turns."""
    limit = run.state.max_turns
    await _handle(MaxTurnsExceeded(f"Max turns ({limit}) exceeded"), "max_turns", run)


async def weigh_results(turn: Turn, run: LiveRun) -> None:
    """Ask the agent whether the tools' results are the final output."""
    results = await _results(turn, run)
    verdict = await _verdict(results, run)
    run.state.turn = replace(turn, results_weighed=True)
    if verdict.is_final_output:
        output = verdict.final_output
        schema = output_schema(run.agent)
        if (schema is None or schema.is_plain_text()) and output is not None:
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
    verdict: ToolsToFinalOutputResult = await settled(behavior(run.context, results))
    return verdict


async def _results(turn: Turn, run: LiveRun) -> list[FunctionToolResult]:
    """What the function tools of the turn returned, in the order of their calls."""
    toolbox = await tools_of(run)
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
    agent, context = run.agent, run.context
    results = await run_all([g.run(context, agent, final.value) for g in guardrails])
    run.state.output_guardrail_results.extend(results)
    for result in results:
        if result.output.tripwire_triggered:
            run.state.final = None
            raise OutputGuardrailTripwireTriggered(result)
    run.state.final = replace(final, checked=True)


async def _handle(
    error: MaxTurnsExceeded | ModelRefusalError | ModelBehaviorError, kind: str, run: LiveRun
) -> None:
    """Let a handler of the application turn an error into the final output, or raise it."""
    handler: Any = run.error_handlers.get(kind)
    if handler is None:
        raise error
    handed = RunErrorHandlerInput(error=error, context=run.context, run_data=_error_data(run))
    result = await settled(handler(handed))
    if result is None:
        raise error
    made = _handler_result(result)
    run.state.final = FinalOutput(made.final_output, in_history=made.include_in_history)


def _handler_result(result: Any) -> RunErrorHandlerResult:
    if isinstance(result, RunErrorHandlerResult):
        return result
    if isinstance(result, dict) and "final_output" in result:
        try:
            return RunErrorHandlerResult(**result)
        except TypeError as error:
            raise UserError("Invalid run error handler result.") from error
    return RunErrorHandlerResult(final_output=result)


def _error_data(run: LiveRun) -> RunErrorData:
    state = run.state
    output = [i.to_input_item() for i in state.generated_items]
    return RunErrorData(
        input=state.original_input,
        new_items=list(state.session_items),
        history=[*start_input(state).items, *output],
        output=output,
        raw_responses=list(state.model_responses),
        last_agent=state.current_agent,
    )


def describe(error: BaseException, run: LiveRun) -> None:
    """Note on an error of ours what the run had done."""
    if isinstance(error, AgentsException) and error.run_data is None:
        error.run_data = run.error_details()
