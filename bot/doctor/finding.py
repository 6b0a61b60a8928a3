"""What a check found."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Verdict = Literal["ok", "warn", "fail"]


@dataclass(frozen=True)
class Finding:
    """One line of the doctor's table."""

    name: str
    verdict: Verdict
    what: str
    """What was found, without secrets."""
    todo: str = ""
    """What to do about it."""


def would_fail(findings: Iterable[Finding]) -> bool:
    """Whether the bot would not work like this."""
    return any(finding.verdict == "fail" for finding in findings)
