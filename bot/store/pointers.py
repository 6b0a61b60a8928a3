"""The ways from an id to its record: keys in other slots that must live as long as the record.

Nothing here awaits.
"""

from collections.abc import Iterator

from bot.store import keys
from bot.store.command import Command


def pointer(key: str, record: str, life_ms: int) -> Iterator[Command]:
    """It lives as long as any writer asked for; one without end stays without end."""
    yield ("SET", key, record, "NX", "PX", life_ms)
    yield ("PEXPIRE", key, life_ms, "GT")


def without_end(run: str, approval: str) -> Iterator[Command]:
    """A call came into doubt, which has no time limit. `approval` is empty for an ungated call."""
    for key in _ways(run, approval):
        yield ("PERSIST", key)


def with_end(run: str, approval: str, life_ms: int) -> Iterator[Command]:
    """A doubt is settled: the ways end with the record again."""
    for key in _ways(run, approval):
        yield ("PEXPIRE", key, life_ms)


def _ways(run: str, approval: str) -> Iterator[str]:
    yield keys.run_index(run)
    if approval:
        yield keys.approval_index(approval)
