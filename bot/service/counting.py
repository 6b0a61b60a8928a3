"""The audit, counted: what is told to it is what can be measured, and in this one place."""

from bot.ports import AuditBook, Tally
from bot.records import AuditEntry, Happening

_STATUS: dict[Happening, str] = {
    "requested": "waiting",
    "rejected": "rejected",
    "expired": "expired",
    "cancelled": "cancelled",
    "undeliverable": "undeliverable",
    "started": "started",
    "done": "done",
    "failed": "failed",
    "in_doubt": "in_doubt",
}
_WORDS: frozenset[Happening] = frozenset({"approved", "edited", "rejected", "refused", "settled"})


class CountedAudit:
    """Counts in the process that tells the audit; what is told twice after a crash counts twice."""

    def __init__(self, audit: AuditBook, tally: Tally) -> None:
        self._audit = audit
        self._tally = tally

    async def add(self, entry: AuditEntry) -> None:
        await self._audit.add(entry)
        if entry.what == "run_ended":
            self._tally.run(entry.detail)
        if entry.approval and (status := _STATUS.get(entry.what)):
            self._tally.approval(status)
        if entry.what in _WORDS:
            self._tally.click(entry.what)
