"""What the example's fleet consists of, and what it is at first."""

from dataclasses import dataclass, field
from typing import Literal

Health = Literal["healthy", "degraded", "restarting"]

SEED: tuple[tuple[str, str, str, int, Health], ...] = (
    ("payments", "prod", "4.2.0", 4, "healthy"),
    ("payments", "staging", "4.3.0-rc2", 2, "degraded"),
    ("checkout", "prod", "2.18.1", 3, "healthy"),
    ("checkout", "staging", "2.19.0", 1, "healthy"),
    ("search", "prod", "1.7.4", 6, "degraded"),
    ("search", "staging", "1.8.0", 2, "healthy"),
    ("catalog", "prod", "3.0.2", 2, "healthy"),
    ("mailer", "prod", "0.9.11", 1, "healthy"),
    ("old-reports", "staging", "0.1.3", 1, "healthy"),
)

MAX_REPLICAS = 50


class FleetError(Exception):
    """What was asked for cannot be done; the text is for people and for the model."""


@dataclass(frozen=True)
class Service:
    """One service in one environment."""

    name: str
    env: str
    version: str
    replicas: int
    health: Health
    restarts: int
    restarted_at: float | None
    """Seconds since the epoch."""

    @property
    def copies(self) -> str:
        return f"{self.replicas} replica{'' if self.replicas == 1 else 's'}"

    def __str__(self) -> str:
        return f"{self.name} in {self.env}: {self.copies} of {self.version}, {self.health}"


@dataclass(frozen=True)
class Asked:
    """On whose behalf something is done."""

    by: str = ""
    approvers: tuple[str, ...] = ()
    """User ids of those who approved it."""
    run: str = ""
    key: str = ""
    """The same for every attempt of one call."""


@dataclass(frozen=True)
class Action:
    """Something that was begun, and when it ended."""

    number: int
    at: float
    action: str
    service: str
    env: str
    detail: str
    asked: Asked = field(default_factory=Asked)
    ended_at: float | None = None
    """`None`: it is going on, or its process died."""
