"""Whether the store is there, keeps what it confirms, and can be read with the keys given."""

from collections.abc import Sequence

from bot.clock import WallClock
from bot.doctor.finding import Finding
from bot.doctor.finding import Verdict as Level
from bot.ports import NotDelivered, NotRecorded
from bot.settings import Settings
from bot.slack import WebApi, identify, owner_of, web_client
from bot.storage import redis_for, seal_for
from bot.store import StoreUnavailable
from bot.store.codec import Codec, Seal
from bot.store.connection import Connection, connect
from bot.store.database import Database
from bot.store.durability import Verdict, ask, judge
from bot.store.keyring import check_keys
from bot.store.owner import REMEDY, somebody_else


async def check_store(settings: Settings) -> Sequence[Finding]:
    """Asks the Redis of the settings what it promises; starts the embedded one if it has to.

    Raises `SettingsError` when states could not be encrypted."""
    seal = seal_for(settings)
    try:
        async with redis_for(settings) as url, connect(url) as connection:
            verdict = judge(await ask(connection))
            where = connection.shown if settings.redis_url else f"embedded in {settings.data_dir}"
            return [
                *durability_findings(verdict, where),
                *await _keys(connection, seal),
                *await _owner(connection, settings),
            ]
    except (NotRecorded, StoreUnavailable, ValueError) as error:
        return [Finding("redis", "fail", str(error), "Start it, or correct REDIS_URL")]


def durability_findings(verdict: Verdict, where: str) -> list[Finding]:
    """From what the server promises; every reason is a line."""
    levels: dict[str, Level] = {"safe": "ok", "risky": "warn", "unfit": "fail"}
    level = levels[verdict.level]
    return [Finding("redis", level, f"{where}: {reason}") for reason in verdict.reasons]


async def _keys(connection: Connection, seal: Seal | None) -> list[Finding]:
    """What is stored is left as it is."""
    try:
        await check_keys(Database(connection, WallClock(), Codec(seal)))
    except NotRecorded as error:
        todo = "Give every key that was in use; new ones go before them"
        return [Finding("encryption", "fail", str(error), todo)]
    return [Finding("encryption", "ok", "states are encrypted at rest")] if seal else []


async def _owner(connection: Connection, settings: Settings) -> list[Finding]:
    """Whether it is this bot's; without its token nobody can say, which is told elsewhere."""
    if settings.slack_bot_token is None:
        return []
    token = settings.slack_bot_token.get_secret_value()
    async with web_client(token, base_url=settings.slack_api_url) as client:
        api = WebApi(client, patience=5)
        try:
            owner = await owner_of(api, await identify(api))
        except NotDelivered:
            return []
    other = await somebody_else(Database(connection, WallClock()), owner)
    if other is not None:
        return [Finding("redis owner", "fail", f"it belongs to another bot ({other})", REMEDY)]
    return [Finding("redis owner", "ok", f"this bot's ({owner})")]
