"""What goes wrong, drawn from a seed: a plan of blows against processes and connections."""

from dataclasses import dataclass
from random import Random
from typing import Literal

Blow = Literal[
    "kill worker", "kill front", "kill redis", "stop worker", "stop front", "freeze worker",
    "freeze front", "freeze redis", "cut", "refuse", "delay", "lose replies",
]  # fmt: skip
FAILOVER = "fail over"

_WEIGHTS: dict[Blow, int] = {
    "kill worker": 6, "kill front": 2, "kill redis": 3, "stop worker": 2, "stop front": 1,
    "freeze worker": 3, "freeze front": 1, "freeze redis": 1, "cut": 2, "refuse": 2, "delay": 2,
    "lose replies": 4,
}  # fmt: skip


@dataclass(frozen=True)
class Strike:
    blow: str
    target: int
    """Counts modulo how many there are."""
    after: float
    """Seconds from the beginning of its round."""
    seconds: float
    """How long it lasts, where it lasts."""
    at_work: bool = False
    """Wait for a tool that is running; a worker is struck that runs one."""


def strike(rng: Random, *, round_takes: float, lease: float) -> Strike:
    blow = rng.choices(list(_WEIGHTS), list(_WEIGHTS.values()))[0]
    match blow:
        case "freeze worker":
            seconds = lease * rng.uniform(1.2, 3.0)
        case "delay" | "refuse" | "lose replies":
            seconds = rng.uniform(0.3, 1.5)
        case _:
            seconds = rng.uniform(0.5, 2.0)
    return Strike(
        blow=blow,
        target=rng.randrange(1000),
        after=rng.uniform(0, round_takes),
        seconds=seconds,
        at_work=rng.random() < 0.6,
    )


def failover(rng: Random, *, round_takes: float) -> Strike:
    return Strike(FAILOVER, 0, rng.uniform(0, round_takes / 2), rng.uniform(0.0, 1.0))
