"""Calls nobody can answer for: their run ends, and the worker that started them is gone."""

from bot.ports import Hold
from bot.records import Approval, CardDue


async def ask_about(hold: Hold, approval: Approval) -> None:
    """Bring a call that an earlier holder started into doubt: a person has to say how it ended.

    It is never let go again, whatever its effect: its run is over. Raises `LeaseLost`,
    `NotRecorded`."""
    lost = approval.call.model_copy(update={"effect": "at_most_once"})
    await hold.begin(lost, gated=True, in_doubt=CardDue(approval=approval.request.id))
