"""The store that the settings mean."""

import base64
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.errors import SettingsError
from bot.records import Owner, Place, Said
from bot.settings import Settings
from bot.storage import redis_for, store_for
from bot.store import StoreUnavailable

KEY = base64.b64encode(b"k" * 32).decode()
PLACE = Place(channel="C1", thread="1.0")


class Noon:
    def now(self) -> float:
        return 43200.0


def settings(**given: Any) -> Settings:
    return Settings.load(**{"redis_url": None, "encryption_keys": None, **given})


async def said(chosen: Settings) -> None:
    async with store_for(chosen, Noon()) as store:
        entry = Said(user="U1", text="my secret", ts="1.0")
        await store.threads.post(PLACE, entry, once="1")


async def heard(chosen: Settings) -> list[str]:
    async with store_for(chosen, Noon()) as store, store.threads.hold(PLACE) as hold:
        assert hold is not None
        return [entry.text for _, entry in (await hold.read()).inbox if isinstance(entry, Said)]


def on_disk(folder: Path) -> bytes:
    """Everything the embedded server has written."""
    kept = b"".join(file.read_bytes() for file in folder.rglob("*.aof"))
    assert kept
    return kept


async def test_what_was_said_is_there_after_a_restart(tmp_path: Path) -> None:
    await said(settings(data_dir=tmp_path))
    assert await heard(settings(data_dir=tmp_path)) == ["my secret"]


async def test_with_a_key_nothing_readable_is_kept(tmp_path: Path) -> None:
    sealed = settings(data_dir=tmp_path, encryption_keys=f"a:{KEY}")
    await said(sealed)
    assert b"my secret" not in on_disk(tmp_path)
    assert await heard(sealed) == ["my secret"]


async def test_an_address_of_ones_own_is_used_as_it_is() -> None:
    async with redis_for(settings(redis_url="redis://somewhere:1")) as url:
        assert url == "redis://somewhere:1"


async def test_a_redis_that_is_not_there_is_unavailable() -> None:
    with pytest.raises(StoreUnavailable, match=r"redis://127\.0\.0\.1:1: Redis cannot be reached"):
        await said(settings(redis_url="redis://127.0.0.1:1"))


async def test_where_no_server_can_be_embedded_it_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "bot.store.embedded", None)
    with pytest.raises(SettingsError, match="REDIS_URL: it is not set"):
        await said(settings(data_dir=tmp_path))


OURS = Owner(team="T1", app="A1", user="U1")
SAME = {
    "started again": OURS,
    "installed again": Owner(team="T1", app="A1", user="U9"),
    "where Slack does not say which app": Owner(team="T1", user="U1"),
    "in an organisation by now": Owner(team="T1", enterprise="E1", app="A1", user="U1"),
}
ANOTHER = {
    "app": Owner(team="T1", app="A2", user="U2"),
    "workspace": Owner(team="T2", app="A1", user="U2"),
    "workspace of the organisation": Owner(team="T2", enterprise="E1", app="A1", user="U2"),
    "unknown app": Owner(team="T1", user="U2"),
}


async def starts(folder: Path, owner: Owner) -> None:
    async with store_for(settings(data_dir=folder), Noon()) as store:
        await store.take_over(owner)


async def test_a_bot_knows_its_own_store_again(tmp_path: Path) -> None:
    for owner in SAME.values():
        await starts(tmp_path, OURS)
        await starts(tmp_path, owner)


async def test_a_store_of_another_bot_is_refused_with_what_to_do(tmp_path: Path) -> None:
    await starts(tmp_path, OURS.model_copy(update={"enterprise": "E1"}))
    for owner in ANOTHER.values():
        with pytest.raises(StoreUnavailable) as refused:
            await starts(tmp_path, owner)
        line = str(refused.value)
        assert line.startswith("REDIS_URL ")
        assert "another bot (app A1, user U1, in T1). Set REDIS_URL" in line
        assert "\n" not in line
    async with store_for(settings(data_dir=tmp_path), Noon()):
        pass  # Who only looks is let in.


async def test_an_app_installed_for_its_whole_organisation_is_still_the_same(
    tmp_path: Path,
) -> None:
    await starts(tmp_path, Owner(team="T1", enterprise="E1", app="A1", user="U1"))
    everywhere = Owner(team="E1", enterprise="E1", everywhere=True, app="A1", user="U9")
    await starts(tmp_path, everywhere)
    with pytest.raises(StoreUnavailable):
        await starts(tmp_path, everywhere.model_copy(update={"enterprise": "E2", "team": "E2"}))
