"""Calls of the shell tool."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from core.concurrency.maybe_await import settled
from core.tool_calls.kinds.base import Answer, failure_text
from core.tool_calls.kinds.gate import needs_person
from core.tools.shell_tool import (
    ShellActionRequest,
    ShellCallData,
    ShellCallOutcome,
    ShellCommandOutput,
    ShellCommandRequest,
    ShellResult,
    ShellTool,
)
from core.transcript import raw_items

if TYPE_CHECKING:
    from core.tool_calls.calls import Call
    from core.tool_context import ToolContext
    from core.turns.live import LiveRun


class ShellKind:
    """The shell tool with an executor of the application."""

    async def needs_approval(self, tool: ShellTool, call: Call, run: LiveRun) -> bool:
        """A policy gets the commands; a callback of the tool may decide in place of a person."""
        return await needs_person(tool, call_data(call.raw_item).action, call, run)

    async def invoke(
        self, tool: ShellTool, call: Call, context: ToolContext[Any], run: LiveRun
    ) -> Any:
        """Run the commands; a failing executor is news for the model."""
        if tool.executor is None:
            return "This shell has no executor."
        request = ShellCommandRequest(ctx_wrapper=run.context, data=call_data(call.raw_item))
        try:
            return await settled(tool.executor(request))
        except Exception as error:  # noqa: BLE001 - any failure of an executor
            return _failed(await failure_text(run, call, context, error))

    def answer(self, tool: ShellTool, call: Call, output: Any) -> Answer:
        """What the executor returned, as a shell output no longer than the model has asked for."""
        result = output if isinstance(output, ShellResult) else None
        text = str(output) if result is None else result.text
        if result is None or not result.output:
            result = _printed(text)
        cut = result.within(call_data(call.raw_item).action.max_output_length)
        return Answer(text[: cut.max_output_length], _raw(call, cut) | {"status": "completed"})

    def refusal(self, call: Call, message: str) -> Answer:
        """A refusal looks like a command that failed."""
        return Answer(message, _raw(call, _failed(message)))


def call_data(raw: Any) -> ShellCallData:
    """What a shell call asks for."""
    action = raw_items.get(raw, "action") or {}
    return ShellCallData(
        call_id=raw_items.get(raw, "call_id") or "",
        action=ShellActionRequest(
            commands=list(raw_items.get(action, "commands") or []),
            timeout_ms=raw_items.get(action, "timeout_ms"),
            max_output_length=raw_items.get(action, "max_output_length"),
        ),
        status=raw_items.get(raw, "status"),
        raw=raw,
    )


def _printed(text: str) -> ShellResult:
    return ShellResult([ShellCommandOutput(stdout=text)])


def _failed(message: str) -> ShellResult:
    """How it looks to the model when no command has run."""
    return ShellResult([ShellCommandOutput(stderr=message, outcome=ShellCallOutcome("exit", 1))])


def _raw(call: Call, result: ShellResult) -> dict[str, Any]:
    parts = [
        {
            "stdout": part.stdout,
            "stderr": part.stderr,
            "outcome": raw_items.without_none(asdict(part.outcome)),
        }
        for part in result.output
    ]
    limit = result.max_output_length
    asked = {} if limit is None else {"max_output_length": limit}
    return {"type": "shell_call_output", "call_id": call.call_id, "output": parts} | asked
