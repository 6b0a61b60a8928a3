"""When a thread is looked at again: the same for every kind of store.

Nothing here awaits.
"""

from typing import Literal

from bot.store.database import SETTLES

Standing = Literal["unsettled", "busy", "settled"]
"""Of a thread: whether there is something to be looked after, or somebody is at it."""


def patience(older_than: float, lease: float) -> float:
    """Where leases are short, whoever died is relieved as soon. All in seconds."""
    return max(SETTLES, min(older_than, lease)) if older_than > SETTLES else older_than


def waits_since(standing: Standing, left: float, *, now: float, older_than: float) -> float | None:
    """Since when it counts as lying there; `None` when it does not any more. `left`: seconds in
    which whoever is at it can be given up: it comes up again in that moment, and a busy one not
    before."""
    if standing == "settled" and older_than >= SETTLES:
        return None
    if left <= 0:
        return now
    since = now + left - older_than
    return since if standing == "busy" else min(now, since)
