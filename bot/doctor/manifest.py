"""The manifest: does the copy that is kept here still ask for all that the bot needs."""

from collections.abc import Sequence
from pathlib import Path

from bot.doctor.finding import Finding
from bot.manifest import EVENTS, scopes
from bot.settings import Settings

KEPT = Path("manifest.yml")
"""In the current directory, as `signoff manifest` is usually redirected."""


async def check_manifest(settings: Settings) -> Sequence[Finding]:
    """By the copy: Slack tells a bot its scopes, and nothing else of its manifest."""
    return [manifest_finding(settings, _kept())]


def _kept() -> str | None:
    return KEPT.read_text("utf-8") if KEPT.is_file() else None


def manifest_finding(settings: Settings, kept: str | None) -> Finding:
    """From the copy, if there is one."""
    if kept is None:
        asks = f"{len(scopes())} scopes, {len(EVENTS)} events, {settings.command}"
        return Finding("manifest", "ok", f"signoff manifest prints it: {asks}")
    lines = {line.strip().removeprefix("- ") for line in kept.splitlines()}
    socket = f"socket_mode_enabled: {str(settings.mode == 'socket').lower()}"
    needed = [*scopes(), *sorted(EVENTS), f"command: {settings.command}", socket]
    if lacking := [line for line in needed if line not in lines]:
        todo = "Compare it with what signoff manifest prints, and update the app"
        return Finding("manifest", "warn", f"{KEPT} lacks {', '.join(lacking)}", todo)
    return Finding("manifest", "ok", f"{KEPT} asks for all that is needed")
