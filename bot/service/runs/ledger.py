"""The engine's tool ledger, kept in the thread's journal."""

from collections.abc import Callable

from bot.cards import answers
from bot.records import Call, CardDue, NoteDue
from bot.service.runs.admission import Admission
from bot.service.runs.requests import record_of
from bot.service.runs.scene import Scene
from bot.service.runs.stretch import Stretch
from bot.service.runs.verdicts import BY_HAND
from core.ledger import AlreadyDone, Go, InDoubt, LedgerCall, Refused, Verdict


class JournalLedger:
    """Implements `ToolLedger` for one stretch of a run.

    A call that changes nothing needs no journal, unless somebody had to approve it.
    """

    def __init__(
        self,
        stretch: Stretch,
        admission: Admission,
        *,
        started: Callable[[str], None],
        resolved: Callable[[], None],
    ) -> None:
        """`started` hears of which tool a call begins; `resolved` that a doubt is settled, of which
        somebody else has to hear."""
        self._stretch = stretch
        self._admission = admission
        self._started = started
        self._resolved = resolved
        self._begun: set[str] = set()

    async def begin(self, call: LedgerCall) -> Verdict:
        record = record_of(call)
        approval = self._stretch.approvals.get(record.key)
        if approval is not None:
            Scene.call_begins(tuple(each.by for each in approval.agreed), approval.answer)
            if approval.status == "approved" and (why := await self._admission.objection(approval)):
                self._stretch.tell(NoteDue(text=answers.withdrawn(approval, why)))
                return Refused(why)
        else:
            Scene.call_begins(())
        if not _is_journalled(call):
            return self._go(record)
        with self._stretch.interruption.put_off():
            begun = await self._stretch.hold.begin(
                record, gated=call.needs_approval, in_doubt=self._card(record)
            )
        match begun.verdict:
            case "go":
                self._begun.add(record.key)
                return self._go(record)
            case "done":
                return AlreadyDone(begun.output or BY_HAND[begun.settled])
            case "in_doubt":
                return InDoubt()
            case "refused":
                return Refused("there is no approval on record for these arguments")
            case "called_off":
                return Refused("the run was called off")

    async def finish(self, call: LedgerCall, output: str, *, failed: bool = False) -> None:
        record = record_of(call)
        with self._stretch.interruption.put_off():
            self._stretch.interruption.call_ends(record)
            if not _is_journalled(call):
                return
            # An agent that is a tool pauses with the calls inside it and ends in another hold.
            resumed = record.key not in self._begun
            if await self._stretch.hold.finish(
                record, output, failed=failed, notice=self._card(record), resumed=resumed
            ):
                self._resolved()

    def _go(self, call: Call) -> Go:
        self._stretch.interruption.call_begins(call)
        self._started(call.tool)
        return Go()

    def _card(self, call: Call) -> CardDue | None:
        """The card of the call has to be drawn again; a call without one has none."""
        approval = self._stretch.approvals.get(call.key)
        return CardDue(approval=approval.request.id) if approval else None


def _is_journalled(call: LedgerCall) -> bool:
    return call.needs_approval or call.effect != "pure"
