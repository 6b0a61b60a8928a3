"""What is put before people when a run pauses: one request for each call that waits."""

import asyncio
import inspect
import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.policy import Undecidable, is_decidable
from bot.ports import Clock
from bot.records import Approval, Decision, Request, Run
from bot.service.access.policy_book import PolicyBook
from bot.service.runs.fitting import tool_of
from bot.service.runs.questions import Matter, Question
from bot.service.runs.requests import ToolFacts, grouped, request_for
from bot.service.runs.standing_word import follows
from core import FunctionTool, RunState, ToolApprovalItem
from core.schemas.arguments import parse

log = logging.getLogger(__name__)

MOST_OPEN = 50
"""Approvals of one run that wait at the same time: what is more would bury those who decide."""
_TOO_MANY = f"I ask for at most {MOST_OPEN} approvals of one run at a time, and there were more."


@dataclass(frozen=True)
class Offer:
    """The requests to make, and the calls nobody is asked about, each with the reason."""

    requests: tuple[Request, ...]
    covered: Mapping[str, tuple[Decision, ...]]
    """Decisions that follow from earlier ones of this run, by the id of their request."""
    undecidable: tuple[tuple[ToolApprovalItem, str], ...]


class Offers:
    def __init__(self, policies: PolicyBook, clock: Clock, *, patience: float = 5.0) -> None:
        """`patience`: seconds a tool has for its preview."""
        self._policies = policies
        self._clock = clock
        self._patience = patience

    async def make(
        self, state: RunState[Any, Any], run: Run, known: Mapping[str, Approval]
    ) -> Offer:
        """For every pending call that has no request yet."""
        asking: list[Request] = []
        undecidable: list[tuple[ToolApprovalItem, str]] = []
        covered: dict[Request, tuple[Decision, ...]] = {}
        room = MOST_OPEN - sum(each.is_open for each in known.values())
        for item in state.get_interruptions():
            request = await self._request(state, item, run)
            if request.call.key in known:
                continue
            match is_decidable(request.rule, run.place, run.requester):
                case Undecidable(words=words):
                    undecidable.append((item, words))
                case _ if decisions := follows(request, known.values(), now=self._clock.now()):
                    covered[request] = decisions
                case _ if len(asking) < room or item.reason == "outcome_unknown":
                    asking.append(request)
                case _:
                    undecidable.append((item, _TOO_MANY))
        by_id = {request.id: decisions for request, decisions in covered.items()}
        return Offer((*grouped(asking), *covered), by_id, tuple(undecidable))

    async def _request(
        self, state: RunState[Any, Any], item: ToolApprovalItem, run: Run
    ) -> Request:
        tool = tool_of(item)
        return request_for(
            state.call_of(item),
            run=run,
            policies=self._policies.current,
            now=self._clock.now(),
            tool=ToolFacts() if tool is None else await self._facts(tool, item),
        )

    async def _facts(self, tool: FunctionTool, item: ToolApprovalItem) -> ToolFacts:
        preview, problem = await self._preview(tool, item)
        editable = bool(tool.params_json_schema.get("properties"))
        return ToolFacts(
            description=_first_line(tool.description),
            preview=preview,
            preview_problem=problem,
            hidden=tuple(tool.redact),
            parameters=json.dumps(tool.params_json_schema) if editable else "",
            headed_by=tool.headed_by if isinstance(tool, Matter) else "",
            asks=tool.people if isinstance(tool, Question) else None,
        )

    async def _preview(self, tool: FunctionTool, item: ToolApprovalItem) -> tuple[str, str]:
        """What the tool says it would do, or why it does not say. One that fails or hangs must not
        hold up the request."""
        if tool.preview is None:
            return "", ""
        try:
            async with asyncio.timeout(self._patience):
                preview = tool.preview(**parse(item.arguments or ""))
                return str(await preview if inspect.isawaitable(preview) else preview), ""
        except TimeoutError:
            log.warning("the preview of %s took too long", tool.name)
            return "", f"it took longer than {self._patience:g} s"
        except Exception as error:  # noqa: BLE001 - a preview is foreign code
            log.warning("the preview of %s failed: %s", tool.name, type(error).__name__)
            return "", "it failed"


def _first_line(text: str) -> str:
    return text.strip().partition("\n")[0]
