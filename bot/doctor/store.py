"""Whether the store is there, and keeps what it confirms."""

from collections.abc import Sequence

from bot.doctor.finding import Finding
from bot.doctor.finding import Verdict as Level
from bot.ports import NotRecorded
from bot.settings import Settings
from bot.storage import redis_for, seal_for
from bot.store import StoreUnavailable
from bot.store.connection import connect
from bot.store.durability import Verdict, ask, judge


async def check_store(settings: Settings) -> Sequence[Finding]:
    """Asks the Redis of the settings what it promises; starts the embedded one if it has to.

    Raises `SettingsError` when states could not be encrypted."""
    seal_for(settings)
    try:
        async with redis_for(settings) as url, connect(url) as connection:
            verdict = judge(await ask(connection))
            where = connection.shown if settings.redis_url else f"embedded in {settings.data_dir}"
            return durability_findings(verdict, where)
    except (NotRecorded, StoreUnavailable, ValueError) as error:
        return [Finding("redis", "fail", str(error), "Start it, or correct REDIS_URL")]


def durability_findings(verdict: Verdict, where: str) -> list[Finding]:
    """From what the server promises; every reason is a line."""
    levels: dict[str, Level] = {"safe": "ok", "risky": "warn", "unfit": "fail"}
    level = levels[verdict.level]
    return [Finding("redis", level, f"{where}: {reason}") for reason in verdict.reasons]
