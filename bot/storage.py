"""The store that the settings mean: somebody's Redis, or one of our own in the data directory."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.errors import SettingsError
from bot.ports import Clock
from bot.settings import Settings
from bot.store import Store, open_store
from bot.store.codec import Seal


@asynccontextmanager
async def store_for(settings: Settings, clock: Clock) -> AsyncIterator[Store]:
    """Raises `StoreUnavailable`, `SettingsError`."""
    async with (
        redis_for(settings) as url,
        open_store(url, clock=clock, lease=settings.lease, seal=seal_for(settings)) as store,
    ):
        yield store


@asynccontextmanager
async def redis_for(settings: Settings) -> AsyncIterator[str]:
    """The address of the Redis, which is running. Raises `StoreUnavailable`, `SettingsError`."""
    if settings.redis_url is not None:
        yield settings.redis_url.get_secret_value()
        return
    try:
        from bot.store.embedded import embedded
    except ImportError:
        raise SettingsError(
            "REDIS_URL",
            "it is not set, and the embedded server runs on Linux and macOS only",
            "Set it to the address of a Redis or Valkey",
        ) from None
    async with embedded(settings.data_dir) as url:
        yield url


def seal_for(settings: Settings) -> Seal | None:
    """Encryption at rest, when there are keys for it."""
    if not settings.keys:
        return None
    from bot.store.sealing import AesSeal

    return AesSeal({name: key.get_secret_value() for name, key in settings.keys})
