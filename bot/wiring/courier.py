"""The courier, with all that he tells and by which ways."""

from collections.abc import Callable, Sequence

from bot.ports import AuditBook, Directory, Messenger
from bot.service.access.authority import Authority
from bot.service.access.delegates import Delegates
from bot.service.access.stand_ins import StandIns
from bot.service.outbound.copies import Copies
from bot.service.outbound.courier import Courier
from bot.service.outbound.discretion import Discretion
from bot.service.outbound.drawings import Drawings
from bot.service.outbound.reminders import Reminders
from bot.service.outbound.results import Results
from bot.service.outbound.shown_cards import ShownCards
from bot.service.outbound.slate import Slate
from bot.service.outbound.undelivered import Undelivered
from bot.store import Store


def wire_courier(
    store: Store,
    messenger: Messenger,
    directory: Directory,
    delegates: Delegates,
    audit: AuditBook,
    told: Callable[[], None] = lambda: None,
    *,
    command: str,
    pauses: Sequence[float] = (1.0, 3.0),
) -> Courier:
    """`told` and `pauses` as the courier has them; `command` is the slash command."""
    approvals, runs, outbox = store.approvals, store.runs, store.outbox
    authority = Authority(directory, delegates)
    stand_ins = StandIns(delegates, directory)
    drawings = Drawings(messenger, stand_ins, command=command)
    discretion = Discretion(directory)

    def cards_of_a_round() -> ShownCards:
        slate = Slate(messenger)
        copies = Copies(approvals, messenger, slate, directory, authority, stand_ins, drawings)
        return ShownCards(
            approvals, runs, messenger, slate, copies, drawings, discretion, pauses=pauses
        )

    return Courier(
        outbox,
        messenger,
        audit,
        cards_of_a_round,
        Reminders(approvals, messenger, drawings),
        Results(approvals, runs, messenger),
        Undelivered(outbox, approvals, runs, messenger, store.wakeups),
        told,
        pauses=pauses,
    )
