"""One thread in memory, and the steps that change it: each is atomic because none awaits."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.ports import Change, LeaseLost, Thread
from bot.records import Approval, CardDue, Decided, Entry, Notice, Request, Run
from bot.store import trail
from bot.store.looking_after import Standing
from bot.store.memory.call import JournalCall


@dataclass
class Room:
    inbox: dict[int, Entry] = field(default_factory=dict)
    outbox: dict[int, Notice] = field(default_factory=dict)
    seen: set[str] = field(default_factory=set)
    runs: dict[str, Run] = field(default_factory=dict)
    run: Run | None = None
    state: str | None = None
    deltas: list[str] = field(default_factory=list)
    history: list[str] = field(default_factory=list)
    calls: dict[str, JournalCall] = field(default_factory=dict)
    fence: int = 0
    called_off: str = ""
    """Id of the run somebody has called off."""
    stirred: asyncio.Event = field(default_factory=asyncio.Event)
    """Set, and replaced, when a run is called off or the thread changes hands."""
    held: bool = False
    held_until: float | None = None
    """When its holder can be given up; `None`: it is alive and renews its lease."""
    schema: int = 0
    """Of the newest that has held it."""
    left: float | None = None
    """When an older one came by for the first time."""
    courier: object | None = None
    courier_until: float | None = None
    """As with `held_until`."""
    hand: tuple[int, float, object | None] = (0, 0.0, None)
    """The notice a courier has in hand: its number, since when, and who it was."""
    last: int = 0

    def receive(self, entry: Entry) -> None:
        self.last += 1
        self.inbox[self.last] = entry

    def tell(self, notice: Notice) -> None:
        self.last += 1
        self.outbox[self.last] = notice

    def take(self) -> int | None:
        """The fence of the new holder; `None` while somebody has it."""
        if self.held:
            return None
        self.held, self.held_until = True, None
        self.fence += 1
        self._stir()
        return self.fence

    def call_off(self, run: str) -> None:
        self.called_off = run
        self._stir()

    def _stir(self) -> None:
        self.stirred.set()
        self.stirred = asyncio.Event()

    def give_back(self, fence: int) -> None:
        """The fence moves on, so that nothing the holder still sends is accepted."""
        if self.fence == fence:
            self.held = False
            self.fence += 1

    def check(self, fence: int) -> None:
        if self.fence != fence:
            raise LeaseLost

    def read(self) -> Thread:
        run = self.run
        approvals = {
            key: call.approval
            for key, call in self.calls.items()
            if call.approval is not None and run is not None and call.run == run.id
        }
        return Thread(
            inbox=sorted(self.inbox.items()),
            run=run,
            state=self.state,
            deltas=list(self.deltas),
            history=list(self.history),
            approvals=approvals,
        )

    def save(self, fence: int, change: Change, now: float) -> bool:
        """Whether the run has been called off meanwhile."""
        self.check(fence)
        traced = list(trail.of_change(change, self.run))
        if change.run is not None:
            if self.run is None or self.run.id != change.run.id:
                self._set_state(None)
            self.run = self.runs[change.run.id] = change.run
        if change.state is not None:
            self._set_state(change.state)
        elif change.delta is not None:
            self.deltas.append(change.delta)
        if self.run is not None and self.run.is_over:
            self._set_state(None)
        self.history.extend(change.history)
        for request in change.requests:
            self._open(request)
        self._cancel(change.cancelled, change.by, now)
        for number in change.read:
            self.inbox.pop(number, None)
        for notice in (*traced, *change.notices):
            self.tell(notice)
        return self.run is not None and self.run.id == self.called_off

    def _open(self, request: Request) -> None:
        known = self.calls.get(request.call.key)
        if known is None:
            self.calls[request.call.key] = JournalCall.opened(request)
        elif known.approval is None:
            known.ask(request)
            if known.status not in ("waiting", "in_doubt"):
                self.receive(Decided(approval=request.id))

    def _set_state(self, state: str | None) -> None:
        self.state, self.deltas = state, []

    def _cancel(self, approvals: Sequence[str], by: str, now: float) -> None:
        for call in self.calls.values():
            if call.status not in ("waiting", "approved") or call.id not in approvals:
                continue
            call.move("cancelled", ended_by=by, ended_at=now)
            if call.approval is not None:
                self.tell(trail.of_cancelled(call.approval.request, by, now))
                self.tell(CardDue(approval=call.id))

    def approvals(self) -> list[Approval]:
        known = (call.approval for call in self.calls.values())
        return [approval for approval in known if approval is not None]

    def open_approvals(self) -> list[Approval]:
        return [approval for approval in self.approvals() if approval.is_open]

    def look(self, now: float, lease: float) -> tuple[Standing, float]:
        """As `look.lua`: how it stands, and in how many seconds whoever is at it is given up."""
        left = _left(self.held_until, now, lease) if self.held else 0.0
        if self.inbox:
            return "unsettled", left
        if self.run is not None and self.run.status == "running" and not left:
            return "unsettled", 0.0
        if self.outbox:
            if self.courier is None:
                return "unsettled", left
            courier = _left(self.courier_until, now, lease)
            return "busy", min(left, courier) if left else courier
        return ("busy" if left else "settled"), left


def _left(until: float | None, now: float, lease: float) -> float:
    return lease if until is None else max(until - now, 0.0)
