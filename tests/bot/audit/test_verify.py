"""An exported audit is whole to the byte, and what is wrong with one is named."""

import csv
import io
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.audit import FORMATS, GENESIS, Format, Link, exported, linked, verify
from bot.records import AuditEntry


def chain(count: int, **fields: str) -> list[Link]:
    links: list[Link] = []
    for number in range(1, count + 1):
        texts = {"arguments": '{"env":"prod"}', "detail": f'=reason, "{number}"\nof several lines'}
        entry = AuditEntry(
            id=f"e{number}",
            at=1_700_000_000_000 + number,
            what="approved",
            by="U1",
            tool="deploy",
            **(texts | fields),
        )
        prev = links[-1].hash if links else GENESIS
        links.append(linked(entry, after=number - 1, prev=prev))
    return links


def faults(links: list[Link], kind: Format) -> str:
    return "\n".join(verify(exported(links, kind).encode()).faults)


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("count", [0, 1, 7])
def test_what_was_exported_is_whole(kind: Format, count: int) -> None:
    links = chain(count)
    verdict = verify(exported(links, kind).encode())
    assert verdict.faults == ()
    assert verdict.entries == count
    assert verdict.last == (links[-1].hash if links else "")


@pytest.mark.parametrize("kind", FORMATS)
def test_a_later_part_of_the_audit_is_whole_by_itself(kind: Format) -> None:
    assert faults(chain(7)[3:], kind) == ""


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize(
    "text", ["", "a\rb", "\u2028", "'quoted", "-1", "\x00", "😀", "a" * 200_000]
)
def test_any_text_comes_back_as_it_was(kind: Format, text: str) -> None:
    assert faults(chain(2, detail=text, arguments=text), kind) == ""


@pytest.mark.parametrize("kind", FORMATS)
def test_no_single_byte_can_be_changed_unseen(kind: Format) -> None:
    data = exported(chain(3), kind).encode()
    for at in range(len(data)):
        changed = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
        assert verify(changed).faults, (at, data[max(0, at - 20) : at + 20])


LINKS = chain(12)
FILES = {kind: exported(LINKS, kind).encode() for kind in FORMATS}
NAMED = re.compile(r"(entry|entries|line) \d+|the closing line")


@given(
    kind=st.sampled_from(FORMATS), at=st.floats(0, 1, exclude_max=True), byte=st.integers(1, 255)
)
@settings(max_examples=150)
def test_one_changed_byte_is_found_and_named(kind: Format, at: float, byte: int) -> None:
    data = bytearray(FILES[kind])
    data[int(at * len(data))] ^= byte
    faults = verify(bytes(data)).faults
    assert faults
    assert all(NAMED.match(each) for each in faults)


@pytest.mark.parametrize("kind", FORMATS)
def test_a_file_cut_off_anywhere_is_not_whole(kind: Format) -> None:
    data = exported(chain(2), kind).encode()
    for end in range(len(data)):
        assert verify(data[:end]).faults, data[max(0, end - 20) : end]


@given(
    kind=st.sampled_from(FORMATS),
    kept=st.lists(st.sampled_from(LINKS), max_size=14),
)
def test_whatever_entries_are_taken_out_doubled_or_moved_each_is_named(
    kind: Format, kept: list[Link]
) -> None:
    """`kept` in the frame of the whole file: as if somebody had rearranged its lines."""
    body = exported(kept, kind).removesuffix(closing(kind, kept))
    found = "\n".join(verify((body + closing(kind, LINKS)).encode()).faults)
    numbers = [each.seq for each in kept]
    gone = set(range(1, len(LINKS) + 1)) - set(numbers) if numbers else set()
    assert bool(found) == (numbers != [each.seq for each in LINKS])
    assert all(re.search(rf"entry {number}\b.*is missing", found) for number in gone)
    assert all(
        re.search(rf"entry {number}\b.*is there twice", found)
        for number in numbers
        if numbers.count(number) > 1
    )


