"""Calling the model: what it is given, how its answer comes, what is taken from it."""

from __future__ import annotations

from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from core.agent import output_schema
from core.concurrency.maybe_await import settled
from core.concurrency.tasks import both
from core.exceptions import ModelAnswerError, UserError
from core.items import InputItem
from core.logger import logger
from core.model_calls.attempts import Attempt, Persistence
from core.model_calls.model_input import start_input, without_repeats
from core.model_calls.prompt_cache import with_cache_key
from core.models.answers import ENDS, answer_of_event, says_something
from core.models.interface import Model, ModelTracing
from core.run_config import CallModelData, ModelInputData
from core.sessions.conversations import server_managed
from core.stream_events import RawResponsesStreamEvent
from core.tools.computer_tool import with_computers
from core.transcript import raw_items

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from core.items import ModelResponse
    from core.model_settings import ModelSettings
    from core.transcript.raw_items import TResponseInputItem
    from core.turns.live import LiveRun


async def ask_model(run: LiveRun) -> ModelResponse:
    """One answer of the model to everything so far."""
    _take_staged_input(run)
    instructions, prompt = await _instructions(run)
    toolbox = await run.tools()
    items, instructions = await _filtered(run, _input_items(run), instructions)
    await run.hooks.model_starts(run.context, run.agent, instructions, items)
    model = model_of(run)
    request: dict[str, Any] = {
        "system_instructions": instructions,
        "input": items,
        "model_settings": with_cache_key(_settings(run), model, run),
        "tools": await with_computers(toolbox.tools, run.context),
        "output_schema": output_schema(run.agent),
        "handoffs": toolbox.handoffs,
        "tracing": run.spans.model_tracing if run.spans else ModelTracing.DISABLED,
        "previous_response_id": run.state.previous_response_id,
        "conversation_id": run.state.conversation_id,
        "prompt": prompt,
    }
    run.state.response_kept = request["model_settings"].store

    async def once(attempt: Attempt) -> ModelResponse:
        if run.streamed:
            return await _stream(model, request, attempt, run)
        return await model.get_response(**request)

    persistence = Persistence(
        model,
        request["model_settings"],
        run.streamed,
        run.state.previous_response_id,
        run.state.conversation_id,
    )
    response = await persistence.ask(once)
    if not request["model_settings"].preserve_raw_usage:
        response.raw_usage = None
    return response


async def _instructions(run: LiveRun) -> tuple[str | None, dict[str, Any] | None]:
    """The instructions and the stored prompt of the agent."""
    agent, context = run.agent, run.context
    if agent.prompt is None:
        return await agent.get_system_prompt(context), None
    return await both(agent.get_system_prompt(context), agent.get_prompt(context))


def model_of(run: LiveRun) -> Model:
    """The model of the run, else of the agent, else the provider's default."""
    for model in (run.config.model, run.agent.model):
        if isinstance(model, Model):
            return model
        if model is not None:
            return run.config.model_provider.get_model(model)
    return run.config.model_provider.get_model(None)


def _settings(run: LiveRun) -> ModelSettings:
    settings = run.agent.model_settings.resolve(run.config.model_settings)
    used = run.state.tool_use.get(run.agent.name)
    if used and run.agent.reset_tool_choice and settings.tool_choice not in (None, "auto", "none"):
        # A forced tool would be forced again in every turn, for ever.
        from dataclasses import replace

        return replace(settings, tool_choice=None)
    return settings


def _take_staged_input(run: LiveRun) -> None:
    staged, run.state.staged_input = run.state.staged_input, []
    if staged:
        run.state.record([InputItem(agent=run.agent, raw_item=item) for item in staged])


def _input_items(run: LiveRun) -> list[TResponseInputItem]:
    state = run.state
    if server_managed(state):
        return _unsent_items(run)
    if run.model_input is None or run.model_input.generated is not state.generated_items:
        run.model_input = start_input(state)
    return run.model_input.extend(state)


def _unsent_items(run: LiveRun) -> list[TResponseInputItem]:
    """What the provider, who keeps the conversation, does not have yet: input and outputs."""
    state = run.state
    items = [] if state.input_sent else list(start_input(state).items)
    new = state.generated_items[state.items_sent :]
    items += [item.to_input_item() for item in new if not _from_provider(item)]
    state.input_sent, state.items_sent = True, len(state.generated_items)
    return items


def _from_provider(item: Any) -> bool:
    return raw_items.kind_of(item.raw_item) == "program_output" or item.type not in (
        "input_item",
        "tool_call_output_item",
        "handoff_output_item",
        "mcp_approval_response_item",
    )


async def _filtered(
    run: LiveRun, items: list[TResponseInputItem], instructions: str | None
) -> tuple[list[TResponseInputItem], str | None]:
    change = run.config.call_model_input_filter
    if change is None:
        return items, instructions
    data = ModelInputData(input=list(items), instructions=instructions)
    try:
        made = await settled(change(CallModelData(data, run.agent, run.context.context)))
    except Exception as error:
        if run.spans is not None:
            run.spans.note_turn("Error in call_model_input_filter", error)
        raise
    if not isinstance(made, ModelInputData):
        raise UserError("call_model_input_filter must return a ModelInputData instance")
    return without_repeats(made.input), made.instructions


async def _stream(
    model: Model, request: dict[str, Any], attempt: Attempt, run: LiveRun
) -> ModelResponse:
    """Pass the events of the stream on; the last one carries the answer."""
    response: ModelResponse | None = None
    whole: list[Any] = []
    stream: AsyncGenerator[Any, None] = model.stream_response(**request)  # type: ignore[assignment]
    try:
        async with aclosing(stream) as events:
            async for event in events:
                kind = getattr(event, "type", "")
                attempt.begun = True
                attempt.said = attempt.said or says_something(kind)
                run.emit(RawResponsesStreamEvent(data=event))
                if kind in ENDS:
                    response = answer_of_event(event, kind, whole)
                elif kind == "response.output_item.done":
                    whole.append(event.item)
    except Exception as error:
        if response is None:
            raise
        # What breaks behind the end of an answer takes nothing away from it.
        logger.warning("A stream broke behind its end: %s", type(error).__name__)
    if response is None:
        code = "stream_ended" if attempt.begun else None
        raise ModelAnswerError("Model did not produce a final response!", code)
    return response
