"""What people do, drawn from a seed: one scene is one thread from the question to the answer."""

from dataclasses import dataclass, replace
from random import Random
from typing import Literal, Self

Kind = Literal[
    "plain", "approve", "several", "reject", "double", "contest", "pair", "expire", "brink",
    "cancel", "chatter", "trespass", "again",
]  # fmt: skip
Settlement = Literal["done", "again", "give_up"]

_WEIGHTS: dict[Kind, int] = {
    "plain": 1, "approve": 4, "several": 3, "reject": 2, "double": 4, "contest": 3, "pair": 3,
    "expire": 1, "brink": 1, "cancel": 2, "chatter": 2, "trespass": 1, "again": 1,
}  # fmt: skip


@dataclass(frozen=True)
class Scene:
    name: str
    kind: Kind
    job: str
    more: str = ""
    """A second job, said in the same thread."""
    patience: float = 0.0
    """Seconds from a card to the click on it."""
    settlement: Settlement = "done"
    """What becomes of calls in doubt."""

    def once_more(self) -> Self:
        """The same under another name: for somebody who was told that nothing was recorded."""
        job, more = (each.replace(self.name, f"{self.name}x") for each in (self.job, self.more))
        return replace(self, name=f"{self.name}x", job=job, more=more)


def scene(rng: Random, name: str) -> Scene:
    kind = rng.choices(list(_WEIGHTS), list(_WEIGHTS.values()))[0]
    more = _calls(rng, "look", "act") if kind in ("chatter", "again") else ""
    return Scene(
        name=name,
        kind=kind,
        job=f"job {name}: {_job(rng, kind)}",
        more=f"job {name}b: {more}" if more else "",
        patience=3.7 if kind == "brink" else rng.choice((0.0, 0.1, 0.5, 1.5)),
        settlement=rng.choice(("done", "again", "again", "give_up")),
    )


def _job(rng: Random, kind: Kind) -> str:
    match kind:
        case "plain":
            return f"look-quick look-slow; {_calls(rng, 'log')}"
        case "several":
            first, second = _calls(rng, "act", "sync", "look"), _calls(rng, "act", "log")
            return f"{first}; {second}"
        case "pair":
            return _calls(rng, "pair")
        case "expire" | "brink":
            return _calls(rng, "brief")
        case _:
            return _calls(rng, "act")


def _calls(rng: Random, *tools: str) -> str:
    return " ".join(f"{tool}-{_style(rng)}" for tool in tools)


def _style(rng: Random) -> str:
    return rng.choices(("quick", "slow", "long", "bad"), (3, 4, 2, 1))[0]
