"""A final output a guardrail turned away that a tool had made: it is nowhere to be read again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from core.exceptions import OutputGuardrailTripwireTriggered
from core.guardrail import GuardrailFunctionOutput
from core.items import ToolCallOutputItem
from core.logger import logger
from core.run_config import OutputGuardrailBlockedMessageArgs
from core.sessions.writes import save_items
from core.tool_calls.call_outputs import with_words

if TYPE_CHECKING:
    from core.guardrail import OutputGuardrailResult
    from core.items import RunItem
    from core.turns.live import LiveRun

DEFAULT_NOTICE = "Output withheld by an output guardrail."


async def withhold(result: OutputGuardrailResult, run: LiveRun) -> None:
    """Put a notice in the place of what the tools of the turn returned, and raise.

    The calls stay on record, as they have run; what the model said beside them is not saved.
    """
    state = run.state
    notice = _notice(result, run)
    start = 0 if state.turn is None else state.turn.start
    outputs = [i for i in state.session_items[start:] if isinstance(i, ToolCallOutputItem)]
    silent = {id(item): _silenced(item, notice) for item in outputs}
    for items in (state.session_items, state.generated_items):
        items[:] = [silent.get(id(item), item) for item in items]
    told = replace(
        result,
        agent_output=notice,
        output=GuardrailFunctionOutput(output_info=None, tripwire_triggered=True),
    )
    results = state.output_guardrail_results
    results[:] = [told if one is result else one for one in results]
    await save_items(run, but=frozenset({"message_output_item"}))
    raise OutputGuardrailTripwireTriggered(told, withheld=True)


def _silenced(item: ToolCallOutputItem, notice: str) -> RunItem:
    raw: Any = with_words(item.raw_item, notice)
    return replace(item, raw_item=raw, output=notice, custom_data=None)


def _notice(result: OutputGuardrailResult, run: LiveRun) -> str:
    message: Any = run.config.output_guardrail_blocked_message
    if not callable(message):
        return message or DEFAULT_NOTICE
    args: OutputGuardrailBlockedMessageArgs[Any] = OutputGuardrailBlockedMessageArgs(
        default_message=DEFAULT_NOTICE,
        guardrail_name=result.guardrail.get_name(),
        agent=run.agent,
        run_context=run.context,
    )
    try:
        text = message(args)
    except Exception as error:  # noqa: BLE001 - whatever fails here, the output stays withheld
        logger.warning("The formatter of blocked outputs failed (%s).", type(error).__name__)
        return DEFAULT_NOTICE
    return text if isinstance(text, str) and text.strip() else DEFAULT_NOTICE
