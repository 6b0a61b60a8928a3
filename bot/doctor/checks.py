"""All checks, one after the other; none of them keeps the others from being made."""

import os
from collections.abc import Awaitable, Callable, Mapping, Sequence
from difflib import get_close_matches

from bot.doctor.agent import check_agent
from bot.doctor.finding import Finding
from bot.doctor.manifest import check_manifest
from bot.doctor.model import check_models
from bot.doctor.policies import check_policies
from bot.doctor.slack import check_tokens
from bot.doctor.store import check_store
from bot.errors import CannotStart, SettingsError
from bot.settings import Settings, variable

Check = Callable[[Settings], Awaitable[Sequence[Finding]]]

CHECKS: Mapping[str, Check] = {
    "slack": check_tokens,
    "manifest": check_manifest,
    "redis": check_store,
    "model": check_models,
    "agent": check_agent,
    "policies": check_policies,
}


async def examine(settings: Settings) -> list[Finding]:
    """Every finding, in the order of the checks."""
    findings = [*unknown_variables(os.environ)]
    for name, check in CHECKS.items():
        findings += await _made(name, check, settings)
    return findings


async def _made(name: str, check: Check, settings: Settings) -> Sequence[Finding]:
    try:
        return await check(settings)
    except SettingsError as error:
        return [wrong_setting(name, error)]
    except CannotStart as error:
        return [Finding(name, "fail", str(error))]
    except Exception as error:  # noqa: BLE001 - a check that breaks is a finding too
        return [Finding(name, "fail", f"could not be checked ({type(error).__name__})")]


def wrong_setting(name: str, error: SettingsError) -> Finding:
    """`name`: of the check that it is in the way of."""
    return Finding(name, "fail", f"{error.name}: {error.problem}", error.remedy)


def unknown_variables(environ: Mapping[str, str]) -> list[Finding]:
    """A misspelt variable is silently ignored otherwise."""
    known = [variable(field) for field in Settings.model_fields]
    findings = []
    for name in sorted(environ):
        if name.startswith("BOT_") and name not in known:
            near = get_close_matches(name, known, n=1)
            todo = f"Did you mean {near[0]}?" if near else "Unset it if it is a misspelling"
            findings.append(Finding("environment", "warn", f"{name} means nothing to me", todo))
    return findings
