"""Findings as text for a terminal."""

from collections.abc import Sequence

from bot.doctor.finding import Finding, would_fail

_SIGNS = {"ok": "ok  ", "warn": "warn", "fail": "FAIL"}


def table(findings: Sequence[Finding]) -> str:
    """One line a finding, below it what to do; the sum at the end."""
    width = max((len(finding.name) for finding in findings), default=0)
    lines: list[str] = []
    for finding in findings:
        lines.append(f"{_SIGNS[finding.verdict]}  {finding.name:<{width}}  {finding.what}")
        if finding.todo:
            lines.append(f"{'':<{width + 8}}→ {finding.todo}")
    return "\n".join([*lines, "", _sum(findings)])


def _sum(findings: Sequence[Finding]) -> str:
    failing = sum(finding.verdict == "fail" for finding in findings)
    warnings = sum(finding.verdict == "warn" for finding in findings)
    if would_fail(findings):
        return f"{failing} of {len(findings)} checks fail: signoff serve would not work."
    return f"Nothing would fail; {warnings} to look at." if warnings else "All is well."
