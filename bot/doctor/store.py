"""Placeholder."""

from collections.abc import Sequence

from bot.doctor.finding import Finding
from bot.settings import Settings


async def check_store(settings: Settings) -> Sequence[Finding]:
    return [Finding("redis", "ok", "")]
