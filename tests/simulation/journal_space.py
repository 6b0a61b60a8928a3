"""Every state the journal of one call can come to, and every step from each of them.

Breadth first over states that are told apart only by what can matter: fences count by their order,
workers and approvers by what they have done.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.records import Approval
from tests.simulation.journal_rules import (
    Around,
    Seen,
    Side,
    Step,
    act,
    after,
    canonical,
    steps,
    wrong,
)


@dataclass
class Explored:
    ways: list[list[Step]] = field(default_factory=list)
    """To every state, the shortest."""
    transitions: int = 0

    @property
    def states(self) -> int:
        return len(self.ways)

    def __str__(self) -> str:
        deepest = max(map(len, self.ways))
        return f"{self.states} states, {self.transitions} steps, {deepest} deep"


async def explore(*sides: Side) -> Explored:
    """Walk through all of it on every side at once; raises `AssertionError` with the way there."""
    result = Explored()
    first = await sides[0].look()
    start = Around()
    known = {canonical(first, start)}
    queue: deque[tuple[list[Any], Seen, Around, list[Step]]] = deque()
    queue.append(([await side.save() for side in sides], first, start, []))
    while queue:
        saved, before, around, way = queue.popleft()
        result.ways.append(way)
        seen = None
        for step in steps(around):
            result.transitions += 1
            if seen != before:
                await _load(sides, saved)
            answer, seen = await _try(sides, step, around, way)
            then = after(step, answer, around)
            for fault in wrong(before, step, answer, seen, then):
                raise AssertionError(f"{fault}: {_told([*way, step])}")
            name = canonical(seen, then)
            if name in known:
                continue
            known.add(name)
            queue.append(([await side.save() for side in sides], seen, then, [*way, step]))
    return result


async def walk(sides: Sequence[Side], way: list[Step]) -> None:
    """Go one way, from where the sides stand, and look around at every step."""
    around = Around()
    for number, step in enumerate(way):
        answer, _ = await _try(sides, step, around, way[:number])
        around = after(step, answer, around)


async def _load(sides: Sequence[Side], saved: list[Any]) -> None:
    for side, state in zip(sides, saved, strict=True):
        await side.load(state)


async def _try(
    sides: Sequence[Side], step: Step, around: Around, way: list[Step]
) -> tuple[str, Seen]:
    """Every side has to answer the same and look the same."""
    found = [(await act(side, step, around), await side.look()) for side in sides]
    for other in found[1:]:
        apart = [f"{name} {one!r} / {two!r}" for name, one, two in _apart(found[0], other)]
        assert not apart, f"{_told([*way, step])}: {'; '.join(apart)}"
    return found[0]


def _apart(one: tuple[str, Seen], other: tuple[str, Seen]) -> Iterator[tuple[str, Any, Any]]:
    """Where two sides differ."""
    fields = {"answer": (one[0], other[0])}
    for name in Seen._fields:
        first, second = getattr(one[1], name), getattr(other[1], name)
        if isinstance(first, Approval):
            names = type(first).model_fields
            fields |= {each: (getattr(first, each), getattr(second, each)) for each in names}
        else:
            fields[name] = first, second
    yield from ((name, *pair) for name, pair in fields.items() if pair[0] != pair[1])


def _told(way: list[Step]) -> str:
    return ", ".join(" ".join(str(each) for each in step if each != "") for step in way)
