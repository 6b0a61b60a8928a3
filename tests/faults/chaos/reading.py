"""Reads a story together: from Slack's side, from the store, and from the traces of the tools."""

import re
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from bot.playground import Message, Playground
from bot.playground.delivery import Delivery
from tests.faults.chaos import receipts
from tests.faults.chaos.effects import noted
from tests.faults.chaos.receipts import Ends
from tests.faults.chaos.records import Records
from tests.faults.chaos.story import Call, Card, Click, Said, Story, Words

_CARD = re.compile(r"\d+\.(\d+)\.([a-z_]+)\.[0-9a-f]{12}\.([\w-]{24})")
"""The id of a block of a card: place, version, status, digest and approval."""

DECIDING = frozenset(f"approval:{each}" for each in ("approve", "done"))
"""Buttons by which a card asks for a decision, or what became of a call."""


def card(message: Message) -> Card | None:
    """The card this message is, if it is one."""
    name = str(message.blocks[0].get("block_id", "")) if message.blocks else ""
    match = _CARD.fullmatch(name)
    if match is None:
        return None
    return Card(
        approval=match[3],
        version=int(match[1]),
        status=match[2],
        live=any(each.action_id in DECIDING for each in message.controls),
        ts=message.ts,
    )


def cards(messages: Iterable[Message]) -> Iterator[Card]:
    return (found for each in messages if (found := card(each)) is not None)


def words(slack: Playground) -> Iterator[Words]:
    """Whatever the bot said that is no card."""
    for each in slack.messages:
        if each.bot_id == slack.workspace.app.bot_id and card(each) is None:
            yield Words(thread=each.root, text=each.shown, only_to=each.visible_to or "")


def with_receipt(slack: Playground, said: Said, ends: Ends) -> Said:
    """Whether a front end acknowledged any delivery of this message, and may have died with it."""
    return _with_receipt(said, _deliveries(slack, said.ts), ends)


def came_to_nothing(slack: Playground, said: Said, ends: Ends) -> bool:
    """Whether Slack has given up to deliver this message, or nobody is left who took it."""
    deliveries = _deliveries(slack, said.ts)
    receipt = _with_receipt(said, deliveries, ends)
    over = bool(deliveries) and all(each.over for each in deliveries)
    return over and (receipt.gone or not receipt.taken)


def _with_receipt(said: Said, deliveries: Sequence[Delivery], ends: Ends) -> Said:
    answers = [answer for each in deliveries for answer in each.answers]
    at = float(said.ts)
    return replace(said, taken=receipts.taken(answers), gone=receipts.gone(answers, at, ends))


def _deliveries(slack: Playground, ts: str) -> list[Delivery]:
    return [
        each for each in slack.deliveries if each.outgoing.payload.get("event", {}).get("ts") == ts
    ]


async def story(
    slack: Playground,
    records: Records,
    traces: Path,
    said: Sequence[Said],
    clicks: Sequence[Click],
) -> Story:
    calls = [each async for each in _calls(records.client)]
    found = [await records.approvals.find(each.approval) for each in calls if each.approval]
    return Story(
        said=tuple(said),
        clicks=tuple(clicks),
        effects=tuple(noted(traces)),
        runs=tuple(await records.runs.recent(limit=10_000)),
        approvals=tuple(each for each in found if each is not None),
        calls=tuple(Call(e.run, e.call, e.status) for e in calls if not e.approval),
        cards=tuple(cards(slack.messages)),
        words=tuple(words(slack)),
        left=tuple([each async for each in waiting(records.client)]),
    )


class _Row:
    def __init__(self, key: str, approval: str, status: str) -> None:
        self.run, self.call, _ = key.partition(":call:")[2].split(":")
        self.approval = approval
        self.status = status


async def _calls(redis: Any) -> AsyncIterator[_Row]:
    """The whole journal."""
    async for key in redis.scan_iter(match="run:*:call:*", count=1000):
        approval, status = await redis.hmget(key, "id", "status")
        yield _Row(key.decode(), (approval or b"").decode(), (status or b"").decode())


async def waiting(redis: Any) -> AsyncIterator[str]:
    """What is in an inbox, in an outbox, or among the errands."""
    for box in ("inbox", "outbox"):
        async for key in redis.scan_iter(match=f"run:*:{box}", count=1000):
            yield f"{key.decode()} is not empty"
    async for key in redis.scan_iter(match="errand:*", count=1000):
        if await redis.hexists(key, "errand"):
            yield f"{key.decode()} is not done"


async def nothing_waits(redis: Any) -> bool:
    return not [each async for each in waiting(redis)]
