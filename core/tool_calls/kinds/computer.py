"""Calls that use a computer."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

from core.computer import Computer
from core.concurrency.maybe_await import settled
from core.concurrency.tasks import in_thread
from core.exceptions import ModelBehaviorError, UserError
from core.tool_calls.call_outputs import screenshot, text_output, words_beside
from core.tool_calls.kinds.base import Answer
from core.tool_calls.kinds.gate import needs_person
from core.tools.computer_tool import ComputerTool, ComputerToolSafetyCheckData, resolve_computer
from core.tools.failure import ends_the_run
from core.transcript import raw_items

if TYPE_CHECKING:
    from core.tool_calls.calls import Call
    from core.tool_context import ToolContext
    from core.turns.live import LiveRun

TAKES = {
    "click": ("x", "y", "button"),
    "double_click": ("x", "y"),
    "scroll": ("x", "y", "scroll_x", "scroll_y"),
    "type": ("text",),
    "wait": (),
    "move": ("x", "y"),
    "keypress": ("keys",),
    "drag": ("path",),
    "screenshot": (),
}
"""The actions there are, and what each is done with."""


class ComputerKind:
    """The computer tool."""

    async def needs_approval(self, tool: ComputerTool[Any], call: Call, run: LiveRun) -> bool:
        """A policy gets the actions. Checks that no callback looks at need a person."""
        needed = await needs_person(tool, actions_of(call), call, run)
        return needed or (bool(checks_of(call)) and tool.on_safety_check is None)

    async def invoke(
        self, tool: ComputerTool[Any], call: Call, context: ToolContext[Any], run: LiveRun
    ) -> Any:
        """Do the actions in their order and look at the screen. What fails ends the run: there is
        no output that could tell the model how far it came."""
        with ends_the_run(call.name):
            await _check_safety(tool, call, run)
            computer: Any = await resolve_computer(tool=tool, run_context=run.context)
            screen = await _use(computer, actions_of(call))
        return f"data:image/png;base64,{screen}" if screen else ""

    def answer(self, tool: ComputerTool[Any], call: Call, output: Any) -> Answer:
        """The screenshot; a call that has run had its checks acknowledged."""
        checks = raw_items.plain(checks_of(call))
        acknowledged = {"acknowledged_safety_checks": checks} if checks else {}
        raw = {"type": "computer_call_output", "call_id": call.call_id} | acknowledged
        return Answer(output, raw | {"output": screenshot(output)})

    def refusal(self, call: Call, message: str) -> Answer:
        """A screen nobody has looked at, and the message beside it."""
        raw = text_output("computer", call.call_id, message)
        return Answer(message, raw, beside=words_beside(call, message))


def actions_of(call: Call) -> list[dict[str, Any]]:
    """What the call asks for: actions of a batch, or the one of an older model."""
    batch = raw_items.get(call.raw_item, "actions")
    one = raw_items.get(call.raw_item, "action")
    asked = batch or ([one] if one is not None else [])
    return [raw_items.as_dict(action) for action in asked]


def checks_of(call: Call) -> list[Any]:
    """The checks the provider wants to be acknowledged."""
    return list(raw_items.get(call.raw_item, "pending_safety_checks") or [])


async def _check_safety(tool: ComputerTool[Any], call: Call, run: LiveRun) -> None:
    """Let the callback look at each check; without one a person has seen them."""
    if tool.on_safety_check is None:
        return
    for check in checks_of(call):
        data = ComputerToolSafetyCheckData(run.context, call.agent, call.raw_item, check)
        if not await settled(tool.on_safety_check(data)):
            raise UserError("A safety check of the computer tool was not acknowledged.")


async def _use(computer: Any, actions: list[dict[str, Any]]) -> str:
    """Do the actions; the screen after the last of them."""
    for action in actions:
        if action.get("type") not in TAKES:
            raise ModelBehaviorError(f"Computers know no action {action.get('type')!r}.")
    screen = None
    for action in actions:
        screen = await _do(computer, action)
    if screen is None:
        screen = await _do(computer, {"type": "screenshot"})
    return str(screen or "")


async def _do(computer: Any, action: dict[str, Any]) -> Any:
    """Do one action, a blocking one in a thread of its own."""
    kind = action["type"]
    method = getattr(computer, kind)
    values = [_value(name, action.get(name)) for name in TAKES[kind]]
    held = {"keys": action["keys"]} if "keys" not in TAKES[kind] and action.get("keys") else {}
    if held and "keys" not in inspect.signature(method).parameters:
        held = {}
    if isinstance(computer, Computer):
        return await in_thread(method, *values, **held)
    return await settled(method(*values, **held))


def _value(name: str, value: Any) -> Any:
    """A drag goes along points."""
    if name != "path":
        return value
    return [(point["x"], point["y"]) for point in map(raw_items.as_dict, value or [])]
