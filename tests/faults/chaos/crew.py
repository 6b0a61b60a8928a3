"""The agent under test: its tools leave traces, and its model does what the message spells out.

A message is `job NAME: TOOL-STYLE TOOL-STYLE; TOOL-STYLE`: calls side by side, then the next step.
The model keeps nothing in mind: what comes next is read from the conversation alone, so any process
can go on where another one stopped.
"""

import asyncio
import os
import re
import secrets
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core import Agent, ToolContext, function_tool
from core.models.interface import Model
from core.testing import ScriptedModel, assistant_message, function_call
from tests.faults.chaos.effects import Effect, note

EFFECTS = "CHAOS_EFFECTS"
"""The variable that names the file of the traces."""

STYLES = {"quick": 0.0, "slow": 0.7, "long": 2.0, "bad": 0.0}
"""Seconds a call takes."""

POLICIES = """
[[policy]]
tools = ["pair"]
required = 2

[[policy]]
tools = ["brief"]
expires_after = "4s"
"""

GATED = frozenset({"act", "pair", "brief", "sync"})
"""Tools that need an approval."""
REPEATABLE = frozenset({"sync", "look"})
"""Tools that may run again by themselves."""
PURE = frozenset({"look"})
"""Tools whose calls leave nothing on record."""


async def _work(ctx: ToolContext[Any], name: str, style: str) -> str:
    def trace(what: Any) -> None:
        effect = Effect(
            what=what,
            tool=ctx.tool_name,
            name=name,
            run=ctx.run_id,
            call=ctx.tool_call_id,
            key=ctx.idempotency_key,
            nonce=nonce,
            approvers=tuple(ctx.context.approvers),
            process=os.getpid(),
            at=time.time(),
        )
        note(Path(os.environ[EFFECTS]), effect)

    nonce = secrets.token_hex(6)
    trace("start")
    await asyncio.sleep(STYLES[style])
    if style == "bad":
        raise ValueError("this one never works")
    trace("end")
    return f"did #{nonce}"


@function_tool(needs_approval=True)
async def act(ctx: ToolContext[Any], name: str, style: str) -> str:
    """Do something that must not be done twice."""
    return await _work(ctx, name, style)


@function_tool(needs_approval=True)
async def pair(ctx: ToolContext[Any], name: str, style: str) -> str:
    """Do something that two people have to agree to."""
    return await _work(ctx, name, style)


@function_tool(needs_approval=True)
async def brief(ctx: ToolContext[Any], name: str, style: str) -> str:
    """Do something that can be approved for a few seconds only."""
    return await _work(ctx, name, style)


@function_tool(needs_approval=True, effect="idempotent")
async def sync(ctx: ToolContext[Any], name: str, style: str) -> str:
    """Do something that may as well be done twice."""
    return await _work(ctx, name, style)


@function_tool
async def log(ctx: ToolContext[Any], name: str, style: str) -> str:
    """Do something nobody has to approve, but only once."""
    return await _work(ctx, name, style)


@function_tool(effect="pure")
async def look(ctx: ToolContext[Any], name: str, style: str) -> str:
    """Look something up."""
    return await _work(ctx, name, style)


@dataclass(frozen=True)
class Job:
    name: str
    steps: tuple[tuple[str, ...], ...]

    def calls(self) -> Iterator[list[tuple[str, str, str]]]:
        """For every step: tool, style and name of each call."""
        for number, step in enumerate(self.steps):
            names = (f"{self.name}.{number}.{place}" for place in range(len(step)))
            yield [(*word.split("-"), name) for word, name in zip(step, names, strict=True)]


_JOB = re.compile(r"job (\w+): ([\w\-; ]+)")


def jobs(items: Sequence[Any]) -> list[Job]:
    """What people asked for, oldest first."""
    found = []
    for item in items:
        if item.get("role") == "user" and (match := _JOB.search(_text(item["content"]))):
            steps = tuple(tuple(step.split()) for step in match[2].split(";"))
            found.append(Job(match[1], steps))
    return found


def next_step(items: Sequence[Any]) -> list[Any]:
    """The calls that were not made yet, or what came out of all of them."""
    outputs = {i["call_id"]: i for i in items if i.get("type") == "function_call_output"}
    answered = [_text(i["content"]) for i in items if i.get("role") == "assistant"]
    reports = []
    for job in jobs(items):
        for step in job.calls():
            if any(name not in outputs for _, _, name in step):
                return [_call(*each) for each in step]
        if not any(closing(job.name) in text for text in answered):
            results = (f"{i}={o['output'][:60]}" for i, o in outputs.items() if _of(job, i))
            reports.append("\n".join((f"finished {job.name}", *results, closing(job.name))))
    return [assistant_message("\n\n".join(reports) or "There is nothing to do.")]


def closing(job: str) -> str:
    """The end of the answer to a job."""
    return f"(end of {job})"


def _of(job: Job, call: str) -> bool:
    return call.partition(".")[0] == job.name


def _call(tool: str, style: str, name: str) -> Any:
    return function_call(tool, {"name": name, "style": style}, call_id=name)


def _text(content: Any) -> str:
    return content if isinstance(content, str) else "".join(part["text"] for part in content)


class Obedient(Model):
    """Does the next step of what it was told."""

    async def get_response(self, **request: Any) -> Any:
        return await self._script(request).get_response(**request)

    async def stream_response(self, **request: Any) -> Any:
        async for event in self._script(request).stream_response(**request):
            yield event

    @staticmethod
    def _script(request: dict[str, Any]) -> ScriptedModel:
        return ScriptedModel([next_step(_items(request["input"]))])


def _items(given: Any) -> Sequence[Any]:
    return [{"role": "user", "content": given}] if isinstance(given, str) else given


def agent() -> Agent[Any]:
    return Agent(name="Crew", model=Obedient(), tools=[act, pair, brief, sync, log, look])
