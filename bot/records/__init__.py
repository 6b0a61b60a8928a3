"""What the bot keeps: frozen data, told apart by a `Literal`, with nothing live inside."""

from bot.records.approval import (
    Approval,
    ApprovalStatus,
    Call,
    Decision,
    Request,
    Rule,
    Verdict,
)
from bot.records.base import Record
from bot.records.errand import Click, Command, Errand
from bot.records.inbox import Cancelled, Decided, Entry, Lapsed, Said
from bot.records.notice import AnswerDue, CardDue, NoteDue, Notice
from bot.records.person import Person
from bot.records.place import MessageRef, Place
from bot.records.run import Run, RunStatus

__all__ = [
    "AnswerDue",
    "Approval",
    "ApprovalStatus",
    "Call",
    "Cancelled",
    "CardDue",
    "Click",
    "Command",
    "Decided",
    "Decision",
    "Entry",
    "Errand",
    "Lapsed",
    "MessageRef",
    "NoteDue",
    "Notice",
    "Person",
    "Place",
    "Record",
    "Request",
    "Rule",
    "Run",
    "RunStatus",
    "Said",
    "Verdict",
]
