"""From a call the engine waits for to what an approver is asked.

Rule: who may decide and until when is fixed here, once, from the policies in force; nothing else
is done here.
"""

import json
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bot.policy import Policies, effective, names, policy_for, rule_for
from bot.policy.policy import DAY
from bot.policy.reference import REQUESTER
from bot.records import Call, Inquiry, Request, Rule, Run
from core.ledger import LedgerCall
from core.schemas.arguments import ArgumentsError, parse


@dataclass(frozen=True)
class ToolFacts:
    """What is known of the tool of a call, apart from its name."""

    description: str = ""
    preview: str = ""
    preview_problem: str = ""
    hidden: tuple[str, ...] = ()
    parameters: str = ""
    """JSON schema of arguments that people may edit."""
    headed_by: str = ""
    """The argument that says what is asked, for a tool that does nothing by itself."""
    asks: tuple[str, ...] | None = None
    """Set when the call is a question: who is to answer, the requester if it names nobody."""


def request_for(
    call: LedgerCall, *, run: Run, policies: Policies, now: float, tool: ToolFacts
) -> Request:
    """The approval to ask for; a new opaque id every time."""
    arguments = _arguments(call.arguments, tool.parameters)
    rule, lifetime = rule_for(policies, call.tool_name, arguments)
    inquiry = None
    if tool.asks is not None:
        inquiry = _inquiry(arguments)
        if not names(policy_for(policies, call.tool_name, arguments), call.tool_name):
            rule, lifetime = _who_answers(tool.asks, policies), DAY
    return Request(
        id=secrets.token_urlsafe(18),
        place=run.place,
        requester=run.requester,
        call=record_of(call),
        description=tool.description,
        preview=tool.preview,
        preview_problem=tool.preview_problem,
        hidden=_hidden(tool.hidden, arguments),
        parameters=tool.parameters if inquiry is None else "",
        headed_by=tool.headed_by,
        inquiry=inquiry,
        rule=rule,
        asked_at=now,
        expires_at=now + lifetime,
    )


def changes_hands(request: Request, edited: str, policies: Policies) -> bool:
    """Whether another policy would decide about these arguments than about those asked for: whoever
    may approve the one has no say about the other."""
    found = (
        policy_for(policies, request.call.tool, _arguments(each, request.parameters))
        for each in (request.call.arguments, edited)
    )
    return next(found) != next(found)


def grouped(requests: Sequence[Request]) -> list[Request]:
    """Each knows those of the same pause that one decision may settle: under the same rule."""
    same: dict[Rule, list[str]] = {}
    for each in requests:
        if each.inquiry is None:
            same.setdefault(each.rule, []).append(each.id)
    return [
        each.model_copy(update={"together": tuple(ids)})
        if each.inquiry is None and len(ids := same[each.rule]) > 1
        else each
        for each in requests
    ]


def _inquiry(arguments: Mapping[str, object]) -> Inquiry:
    choices = arguments.get("choices")
    listed = choices if isinstance(choices, list) else []
    return Inquiry(
        text=str(arguments.get("question") or ""),
        choices=tuple(dict.fromkeys(str(each) for each in listed if str(each).strip())),
    )


def _hidden(names: tuple[str, ...], arguments: object) -> tuple[str, ...]:
    """These names however they are written, and the one that stands for what cannot be read."""
    if not names:
        return ()
    alike = {name.casefold() for name in names}
    found = (name for name in _names_in(arguments) if name.casefold() in alike)
    return tuple(dict.fromkeys((*names, "", *found)))


def _names_in(value: object) -> Iterator[str]:
    match value:
        case dict():
            yield from value
            for item in value.values():
                yield from _names_in(item)
        case list():
            for item in value:
                yield from _names_in(item)
        case _:
            return


def _who_answers(people: tuple[str, ...], policies: Policies) -> Rule:
    return Rule(
        name="question",
        approvers=people or (REQUESTER,),
        requester_may_approve=not people or REQUESTER in people,
        version=policies.version,
    )


def record_of(call: LedgerCall) -> Call:
    """The engine's call as the journal keeps it.

    A call of an agent that is a tool belongs to the run all the same: the engine names such an
    inner run `run.outer_call`, and ours have no dot in their names."""
    run, _, path = call.run_id.partition(".")
    return Call(
        run=run,
        call_id=f"{path}.{call.call_id}" if path else call.call_id,
        attempt=call.attempt,
        agent=call.agent_name,
        tool=call.tool_name,
        arguments=call.arguments,
        digest=call.digest,
        effect=call.effect,
    )


def _arguments(text: str, schema: str) -> dict[str, object]:
    """As the tool will get them; none where they cannot be read."""
    try:
        return effective(parse(text), json.loads(schema or "{}"))
    except ArgumentsError:
        return {}
