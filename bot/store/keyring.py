"""Whether the given encryption keys open what is stored: found out at the start, not at a click."""

from bot.ports import NotRecorded
from bot.store.codec import Unreadable
from bot.store.database import Database

KEY = "seal:check"
TEXT = "signoff"


async def check_keys(database: Database) -> None:
    """Raises `NotRecorded` with the reason when they do not; later starts need the newest key."""
    stored = await database.read("GET", KEY)
    if stored is not None:
        try:
            database.codec.decode(stored, KEY)
        except Unreadable as error:
            raise NotRecorded(
                f"what is stored cannot be read ({error}): check BOT_ENCRYPTION_KEYS"
            ) from None
    await database.write(("SET", KEY, database.codec.encode(TEXT, KEY)))
