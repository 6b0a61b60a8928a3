"""A final output in place of an error: asked of the application, checked, and put on record."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from core.agent import output_schema
from core.concurrency.maybe_await import settled
from core.exceptions import ModelBehaviorError, UserError
from core.items import MessageOutputItem
from core.model_calls.model_input import start_input
from core.model_calls.turn import FinalOutput
from core.run_error_handlers import RunErrorData, RunErrorHandlerInput, RunErrorHandlerResult
from core.sessions.writes import save_items
from core.transcript.raw_items import plain

if TYPE_CHECKING:
    from core.agent_output import AgentOutputSchemaBase
    from core.exceptions import MaxTurnsExceeded, ModelRefusalError
    from core.turns.live import LiveRun


async def recovered(
    error: MaxTurnsExceeded | ModelRefusalError | ModelBehaviorError, kind: str, run: LiveRun
) -> bool:
    """Whether a handler of the application has turned an error into the final output."""
    handler: Any = run.error_handlers.get(kind)
    if handler is None:
        return False
    handed = RunErrorHandlerInput(error=error, context=run.context, run_data=_error_data(run))
    result = await settled(handler(handed))
    if result is None:
        return False
    made = _handler_result(result)
    value, text = _typed(made.final_output, output_schema(run.agent))
    run.state.final = FinalOutput(value, to_be_said=text if made.include_in_history else None)
    return True


async def publish(text: str, run: LiveRun) -> None:
    """Put a fallback on record as a message; if the session does not take it, it was not said."""
    from core.models.fake_id import FAKE_RESPONSES_ID
    from core.models.response_objects import message

    state = run.state
    await save_items(run)
    raw = message(text, FAKE_RESPONSES_ID)
    item = MessageOutputItem(agent=run.agent, raw_item=raw)
    state.record([item])
    try:
        await save_items(run)
    except BaseException:
        for items in (state.session_items, state.generated_items):
            del items[-1:]
        raise
    run.tell([item])


def _typed(value: Any, schema: AgentOutputSchemaBase | None) -> tuple[Any, str]:
    """The output as the agent's output type has it, and as the model would have written it."""
    if schema is None:
        return value, str(value)
    to_text = getattr(schema, "to_json", None)
    try:
        text = to_text(value) if to_text is not None else json.dumps(plain(value))
        return schema.validate_json(text), text
    except (ModelBehaviorError, TypeError, ValueError) as error:
        raise UserError(
            f"A run error handler returned what is no {schema.name()}: {error}"
        ) from error


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
