"""The audit as a file, as an operator meets it."""

import io
import shutil
from pathlib import Path

import pytest

from bot.audit import verify
from bot.cli.audit import moment, write
from bot.cli.problems import Problem
from bot.records import AuditEntry
from bot.store import memory_store
from bot.testing import FakeClock
from tests.bot.cli.test_cli import Terminal, signoff

__all__ = ["signoff"]


async def a_file(folder: Path, *, kind: str = "jsonl", count: int = 3) -> Path:
    file = folder / f"audit.{kind}"
    async with memory_store(FakeClock()) as store:
        for number in range(count):
            entry = AuditEntry(
                id=f"e{number}", at=number, what="approved", by="U1", tool="deploy", detail="why"
            )
            await store.audit.add(entry)
        with file.open("wb") as out:
            assert await write(store.audit, out, kind=kind) == count
    return file


@pytest.mark.parametrize("kind", ["jsonl", "csv"])
async def test_a_whole_file_is_confirmed(signoff: Terminal, tmp_path: Path, kind: str) -> None:
    ended = signoff("audit", "verify", str(await a_file(tmp_path, kind=kind)))
    assert ended.code == 0
    assert ended.out.startswith("3 entries, whole and in order; the last is ")


async def test_an_empty_file_is_not_said_to_be_in_order(signoff: Terminal, tmp_path: Path) -> None:
    ended = signoff("audit", "verify", str(await a_file(tmp_path, count=0)))
    assert (ended.code, ended.out) == (0, "0 entries, so nothing to verify\n")


@pytest.mark.parametrize("kind", ["jsonl", "csv"])
async def test_one_byte_is_found_and_its_entry_named(
    signoff: Terminal, tmp_path: Path, kind: str
) -> None:
    file = await a_file(tmp_path, kind=kind)
    data = file.read_bytes()
    at = data.rindex(b"why")
    file.write_bytes(data[:at] + b"W" + data[at + 1 :])
    ended = signoff("audit", "verify", str(file))
    assert ended.code == 1
    assert ended.out == "entry 3 (approved deploy by U1, 1970-01-01 00:00:00 UTC) was changed\n"


async def test_a_missing_file_is_one_line(signoff: Terminal, tmp_path: Path) -> None:
    ended = signoff("audit", "verify", str(tmp_path / "none"))
    assert ended.code == 2
    assert "No such file" in ended.err


async def test_only_a_file_that_is_written_counts_as_exported() -> None:
    class Full(io.BytesIO):
        def flush(self) -> None:
            raise OSError("no space left")

    clock = FakeClock()
    async with memory_store(clock) as store:
        await store.audit.add(AuditEntry(id="e", at=1, what="approved"))
        clock.advance("3d")
        with pytest.raises(OSError, match="no space"):
            await write(store.audit, Full(), kind="jsonl")
        assert await store.audit.trim(clock.now()) == 0
        await write(store.audit, io.BytesIO(), kind="jsonl")
        assert await store.audit.trim(clock.now()) == 1


@pytest.mark.skipif(shutil.which("redis-server") is None, reason="needs redis-server on the PATH")
def test_an_empty_audit_is_exported_and_confirmed(signoff: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "audit.csv"
    ended = signoff("audit", "export", "--format", "csv", "--output", str(file), "--keep", "90d")
    assert ended.code == 0, ended.err
    assert "0 entries, 0 days dropped" in ended.err
    assert verify(file.read_bytes()).faults == ()
    assert signoff("audit", "verify", str(file)).code == 0


@pytest.mark.skipif(shutil.which("redis-server") is None, reason="needs redis-server on the PATH")
def test_without_a_command_it_is_the_latest_of_it(signoff: Terminal) -> None:
    ended = signoff("audit")
    assert (ended.code, ended.out) == (0, "Nothing is on record yet.\n")


def test_since_is_a_day_a_time_or_a_length_of_time() -> None:
    assert moment("1970-01-02") == 86_400
    assert moment("1970-01-01T01:00+01:00") == 0
    assert moment("1d") > moment("2d") > moment("400d")
    with pytest.raises(Problem, match="neither a day"):
        moment("yesterday")
