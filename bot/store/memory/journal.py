"""Approvals in memory."""

from collections.abc import Sequence
from typing import Literal

from bot.ports import Clock, NotRecorded, Ruling
from bot.records import (
    Approval,
    AuditDue,
    CardDue,
    Copy,
    Decided,
    Decision,
    Lapsed,
    MessageRef,
    Notice,
    Remark,
    Request,
    Withdrawn,
)
from bot.store import trail
from bot.store.memory.call import JournalCall
from bot.store.memory.room import Room
from bot.store.memory.world import World


class MemoryApprovals:
    def __init__(self, world: World, clock: Clock) -> None:
        self._world = world
        self._clock = clock

    async def find(self, approval: str) -> Approval | None:
        await self._world.reach()
        place = self._world.places.get(approval)
        if place is None:
            return None
        calls = self._world.room(place).calls.values()
        return next((call.approval for call in calls if call.id == approval), None)

    async def glance(self, approval: str) -> Approval | None:
        try:
            return await self.find(approval)
        except NotRecorded:
            return None

    async def decide(self, request: Request, decision: Decision) -> Ruling:
        room, call = await self._enter(request)
        if call is None or call.approval is None:
            return Ruling(Approval(request=request, status="expired"), "late")
        if call.has_decided(*decision.voices):
            return Ruling(call.approval, "repeated")
        if call.status != "waiting" or decision.at >= request.expires_at:
            return Ruling(call.approval, "late")
        if _is_about_others(decision, request, call.digest):
            return Ruling(call.approval, "changed")
        settled = call.decide(decision, request.rule.required, self._clock.now())
        if settled:
            room.receive(Decided(approval=request.id))
        self._show(room, request, trail.of_decision(request, decision))
        return Ruling(call.approval, "settled" if settled else "counted")

    async def remark(
        self, request: Request, remark: Remark, *, once: str, notices: Sequence[Notice] = ()
    ) -> Approval:
        room, call = await self._enter(request)
        if call is not None and once not in call.remarked:
            call.remarked.add(once)
            call.remark(remark)
            self._tell(room, request, trail.of_remark(request, remark, once=once), *notices)
        return _standing(call, request)

    async def withdraw(self, approval: Approval, remark: Withdrawn) -> Approval:
        request = approval.request
        room, call = await self._enter(request)
        if call is not None and call.status == "approved" and call.has_decided(remark.by):
            call.withdraw(remark.by)
            call.remark(remark)
            self._show(room, request, trail.of_remark(request, remark))
        return _standing(call, request)

    async def expire(self, request: Request, now: float) -> Approval:
        room, call = await self._enter(request)
        if call is not None and call.status == "waiting" and now >= request.expires_at:
            self._lapse(room, call, request, "expired")
            self._tell(room, request, _card(request))
        return _standing(call, request)

    async def undeliverable(self, request: Request) -> Approval:
        room, call = await self._enter(request)
        if call is not None and call.status == "waiting":
            self._lapse(room, call, request, "undeliverable")
        return _standing(call, request)

    async def posted(self, request: Request, card: MessageRef, *, stray: bool = False) -> Approval:
        _, call = await self._enter(request)
        if call is not None and call.approval is not None:
            known = call.approval
            changes = {"card": known.card or card, "stray": known.stray or stray}
            call.approval = known.model_copy(update=changes)
        return _standing(call, request)

    async def mislaid(self, request: Request) -> Approval:
        _, call = await self._enter(request)
        if call is not None and call.approval is not None:
            call.approval = call.approval.model_copy(update={"card": None})
        return _standing(call, request)

    async def copied(self, request: Request, copy: Copy) -> Approval:
        _, call = await self._enter(request)
        if call is not None and call.approval is not None:
            known = {copy.to: copy, **{each.to: each for each in call.approval.copies}}
            copies = tuple(known[to] for to in sorted(known))
            call.approval = call.approval.model_copy(update={"copies": copies})
        return _standing(call, request)

    async def led_to(self, request: Request, result: str) -> Approval:
        _, call = await self._enter(request)
        if call is not None and call.approval is not None and not call.approval.result:
            call.approval = call.approval.model_copy(update={"result": result})
        return _standing(call, request)

    async def settle(
        self,
        request: Request,
        *,
        status: Literal["done", "failed", "superseded"],
        by: str,
        behalf: str = "",
    ) -> Ruling:
        room, call = await self._enter(request)
        if call is None or call.status != "in_doubt":
            return Ruling(_standing(call, request), "late")
        call.move(status, ended_by=by, ended_at=self._clock.now())
        room.receive(Decided(approval=request.id))
        now = self._clock.now()
        traced = trail.of_ending(request, status, now, by=by, behalf=behalf)
        self._show(room, request, traced)
        return Ruling(_standing(call, request), "settled")

    async def overdue(self, now: float, limit: int = 100) -> list[str]:
        await self._world.reach()
        open_ones = [
            approval.request
            for room in self._world.rooms.values()
            for approval in room.open_approvals()
            if approval.next_look <= now
        ]
        open_ones.sort(key=lambda request: request.expires_at)
        return [request.id for request in open_ones[:limit]]

    async def _enter(self, request: Request) -> tuple[Room, JournalCall | None]:
        await self._world.reach()
        room = self._world.room(request.place)
        call = room.calls.get(request.call.key)
        return room, call if call is not None and call.id == request.id else None

    def _lapse(
        self,
        room: Room,
        call: JournalCall,
        request: Request,
        status: Literal["expired", "undeliverable"],
    ) -> None:
        call.move(status, ended_at=self._clock.now())
        room.receive(Lapsed(approval=request.id))
        self._tell(room, request, trail.of_ending(request, status, self._clock.now(), by=""))

    def _show(self, room: Room, request: Request, traced: AuditDue) -> None:
        self._tell(room, request, traced, _card(request))

    def _tell(self, room: Room, request: Request, *notices: Notice) -> None:
        for notice in notices:
            room.tell(notice)
        self._world.waiting[request.place.tag] = self._clock.now()


def _standing(call: JournalCall | None, request: Request) -> Approval:
    """One that is no longer on record has expired."""
    if call is None or call.approval is None:
        return Approval(request=request, status="expired")
    return call.approval


def _is_about_others(decision: Decision, request: Request, in_force: str) -> bool:
    """Whether it approves, without editing, other arguments than those in force."""
    approved = decision.digest or request.call.digest
    return decision.verdict == "approved" and not decision.arguments and approved != in_force


def _card(request: Request) -> CardDue:
    return CardDue(approval=request.id)
