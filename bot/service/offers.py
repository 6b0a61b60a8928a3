"""What is put before people when a run pauses: one request for each call that waits."""

import asyncio
import inspect
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.policy import Policies, Undecidable, is_decidable
from bot.ports import Clock
from bot.records import Approval, Request, Run
from bot.service.requests import request_for
from core import FunctionTool, RunState, ToolApprovalItem
from core.arguments import parse

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Offer:
    """The requests to make, and the calls nobody could ever decide on, each with the reason."""

    requests: tuple[Request, ...]
    undecidable: tuple[tuple[ToolApprovalItem, str], ...]


class Offers:
    def __init__(self, policies: Policies, clock: Clock, *, patience: float = 5.0) -> None:
        self._policies = policies
        self._clock = clock
        self._patience = patience

    async def make(
        self, state: RunState[Any, Any], run: Run, known: Mapping[str, Approval]
    ) -> Offer:
        """For every pending call that has no request yet."""
        requests: list[Request] = []
        undecidable: list[tuple[ToolApprovalItem, str]] = []
        for item in state.get_interruptions():
            request = await self._request(state, item, run)
            if request.call.key in known:
                continue
            match is_decidable(request.rule, run.place, run.requester):
                case Undecidable(words=words):
                    undecidable.append((item, words))
                case _:
                    requests.append(request)
        return Offer(tuple(requests), tuple(undecidable))

    async def _request(
        self, state: RunState[Any, Any], item: ToolApprovalItem, run: Run
    ) -> Request:
        tool = _tool(item)
        return request_for(
            state.call_of(item),
            run=run,
            policies=self._policies,
            now=self._clock.now(),
            description=_first_line(tool.description) if tool else "",
            preview=await self._preview(tool, item) if tool else "",
            hidden=tuple(tool.redact) if tool else (),
        )

    async def _preview(self, tool: FunctionTool, item: ToolApprovalItem) -> str:
        """What the tool says it would do. One that fails or hangs must not hold up the request."""
        if tool.preview is None:
            return ""
        try:
            async with asyncio.timeout(self._patience):
                preview = tool.preview(**parse(item.arguments or ""))
                return str(await preview if inspect.isawaitable(preview) else preview)
        except Exception as error:  # noqa: BLE001 - a preview is foreign code
            log.warning("the preview of %s failed: %s", tool.name, type(error).__name__)
            return "(the preview failed)"


def _tool(item: ToolApprovalItem) -> FunctionTool | None:
    for tool in item.agent.tools:
        if isinstance(tool, FunctionTool) and tool.name == item.tool_name:
            return tool
    return None


def _first_line(text: str) -> str:
    return text.strip().partition("\n")[0]
