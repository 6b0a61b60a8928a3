"""Calls whose run ends before they did, without a worker that could say what became of them."""

from collections.abc import Iterable

from bot.ports import Hold
from bot.records import Approval, CardDue
from bot.service.runs.moves import has_calls_inside

BROKEN_OFF = (
    "It was broken off before its end. What it had done by then stands on the cards of its calls."
)


async def part_with(hold: Hold, approval: Approval, others: Iterable[Approval]) -> None:
    """End what an earlier holder started: `others` are those of the same run. Raises `LeaseLost`,
    `NotRecorded`."""
    await (_end_with_its_calls if has_calls_inside(approval, others) else _ask_about)(
        hold, approval
    )


async def _ask_about(hold: Hold, approval: Approval) -> None:
    """Bring a call that an earlier holder started into doubt: a person has to say how it ended.

    It is never let go again, whatever its effect: its run is over."""
    lost = approval.call.model_copy(update={"effect": "at_most_once"})
    await hold.begin(lost, gated=True, in_doubt=CardDue(approval=approval.request.id))


async def _end_with_its_calls(hold: Hold, approval: Approval) -> None:
    """End an agent that is a tool: it does nothing by itself, and the calls inside it are on record
    one by one."""
    due = CardDue(approval=approval.request.id)
    await hold.finish(approval.call, BROKEN_OFF, failed=True, notice=due, resumed=True)
