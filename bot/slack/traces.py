"""Finding again what was said: every message that must not be said twice carries a name.

The name travels as the message's metadata, which people do not see. Whether Slack took a message
whose answer was lost is found out by looking for its name where it belongs.
"""

import asyncio
import hashlib
import logging
from collections.abc import AsyncIterator, Mapping, Sequence, Set
from typing import Any

from bot.ports import NotDelivered, Once
from bot.records import MessageRef, Place
from bot.slack.failures import NOT_THERE_CODES
from bot.slack.web_api import WebApi

log = logging.getLogger(__name__)

EVENT = "signoff_message"
PAGE = 200
SLACK_IS_AHEAD = 3600.0
"""Seconds by which our clock and Slack's may differ."""
PATIENCE = 2.0
"""Seconds for which a run that is taken over waits for this."""
BEFORE = 5.0
"""Seconds by which something may seem older than it is."""
MOST_PARTS = 50
"""Of one answer."""


def part(key: str, number: int) -> str:
    """The name of one of several messages an answer takes."""
    return f"{key} {number}"


def metadata(once: Once | None) -> dict[str, Any]:
    """As an argument of a method that posts."""
    if once is None:
        return {}
    return {"metadata": {"event_type": EVENT, "event_payload": {"key": _name(once.key)}}}


class Traces:
    def __init__(self, api: WebApi, me: str) -> None:
        """`me`: user id of the bot."""
        self._api = api
        self._me = me

    async def find(self, place: Place, once: Once) -> MessageRef | None:
        """The message of that name, if it may have been said and was. Where nobody may look it has
        not been said as far as anybody knows. Raises `NotDelivered` when Slack is away."""
        if once.since is None:
            return None
        said = await self._said(place, once.since, {_name(once.key)})
        return next((refs[0] for refs in said.values()), None)

    async def leave_one(
        self, place: Place, once: Once, keep: MessageRef | None
    ) -> MessageRef | None:
        """Of each part of what was said by that name leave one: `keep`, or else the first. Raises
        `NotDelivered` when Slack is away."""
        if once.since is None:
            return None
        whole, *parts = _name(once.key), *(_name(part(once.key, n)) for n in range(MOST_PARTS))
        said = await self._said(place, once.since, {whole, *parts})
        for refs in said.values():
            for ref in refs:
                if ref != (keep or refs[0]):
                    await self._api.attempt("chat.delete", {"channel": ref.channel, "ts": ref.ts})
        return keep or next((said[name][0] for name in (whole, *parts) if name in said), None)

    async def _said(
        self, place: Place, since: float, names: Set[str]
    ) -> Mapping[str, Sequence[MessageRef]]:
        """By name, oldest first."""
        said: dict[str, list[MessageRef]] = {}
        try:
            async for message in self._messages(place, since - SLACK_IS_AHEAD):
                if (name := _key_of(message)) in names:
                    ref = MessageRef(channel=place.channel, ts=str(message["ts"]))
                    said.setdefault(name, []).append(ref)
        except NotDelivered as error:
            if error.permanent or error.code in NOT_THERE_CODES:
                return {}
            raise
        return {name: sorted(refs, key=lambda ref: float(ref.ts)) for name, refs in said.items()}

    async def take_away_unfinished(self, place: Place, since: float) -> None:
        """What was being streamed when its process died has no name yet."""
        for ts in await self._unfinished(place, since - BEFORE, patience=PATIENCE):
            await self._api.attempt("chat.stopStream", {"channel": place.channel, "ts": ts})
            await self._api.attempt("chat.delete", {"channel": place.channel, "ts": ts})

    async def stop_unheard(
        self, place: Place, since: float, *, patience: float
    ) -> MessageRef | None:
        """End what is being streamed although Slack did not say that it began, and where it stands:
        of all that has no name only that can be stopped, or may have been, where Slack does not say
        so. `patience`: seconds in which it is looked for. Never raises."""
        found = await self._unfinished(place, since - SLACK_IS_AHEAD, patience=patience)
        for ts in reversed(found):
            ref = MessageRef(channel=place.channel, ts=ts)
            try:
                await self._api.tell("chat.stopStream", {"channel": ref.channel, "ts": ref.ts})
            except NotDelivered as error:
                if error.permanent:
                    continue
            return ref
        return None

    async def _unfinished(self, place: Place, since: float, *, patience: float) -> list[str]:
        """Where what has no name stands, oldest first."""
        try:
            async with asyncio.timeout(patience):
                return [
                    str(message["ts"])
                    async for message in self._messages(place, since)
                    if self._is_unfinished(message, place)
                ]
        except (NotDelivered, TimeoutError) as error:
            log.info("what is unfinished stays: %s", error)
            return []

    def _is_unfinished(self, message: Mapping[str, Any], place: Place) -> bool:
        kinds = {block.get("type") for block in message.get("blocks") or ()}
        return (
            message.get("user") == self._me
            and message.get("ts") != place.thread
            and not _key_of(message)
            and "actions" not in kinds
        )

    async def _messages(self, place: Place, since: float) -> AsyncIterator[Mapping[str, Any]]:
        method = "conversations.replies" if place.thread else "conversations.history"
        where = {"channel": place.channel} | ({"ts": place.thread} if place.thread else {})
        async for page in self._api.pages(
            method, **where, oldest=f"{since:.6f}", limit=PAGE, include_all_metadata=True
        ):
            for message in page.get("messages") or ():
                if float(message.get("ts") or 0) >= since:
                    yield message


def _key_of(message: Mapping[str, Any]) -> str:
    given = message.get("metadata") or {}
    if given.get("event_type") != EVENT:
        return ""
    return str((given.get("event_payload") or {}).get("key") or "")


def _name(key: str) -> str:
    """Keys contain ids that are nobody's business."""
    return hashlib.sha256(key.encode()).hexdigest()[:32]
