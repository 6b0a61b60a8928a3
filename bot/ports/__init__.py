"""What the services need from the outside world, named after the need.

Every port has a double that keeps everything in memory (`bot.store.memory`), and one contract test
runs on all of its adapters.
"""

from bot.ports.audit import Audit, AuditBook
from bot.ports.clock import Clock
from bot.ports.delegations import Delegations
from bot.ports.directory import Directory, DirectoryError
from bot.ports.homes import Front, Homes, Section
from bot.ports.journal import Approvals, Begun, Ended, Ruling, Settled
from bot.ports.keeping import Errands, Part, Runs
from bot.ports.messenger import AnswerStream, Block, Message, Messenger, Modal, NotDelivered, Once
from bot.ports.store import NotRecorded
from bot.ports.tally import Tally
from bot.ports.threads import (
    Change,
    Due,
    Hold,
    LeaseLost,
    Outbox,
    Round,
    Thread,
    Threads,
    WrittenByNewer,
)
from bot.ports.wakeups import Wakeups

__all__ = [
    "AnswerStream",
    "Approvals",
    "Audit",
    "AuditBook",
    "Begun",
    "Block",
    "Change",
    "Clock",
    "Delegations",
    "Directory",
    "DirectoryError",
    "Due",
    "Ended",
    "Errands",
    "Front",
    "Hold",
    "Homes",
    "LeaseLost",
    "Message",
    "Messenger",
    "Modal",
    "NotDelivered",
    "NotRecorded",
    "Once",
    "Outbox",
    "Part",
    "Round",
    "Ruling",
    "Runs",
    "Section",
    "Settled",
    "Tally",
    "Thread",
    "Threads",
    "Wakeups",
    "WrittenByNewer",
]
