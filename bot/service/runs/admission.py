"""The last look before an approved call starts: could those who approved it still do so?"""

import logging

from bot.policy import Allowed, Refused, Unknown
from bot.ports import Approvals, Clock
from bot.records import Approval, Decision, Withdrawn
from bot.service.access.authority import Authority

log = logging.getLogger(__name__)

FRESH = 60.0
"""Seconds for which what the click found out stands in for what cannot be found out now."""

JUST_NOW = 2.0
"""Seconds after which also the last to approve is looked up once more."""


class Admission:
    def __init__(self, approvals: Approvals, authority: Authority, clock: Clock) -> None:
        self._approvals = approvals
        self._authority = authority
        self._clock = clock

    async def objection(self, approval: Approval) -> str:
        """Why the call may not start; empty when it may. An approval that does not count any more
        is withdrawn, and the call waits for people again. Raises `NotRecorded`."""
        for decision in approval.agreed:
            if why := await self._doubt(approval, decision):
                log.info("an approval of %s is withdrawn", approval.request.call.tool)
                gone = Withdrawn(by=decision.by, at=self._clock.now(), why=why)
                await self._approvals.withdraw(approval, gone)
                return why
        return ""

    async def _doubt(self, approval: Approval, decision: Decision) -> str:
        authority = self._authority.within(self._oldest(approval, decision))
        match await authority.could_still(approval.request, decision):
            case Allowed():
                return ""
            case Refused(reason=reason):
                return _WHY[reason]
            case Unknown():
                # A standing word was said some time ago, however recently it was applied.
                recent = not decision.standing and self._clock.now() - decision.at < FRESH
                return "" if recent else "When it was about to run, Slack could not be asked."

    def _oldest(self, approval: Approval, decision: Decision) -> float:
        """Seconds: what was looked up before somebody spoke does not tell whether they still could.
        Of whoever has only just spoken it does, and nobody waits for Slack."""
        age = self._clock.now() - decision.at
        is_last = decision.standing or decision == approval.agreed[-1]
        return FRESH if is_last and age < JUST_NOW else age


_WHY = {
    "own_request": "It is their own request.",
    "not_named": "When it was about to run, they were not among those who decide any more.",
    "guest": "When it was about to run, they were a guest.",
    "stranger": "They belong to another organisation.",
    "bot": "They are an app.",
    "deactivated": "When it was about to run, their account was deactivated.",
    "no_right": "When it was about to run, the person they decided for could not have done so.",
}
