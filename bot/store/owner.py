"""Whose store it is, kept where everybody sees it: found out at the start, before anything is said
in somebody else's name."""

from bot.records import Owner
from bot.store.database import Database
from bot.store.store import StoreUnavailable

KEY = "owner"
REMEDY = (
    "Set REDIS_URL (or BOT_DATA_DIR, where it is not set) to a place of this bot's own; if it takes"
    f" the other's place for good, remove the key `{KEY}` from the database"
)


async def take_over(database: Database, owner: Owner) -> None:
    """Write down whose it is from now on. Raises `StoreUnavailable` when it belongs to somebody
    else, `NotRecorded`."""
    name = owner.model_dump_json()
    await database.write(("SET", KEY, name, "NX"))
    if (other := await somebody_else(database, owner)) is not None:
        shown = database.connection.shown
        raise StoreUnavailable(f"REDIS_URL {shown}: it belongs to another bot ({other}). {REMEDY}")
    if owner.app:
        await database.write(("SET", KEY, name))


async def somebody_else(database: Database, owner: Owner) -> Owner | None:
    """Whoever else it belongs to; changes nothing. Raises `NotRecorded`."""
    kept = await database.read("GET", KEY)
    known = Owner.model_validate_json(kept) if kept is not None else owner
    return None if known.is_same(owner) else known
