"""The ways from an id to its record: keys in other slots that must live as long as the record.

Nothing here awaits.
"""

from collections import OrderedDict
from collections.abc import Iterator

from bot.store import keys
from bot.store.command import Command

REMEMBERED = 4096


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


class Known:
    """Ways this process has gone before. An id leads to the same record for ever, or to none."""

    def __init__(self) -> None:
        self._keys: OrderedDict[str, str] = OrderedDict()

    def key_of(self, name: str) -> str | None:
        return self._keys.get(name)

    def learn(self, name: str, key: str) -> str:
        self._keys[name] = key
        if len(self._keys) > REMEMBERED:
            self._keys.popitem(last=False)
        return key
