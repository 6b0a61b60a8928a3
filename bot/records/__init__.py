"""What the bot keeps: frozen data, told apart by a `Literal`, with nothing live inside."""

from bot.records.approval import (
    Approval,
    ApprovalStatus,
    Call,
    Decision,
    Inquiry,
    Request,
    Rule,
    Scope,
    Verdict,
)
from bot.records.audience import Audience
from bot.records.audit import AuditEntry, Happening
from bot.records.base import Record
from bot.records.delegation import Delegation
from bot.records.errand import Click, Command, Errand, Stop, Submission
from bot.records.inbox import Cancelled, Decided, Entry, Lapsed, Said
from bot.records.notice import (
    AnswerDue,
    AuditDue,
    CardDue,
    NoteDue,
    Notice,
    NudgeDue,
    ResultDue,
)
from bot.records.onlookers import Onlookers
from bot.records.owner import Owner
from bot.records.person import Person
from bot.records.place import Copy, MessageRef, Place
from bot.records.reach import Nudge, Reach
from bot.records.remark import Answered, Asked, Nudged, Remark, Viewed, Withdrawn
from bot.records.run import Run, RunStatus

__all__ = [
    "AnswerDue",
    "Answered",
    "Approval",
    "ApprovalStatus",
    "Asked",
    "Audience",
    "AuditDue",
    "AuditEntry",
    "Call",
    "Cancelled",
    "CardDue",
    "Click",
    "Command",
    "Copy",
    "Decided",
    "Decision",
    "Delegation",
    "Entry",
    "Errand",
    "Happening",
    "Inquiry",
    "Lapsed",
    "MessageRef",
    "NoteDue",
    "Notice",
    "Nudge",
    "NudgeDue",
    "Nudged",
    "Onlookers",
    "Owner",
    "Person",
    "Place",
    "Reach",
    "Record",
    "Remark",
    "Request",
    "ResultDue",
    "Rule",
    "Run",
    "RunStatus",
    "Said",
    "Scope",
    "Stop",
    "Submission",
    "Verdict",
    "Viewed",
    "Withdrawn",
]
