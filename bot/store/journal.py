"""Approvals in Redis."""

from collections.abc import Sequence
from typing import Literal

from bot.ports import NotRecorded, Ruling
from bot.records import (
    Approval,
    ApprovalStatus,
    CardDue,
    Copy,
    Decided,
    Decision,
    Entry,
    Lapsed,
    MessageRef,
    Notice,
    Remark,
    Request,
    Withdrawn,
)
from bot.store import keys, trail
from bot.store.agenda import Agenda
from bot.store.command import Argument, Command
from bot.store.database import Database, Durable
from bot.store.pointers import Known, with_end
from bot.store.recording import Fields, approval, listed, packed


class RedisApprovals:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._codec = database.codec
        self._agenda = Agenda(database, self._load)
        self._known = Known()

    async def find(self, approval: str) -> Approval | None:
        key = self._known.key_of(approval)
        if key is None:
            found = await self._database.read("GET", keys.approval_index(approval))
            if found is None:
                return None
            key = self._known.learn(approval, found.decode())
        return await self._load(key, approval)

    async def glance(self, approval: str) -> Approval | None:
        key = self._known.key_of(approval)
        try:
            return None if key is None else await self._load(key, approval)
        except NotRecorded:
            return None

    async def decide(self, request: Request, decision: Decision) -> Ruling:
        key = keys.call(request.place, request.call.key)
        outcome, fields = await self._database.change(
            request.place,
            "decide",
            request.call.key,
            request.id,
            decision.by,
            decision.behalf or decision.by,
            decision.verdict,
            packed(self._codec, decision, key),
            int(decision.at < request.expires_at),
            request.rule.required,
            decision.digest or request.call.digest,
            int(bool(decision.arguments)),
            self._entry(request, Decided(approval=request.id)),
            *self._listed(request, trail.of_decision(request, decision), _card(request)),
            index=[self._due(request)],
            then=[("HGETALL", key)],
            durable="surely",
        )
        standing = self._standing(request, fields)
        match outcome:
            case b"settled":
                return Ruling(standing, "settled")
            case b"counted":
                return Ruling(standing, "counted")
            case b"repeated":
                return Ruling(standing, "repeated")
            case b"changed":
                return Ruling(standing, "changed")
            case _:
                return Ruling(standing, "late")

    async def remark(
        self, request: Request, remark: Remark, *, once: str, notices: Sequence[Notice] = ()
    ) -> Approval:
        key = keys.call(request.place, request.call.key)
        traced = trail.of_remark(request, remark, once=once)
        _, fields = await self._database.change(
            request.place,
            "remark",
            request.call.key,
            request.id,
            once,
            packed(self._codec, remark, key),
            *self._listed(request, traced, *notices),
            index=[self._due(request)],
            then=[("HGETALL", key)],
        )
        return self._standing(request, fields)

    async def withdraw(self, approval: Approval, remark: Withdrawn) -> Approval:
        request, left = approval.request, approval.without(remark.by)
        word = next((each for each in approval.decisions if each.by == remark.by), None)
        key = keys.call(request.place, request.call.key)
        _, fields = await self._database.change(
            request.place,
            "withdraw",
            request.call.key,
            request.id,
            remark.by,
            (word.behalf if word is not None else "") or remark.by,
            left.call.digest,
            len(left.agreed),
            packed(self._codec, remark, key),
            *self._listed(request, trail.of_remark(request, remark), _card(request)),
            index=[self._due(request)],
            then=[("HGETALL", key)],
        )
        return self._standing(request, fields)

    async def expire(self, request: Request, now: float) -> Approval:
        if now < request.expires_at:
            return await self._current(request)
        lapsed = Lapsed(approval=request.id)
        return (await self._close(request, "waiting", "expired", lapsed)).approval

    async def undeliverable(self, request: Request) -> Approval:
        lapsed = Lapsed(approval=request.id)
        ruling = await self._close(request, "waiting", "undeliverable", lapsed, shown=False)
        return ruling.approval

    async def settle(
        self,
        request: Request,
        *,
        status: Literal["done", "failed", "superseded"],
        by: str,
        behalf: str = "",
    ) -> Ruling:
        decided = Decided(approval=request.id)
        ruling = await self._close(
            request,
            "in_doubt",
            status,
            decided,
            by=by,
            behalf=behalf,
            durable="surely",
        )
        if ruling.outcome == "settled":
            life = int(self._database.retention * 1000)
            await self._database.write(*with_end(request.call.run, request.id, life))
        return ruling

    async def posted(self, request: Request, card: MessageRef, *, stray: bool = False) -> Approval:
        if stray:
            await self._note(request, "posted", "stray", b"1")
        return await self._stands(request, "card", card)

    async def mislaid(self, request: Request) -> Approval:
        return await self._note(request, "mislaid")

    async def copied(self, request: Request, copy: Copy) -> Approval:
        return await self._stands(request, f"copy:{copy.to}", copy)

    async def led_to(self, request: Request, result: str) -> Approval:
        value = self._codec.encode(result, keys.call(request.place, request.call.key))
        return await self._note(request, "posted", "result", value)

    async def _stands(self, request: Request, name: str, where: MessageRef | Copy) -> Approval:
        value = packed(self._codec, where, keys.call(request.place, request.call.key))
        return await self._note(request, "posted", name, value)

    async def _note(self, request: Request, script: str, *args: Argument) -> Approval:
        place, call = request.place, request.call.key
        then = [("HGETALL", keys.call(place, call))]
        _, fields = await self._database.change(place, script, call, request.id, *args, then=then)
        return self._standing(request, fields)

    async def overdue(self, now: float, limit: int = 100) -> list[str]:
        return await self._agenda.overdue(now, limit)

    async def _load(self, key: str, name: str) -> Approval | None:
        fields = await self._database.read("HGETALL", key)
        if fields.get(b"id") != name.encode():
            return None
        return approval(self._codec, fields, key)

    async def _current(self, request: Request) -> Approval:
        key = keys.call(request.place, request.call.key)
        return self._standing(request, await self._database.read("HGETALL", key))

    def _standing(self, request: Request, fields: Fields) -> Approval:
        """One that is no longer on record has expired."""
        if fields.get(b"id") != request.id.encode():
            return Approval(request=request, status="expired")
        return approval(self._codec, fields, keys.call(request.place, request.call.key))

    async def _close(
        self,
        request: Request,
        before: ApprovalStatus,
        after: trail.Ending,
        entry: Entry,
        *,
        by: str = "",
        behalf: str = "",
        shown: bool = True,
        durable: Durable = "at once",
    ) -> Ruling:
        key = keys.call(request.place, request.call.key)
        now = self._database.clock.now()
        traced = trail.of_ending(request, after, now, by=by, behalf=behalf)
        answer, fields = await self._database.change(
            request.place,
            "close",
            request.call.key,
            request.id,
            request.call.run,
            before,
            after,
            by,
            self._entry(request, entry),
            *self._listed(request, traced, *([_card(request)] if shown else [])),
            index=[self._due(request)],
            then=[("HGETALL", key)],
            durable=durable,
        )
        standing = self._standing(request, fields)
        return Ruling(standing, "settled" if answer == b"settled" else "late")

    def _entry(self, request: Request, entry: Entry) -> bytes:
        return packed(self._codec, entry, keys.inbox(request.place))

    def _listed(self, request: Request, *notices: Notice) -> list[Argument]:
        return listed(self._codec, notices, keys.outbox(request.place))

    def _due(self, request: Request) -> Command:
        return "ZADD", keys.UNSETTLED, self._database.clock.now(), request.place.tag


def _card(request: Request) -> CardDue:
    return CardDue(approval=request.id)
