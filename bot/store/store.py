"""All that a store offers, in one hand."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.ports import (
    Approvals,
    Audit,
    Delegations,
    Errands,
    Homes,
    Outbox,
    Runs,
    Threads,
    Wakeups,
)


@dataclass(frozen=True)
class Store:
    threads: Threads
    approvals: Approvals
    runs: Runs
    errands: Errands
    outbox: Outbox
    audit: Audit
    homes: Homes
    delegations: Delegations
    wakeups: Wakeups
    ping: Callable[[], Awaitable[None]]
    """Returns when the store answers; raises `NotRecorded`."""


class StoreUnavailable(Exception):
    """The store cannot be used; the message is one line for the operator, without secrets."""
