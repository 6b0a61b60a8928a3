"""Tells the audit what changes no record: words that did not count, and other policies in force."""

from bot.audit import entries
from bot.ports import AuditBook, Clock
from bot.records import Approval, Run
from bot.service.access.policy_book import PolicyBook

UNFIT = "unfit_arguments"
"""Somebody edited the arguments so that they do not fit the tool."""


class Witness:
    def __init__(self, audit: AuditBook, policies: PolicyBook, clock: Clock) -> None:
        self._audit = audit
        self._policies = policies
        self._clock = clock
        self._seen = ""

    async def refused(self, approval: Approval, by: str, reason: str) -> None:
        """Somebody's word did not count. Raises `NotRecorded`."""
        await self._audit.add(entries.refused(approval, by, self._clock.now(), reason=reason))

    async def kept_running(self, run: Run, by: str, reason: str) -> None:
        """Somebody could not call a run off. Raises `NotRecorded`."""
        await self._audit.add(entries.kept_running(run, by, self._clock.now(), reason=reason))

    async def look_at_policies(self) -> None:
        """Put on record which are in force, when they are others. Raises `NotRecorded`."""
        current = self._policies.current
        if current.version != self._seen:
            said = current.model_dump_json(include={"policies"})
            entry = entries.policies(current.version, said, self._clock.now())
            await self._audit.add(entry)
            self._seen = current.version