@pytest.mark.parametrize("kind", FORMATS)
def test_a_changed_entry_is_named(kind: Format) -> None:
    text = exported(chain(5), kind).replace("1700000000003", "1700000000009")
    (fault,) = verify(text.encode()).faults
    assert fault.startswith("entry 3 (approved deploy by U1, 2023-11-14 22:13:20 UTC)")
    assert fault.endswith("was changed")


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("byte", [b"\xc7", b"\x1b"])
def test_a_changed_entry_is_named_so_that_any_terminal_can_show_it(
    kind: Format, byte: bytes
) -> None:
    data = exported(chain(3), kind).encode().replace(b"U1", b"U" + byte, 1)
    named = "\n".join(verify(data).faults)
    assert "1" in named
    assert named.encode().decode().replace("\n", "").isprintable()


@pytest.mark.parametrize("kind", FORMATS)
def test_a_removed_entry_is_named(kind: Format) -> None:
    links = chain(5)
    assert "entry 3 is missing" in faults(links[:2] + links[3:], kind)


@pytest.mark.parametrize("kind", FORMATS)
def test_a_forged_neighbour_of_a_removed_entry_is_named(kind: Format) -> None:
    links = chain(4)
    links[2] = linked(links[3].entry, after=2, prev=links[1].hash)
    links[3] = linked(links[3].entry, after=3, prev="f" * 64)
    assert "entry 3" in faults(links, kind)


@pytest.mark.parametrize("kind", FORMATS)
def test_reordered_entries_are_named(kind: Format) -> None:
    links = chain(5)
    links[1], links[2] = links[2], links[1]
    assert "entry 2" in faults(links, kind)
    assert "stands after entry 3: it was moved" in faults(links, kind)


@pytest.mark.parametrize("kind", FORMATS)
def test_an_entry_that_is_there_twice_is_named(kind: Format) -> None:
    links = chain(3)
    assert "is there twice" in faults([*links[:2], links[1], links[2]], kind)


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("end", [0, 2])
def test_entries_cut_off_at_an_end_are_named(kind: Format, end: int) -> None:
    whole = exported(chain(3), kind)
    gone = exported([chain(3)[end]], kind).removesuffix(closing(kind, [chain(3)[end]]))
    text = whole.replace(gone.removeprefix(exported([], kind).partition("end")[0]), "")
    assert f"entry {end + 1} is missing" in verify(text.encode()).faults


def closing(kind: Format, links: list[Link]) -> str:
    text = exported(links, kind)
    return text[text.rindex("{" if kind == "jsonl" else "\nend") :].lstrip("\n")


@pytest.mark.parametrize("kind", FORMATS)
def test_a_file_without_its_end_is_not_whole(kind: Format) -> None:
    text = exported(chain(3), kind)
    cut = text.removesuffix(closing(kind, chain(3)))
    (fault,) = verify(cut.encode()).faults
    assert "may have been cut off" in fault


@pytest.mark.parametrize("data", [b"", b"\xff\xfe\x00", b"{", b"[]\n", b'"', b"seq,id\r\n1,2\r\n"])
def test_what_is_no_audit_is_not_whole(data: bytes) -> None:
    assert verify(data).faults


@pytest.mark.parametrize(
    "start", ["=", "+", "-", "@", "\t=", "\r=", "\n=", "  =", "\uff1d", "\uff20"]
)
def test_a_spreadsheet_finds_no_formula(start: str) -> None:
    text = f"{start}cmd|' /C calc'!A0"
    links = chain(2, detail=text, agent=text, arguments=text)
    *entries, _ = list(csv.reader(io.StringIO(exported(links, "csv"), newline="")))[1:]
    assert len(entries) == 2
    for cells in entries:
        assert cells.count(f"'{text}") == 3
        assert not [each for each in cells if each.lstrip().startswith(tuple("=+-@\uff1d\uff20"))]
    assert faults(links, "csv") == ""


def test_random_damage_never_passes_and_never_raises() -> None:
    dice = random.Random(7)
    for kind in FORMATS:
        data = exported(chain(6), kind).encode()
        for _ in range(300):
            start, length = dice.randrange(len(data)), dice.randrange(1, 200)
            put = bytes(dice.randrange(256) for _ in range(dice.randrange(4)))
            damaged = data[:start] + put + data[start + length :]
            assert damaged == data or verify(damaged).faults
