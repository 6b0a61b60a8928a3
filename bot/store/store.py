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
from bot.records import Owner


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
    take_over: Callable[[Owner], Awaitable[None]]
    """Note whose it is, before anything is done in its name. Raises `StoreUnavailable` when it is
    another bot's, and `NotRecorded`."""


class StoreUnavailable(Exception):
    """The store cannot be used; the message is one line for the operator, without secrets."""
