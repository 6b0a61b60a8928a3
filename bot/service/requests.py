"""From a call the engine waits for to what an approver is asked.

Rule: who may decide and until when is fixed here, once, from the policies in force; nothing else
is done here.
"""

import secrets

from bot.policy import Policies, rule_for
from bot.records import Call, Request, Run
from core.arguments import ArgumentsError, parse
from core.ledger import LedgerCall


def request_for(
    call: LedgerCall,
    *,
    run: Run,
    policies: Policies,
    now: float,
    description: str = "",
    preview: str = "",
    hidden: tuple[str, ...] = (),
) -> Request:
    """The approval to ask for; a new opaque id every time."""
    rule, lifetime = rule_for(policies, call.tool_name, _arguments(call))
    return Request(
        id=secrets.token_urlsafe(18),
        place=run.place,
        requester=run.requester,
        call=record_of(call),
        description=description,
        preview=preview,
        hidden=hidden,
        rule=rule,
        asked_at=now,
        expires_at=now + lifetime,
    )


def record_of(call: LedgerCall) -> Call:
    """The engine's call as the journal keeps it."""
    return Call(
        run=call.run_id,
        call_id=call.call_id,
        attempt=call.attempt,
        agent=call.agent_name,
        tool=call.tool_name,
        arguments=call.arguments,
        digest=call.digest,
        effect=call.effect,
    )


def _arguments(call: LedgerCall) -> dict[str, object]:
    try:
        return parse(call.arguments)
    except ArgumentsError:
        return {}
