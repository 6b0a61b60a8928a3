"""Whether the given encryption keys open what is stored: found out at the start, not at a click."""

from bot.ports import NotRecorded
from bot.store.codec import Unreadable
from bot.store.database import Database

KEY = "seal:check"
TEXT = "signoff"


async def take_keys(database: Database) -> None:
    """Later starts need the newest of them. Raises `NotRecorded` when they open nothing."""
    await check_keys(database)
    await database.write(("SET", KEY, database.codec.encode(TEXT, KEY)))


async def check_keys(database: Database) -> None:
    """Changes nothing. Raises `NotRecorded` with the reason when they do not."""
    stored = await database.read("GET", KEY)
    if stored is not None:
        try:
            database.codec.decode(stored, KEY)
        except Unreadable as error:
            raise NotRecorded(
                f"what is stored cannot be read ({error}): check BOT_ENCRYPTION_KEYS"
            ) from None
