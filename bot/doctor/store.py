"""Whether the store is there, and keeps what it confirms."""

from collections.abc import Sequence

from bot.doctor.finding import Finding
from bot.doctor.finding import Verdict as Level
from bot.ports import NotRecorded
from bot.settings import Settings
from bot.store import StoreUnavailable
from bot.store.connection import connect
from bot.store.durability import Verdict, ask, judge


async def check_store(settings: Settings) -> Sequence[Finding]:
    """Asks the Redis of the settings what it promises."""
    if settings.redis_url is None:
        return [await _embedded(settings)]
    try:
        async with connect(settings.redis_url.get_secret_value()) as connection:
            return durability_findings(judge(await ask(connection)), connection.shown)
    except (NotRecorded, StoreUnavailable, ValueError) as error:
        return [Finding("redis", "fail", str(error), "Start it, or correct REDIS_URL")]


def durability_findings(verdict: Verdict, shown: str) -> list[Finding]:
    """From what the server promises; every reason is a line."""
    levels: dict[str, Level] = {"safe": "ok", "risky": "warn", "unfit": "fail"}
    level = levels[verdict.level]
    return [Finding("redis", level, f"{shown}: {reason}") for reason in verdict.reasons]
