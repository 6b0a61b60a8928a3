"""A thread in the hands of one worker, in Redis."""

import asyncio
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Literal

from bot.ports import Begun, Change, Ended, LeaseLost, NotRecorded, Settled, Thread
from bot.records import Call, CardDue, Decided, Notice, Place, Request, Run
from bot.store import keys, saving, trail, unfinished
from bot.store.command import Argument, Command
from bot.store.database import Database
from bot.store.looking import Look, as_thread
from bot.store.pointers import with_end, without_end
from bot.store.recording import listed, packed, text

LARGE = 200_000
"""Characters of a state whose compression would be felt by others on the loop."""


class RedisHold:
    def __init__(
        self, database: Database, place: Place, look: Look, *, fence: int, version: int
    ) -> None:
        """`look`: what there was when it was taken. `version` of the state, which nobody else
        changes while the hold lasts."""
        self._database = database
        self._codec = database.codec
        self.place = place
        self._look = look
        self.fence = fence
        self._version = version
        self._read_to = 0
        self._known: Run | None = None
        self._requests: dict[str, Request] = {}
        self.is_given_back = False
        self._called_off = ""
        self._is_lost = False
        self._news = asyncio.Event()

    @property
    def taken(self) -> Thread:
        return self._take_in(self._look)

    async def read(self) -> Thread:
        return self._take_in(await self._database.look(self.place, "read"))

    def _take_in(self, look: Look) -> Thread:
        thread = as_thread(self._codec, self.place, look)
        self._read_to = max([self._read_to, *(number for number, _ in thread.inbox)])
        self._known = thread.run
        self._requests |= {key: each.request for key, each in thread.approvals.items()}
        return thread

    async def save(self, change: Change) -> bool:
        now, retention = self._database.clock.now(), self._database.retention
        version = self._version + (change.state is not None or change.delta is not None)
        arguments: Iterable[Argument] = saving.arguments(
            self._codec,
            self.place,
            change,
            self._falling(change, now),
            [*trail.of_change(change, self._known), *change.notices],
            version=version,
        )
        if len(change.state or "") > LARGE:
            arguments = await asyncio.to_thread(list, arguments)
        is_new = change.run is not None and self._is_new(change.run)
        (answer,) = await self._database.change(
            self.place,
            "save",
            self.fence,
            *arguments,
            index=saving.index(self.place, change, is_new=is_new, now=now, retention=retention),
        )
        standing, *doubtful = answer.decode().split()
        if standing == "lost":
            raise LeaseLost
        self._version = version
        self._known = change.run or self._known
        self._requests |= {each.call.key: each for each in change.requests}
        await self._clear_up(change, doubtful)
        return bool(standing == "called_off")

    def _falling(self, change: Change, now: float) -> list[saving.Cancelled]:
        known = {each.id: each for each in self._requests.values()}
        return [
            (
                request.call.key,
                [trail.of_cancelled(request, change.by, now), CardDue(approval=request.id)],
            )
            for name in change.cancelled
            if (request := known.get(name)) is not None
        ]

    def _is_new(self, run: Run) -> bool:
        return self._known is None or self._known.id != run.id

    async def _clear_up(self, change: Change, doubtful: Sequence[str]) -> None:
        """In other slots, after the change."""
        for request in change.requests:
            if request.id in doubtful:
                await self._database.write(*without_end(request.call.run, request.id))
        if change.run is not None and change.run.is_over:
            # The end is on record: whoever reads the list takes out what is left in it.
            with suppress(NotRecorded):
                await self._database.write(unfinished.filed(change.run))

    async def begin(self, call: Call, *, gated: bool, in_doubt: Notice | None = None) -> Begun:
        key = keys.call(self.place, call.key)
        going = self._traced(call, "started")
        doubting = [*self._traced(call, "in_doubt"), *([in_doubt] if in_doubt else [])]
        verdict, (output, approval_id, by, status) = await self._database.change(
            self.place,
            "begin",
            self.fence,
            call.key,
            call.run,
            call.digest,
            int(gated),
            int(call.effect != "at_most_once"),
            *self._listed(going),
            *self._listed(doubting),
            index=[self._due()],
            then=[("HMGET", key, "output", "id", "ended_by", "status")],
            durable="surely",
        )
        match verdict:
            case b"go":
                return Begun("go")
            case b"done":
                settled: Settled = "" if not by else "failed" if status == b"failed" else "done"
                return Begun("done", text(self._codec, output or b"", key), settled=settled)
            case b"in_doubt":
                approval_name = (approval_id or b"").decode()
                await self._database.write(*without_end(call.run, approval_name))
                return Begun("in_doubt")
            case b"superseded":
                return Begun("in_doubt")
            case b"refused":
                return Begun("refused")
            case b"called_off":
                return Begun("called_off")
            case _:
                raise LeaseLost

    async def finish(
        self,
        call: Call,
        output: str,
        *,
        failed: bool,
        notice: Notice | None = None,
        resumed: bool = False,
    ) -> bool:
        key = keys.call(self.place, call.key)
        ending: Literal["failed", "done"] = "failed" if failed else "done"
        notices = [*self._traced(call, ending), *([notice] if notice else [])]
        answer, approval_id = await self._database.change(
            self.place,
            "finish",
            self.fence,
            call.key,
            call.run,
            ending,
            self._codec.encode(output, key),
            *self._listed(notices),
            self._settling(notice),
            int(resumed),
            index=[self._due()],
            then=[("HGET", key, "id")],
        )
        if answer not in (b"ok", b"resolved"):
            raise LeaseLost
        if answer == b"resolved":
            life = int(self._database.retention * 1000)
            ways = with_end(call.run, (approval_id or b"").decode(), life)
            await self._database.write(*ways)
        return bool(answer == b"resolved")

    async def ended(self, call: Call) -> Ended | None:
        key = keys.call(self.place, call.key)
        status, output = await self._database.read("HMGET", key, "status", "output")
        if status not in (b"done", b"failed"):
            return None
        return Ended(text(self._codec, output or b"", key), failed=status == b"failed")

    def _traced(
        self, call: Call, what: Literal["started", "in_doubt", "done", "failed"]
    ) -> list[Notice]:
        """What the audit learns of a call."""
        request = self._requests.get(call.key)
        return [trail.of_call(call, what, self._database.clock.now(), request)]

    def _settling(self, notice: Notice | None) -> Argument:
        """What the inbox gets when the doubt is settled about a call whose card is to be drawn."""
        if not isinstance(notice, CardDue):
            return ""
        return packed(self._codec, Decided(approval=notice.approval), keys.inbox(self.place))

    def _due(self) -> Command:
        """The thread is to be looked after, since something is to be told."""
        return "ZADD", keys.UNSETTLED, self._database.clock.now(), self.place.tag

    def _listed(self, notices: Sequence[Notice]) -> list[Argument]:
        return listed(self._codec, notices, keys.outbox(self.place))

    def learns(self, called_off: str, *, is_lost: bool) -> None:
        """From the renewal of its lease: the run that somebody has called off last."""
        self._called_off, self._is_lost = called_off, is_lost
        self._news.set()

    async def until_called_off(self, run: str) -> None:
        while self._called_off != run:
            if self._is_lost:
                raise LeaseLost
            self._news.clear()
            await self._news.wait()

    async def is_idle(self) -> bool:
        answer = await self.give_back(self._read_to)
        if answer == b"lost":
            raise LeaseLost
        self.is_given_back = answer == b"ok"
        return self.is_given_back

    async def give_back(self, read_to: int | None = None) -> bytes:
        """Give it back, with `read_to` only if nothing came in after that entry."""
        (answer,) = await self._database.change(
            self.place, "give_back", self.fence, "" if read_to is None else read_to
        )
        return bytes(answer)
