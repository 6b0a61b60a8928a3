"""Records to draw cards from, and what Slack would say of a message."""

import json
import logging
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from slack_sdk.models.blocks import Block

from bot.cards import approval_card
from bot.playground.api.content import BLOCK_TEXT
from bot.playground.blocks import check_message, text_total
from bot.ports import Message
from bot.records import Approval, Call, Decision, Place, Request, Rule, Run

card_of = partial(approval_card, command="/agent")

ARGUMENTS: dict[str, Any] = {"service": "payments", "env": "prod"}


def approval(
    status: str = "waiting",
    *,
    arguments: object = ARGUMENTS,
    text: str | None = None,
    call: Mapping[str, object] = {},
    request: Mapping[str, object] = {},
    rule: Mapping[str, object] = {},
    decisions: tuple[Decision, ...] = (),
    **others: Any,
) -> Approval:
    """An approval with everything ordinary but what is given; `text` replaces the arguments."""
    canonical = json.dumps(arguments, sort_keys=True) if text is None else text
    asked = Call(run="run1", call_id="c1", agent="Ops", tool="restart", arguments=canonical,
                 digest="3fa94c1b22d0" + "0" * 52).model_copy(update=dict(call))  # fmt: skip
    says = Rule(name="default", approvers=("channel",), version="v").model_copy(update=dict(rule))
    made = Request(
        id="tok3n", place=Place(channel="C1", thread="1.1"), requester="U1", call=asked,
        description="Restarts a service.", rule=says, asked_at=0, expires_at=1_790_000_000,
    ).model_copy(update=dict(request))  # fmt: skip
    return Approval.model_validate(
        {"request": made, "status": status, "decisions": decisions, **others}
    )


def run(**others: Any) -> Run:
    ordinary = Run(
        id="run1", place=Place(channel="C1", thread="1.1"), requester="U1", agent="Ops",
        ask="restart payments", asked_ts="1.1", status="waiting", started_at=1, updated_at=2,
        approvals=("tok3n",),
    )  # fmt: skip
    return ordinary.model_copy(update=others)


def approved(*users: str) -> tuple[Decision, ...]:
    return tuple(Decision(verdict="approved", by=user, at=1) for user in users)


def problems(message: Message) -> list[str]:
    """What Slack would refuse, by our own validator, its SDK, and its limits on the whole."""
    blocks = [dict(block) for block in message.blocks]
    found = check_message(blocks)
    logging.disable(logging.WARNING)
    try:
        if [block.to_dict() for block in Block.parse_all(blocks)] != blocks:
            found.append("the SDK reads it differently")
    finally:
        logging.disable(logging.NOTSET)
    if text_total(blocks) > BLOCK_TEXT:
        found.append("more text than Slack takes in one message")
    if not 0 < len(message.text.encode()) <= 3_800:
        found.append("text is empty or longer than 3,800 bytes")
    return found


def texts(value: object) -> Iterator[str]:
    """Every string somewhere in blocks."""
    match value:
        case str():
            yield value
        case Mapping():
            for item in value.values():
                yield from texts(item)
        case list() | tuple():
            for item in value:
                yield from texts(item)
        case _:
            pass


def shown(message: Message) -> str:
    """All text of the blocks, one part a line."""
    return "\n".join(
        text
        for block in message.blocks
        for element in parts(block)
        for text in [element.get("text")]
        if isinstance(text, str)
    )


def parts(value: object) -> Iterator[Mapping[str, Any]]:
    """Every object somewhere in blocks."""
    if isinstance(value, Mapping):
        yield value
        for item in value.values():
            yield from parts(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from parts(item)


def buttons(message: Message) -> dict[str, Mapping[str, Any]]:
    """Live buttons by what is written on them."""
    return {
        part["text"]["text"]: part
        for block in message.blocks
        for part in parts(block)
        if part.get("type") == "button"
    }


def box(message: Message, number: int = 0) -> str:
    """Text of a fixed-width box."""
    found = [
        part["elements"][0]["text"]
        for block in message.blocks
        for part in parts(block)
        if part.get("type") == "rich_text_preformatted"
    ]
    return str(found[number])
