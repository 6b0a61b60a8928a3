"""What goes wrong, and when: drawn from the seed, kind by kind."""

from dataclasses import dataclass, field
from random import Random
from typing import Literal

Fate = Literal[
    "crash before",
    "crash after",
    "lost request",
    "lost reply",
    "sent twice",
    "slow",
    "pause",
    "lease lost",
]
"""`crash`: the process dies at this very await, before or after what it asked for has happened.
`lost`: it is told that the other side is away, rightly (request) or wrongly (reply).
`pause`: the process stops for a while and goes on as if nothing had been."""

Deed = Literal["store", "repeatable", "hold", "slack", "lookup", "tool", "quiet"]
"""Kinds of awaits. `repeatable` requests to the store mean the same when they arrive twice; `quiet`
ones never fail, but the process can die at them."""

_DYING: tuple[Fate, ...] = ("crash before", "crash after", "pause")
_FAILING: tuple[Fate, ...] = (*_DYING, "lost request", "lost reply", "slow")
_POSSIBLE: dict[Deed, tuple[Fate, ...]] = {
    "store": _FAILING,
    "repeatable": (*_FAILING, "sent twice"),
    "hold": (*_FAILING, "lease lost"),
    "slack": _FAILING,
    "lookup": ("lost request", "slow"),
    "tool": (*_DYING, "slow"),
    "quiet": _DYING,
}
_KINDS: tuple[Fate, ...] = (*_FAILING, "sent twice", "lease lost")
_RATES = (0.0, 0.005, 0.01, 0.02, 0.05, 0.1)
_PAUSES = (0.5, 6.0, 35.0, 70.0)
"""Seconds; a lease lasts thirty."""


@dataclass
class Dice:
    rng: Random
    calm: bool = False
    """Set when nothing shall go wrong any more."""
    rate: float = 0.0
    kinds: frozenset[Fate] = frozenset()
    crashes_left: int = 6
    outages: dict[Deed, tuple[float, float]] = field(default_factory=dict)
    """From when to when nothing of this kind is answered, in seconds."""

    def __post_init__(self) -> None:
        """Not every kind of trouble in every schedule: rare ones meet more often so."""
        for deed in ("slack", "lookup"):
            if self.rng.random() < 0.15:
                begins = self.rng.uniform(0.0, 120.0)
                self.outages[deed] = (begins, begins + self.rng.uniform(5.0, 90.0))
        self.rate = self.rng.choice(_RATES)
        self.kinds = frozenset(kind for kind in _KINDS if self.rng.random() < 0.5)

    def fate(self, deed: Deed) -> Fate | None:
        if self.calm or self.rng.random() >= self.rate:
            return None
        possible = [fate for fate in _POSSIBLE[deed] if fate in self.kinds]
        if not possible:
            return None
        fate = self.rng.choice(possible)
        if fate in ("crash before", "crash after"):
            if not self.crashes_left:
                return None
            self.crashes_left -= 1
        return fate

    def is_out(self, deed: Deed, now: float) -> bool:
        begins, ends = self.outages.get(deed, (0.0, 0.0))
        return not self.calm and begins <= now < ends

    def latency(self, deed: Deed) -> float:
        """Seconds; most things take no time that matters, and some take some."""
        draw = self.rng.random()
        if deed == "tool":
            return draw * 4.0
        return 0.0 if draw < 0.8 else draw * 0.05

    def slowness(self, deed: Deed) -> float:
        return self.rng.uniform(0.1, 45.0 if deed in ("tool", "slack") else 3.0)

    def pause(self) -> float:
        return self.rng.choice(_PAUSES) * self.rng.uniform(0.5, 1.5)

    def hanging(self) -> float:
        return self.rng.uniform(10.0, 120.0)

    def happens(self, probability: float) -> bool:
        """One of the troubles that are no fault of an await."""
        return not self.calm and self.rng.random() < probability
