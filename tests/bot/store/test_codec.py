"""What is kept comes back the same, and only where it belongs."""

import base64
import hashlib
import zlib
from collections.abc import Callable
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.records import Place
from bot.settings import parse_keys
from bot.store.codec import Codec, Unreadable
from bot.store.sealing import AesSeal
from tests.bot.store.rig import a_run

OLD, NEW = {"old": b"1" * 32}, {"new": b"2" * 32}
SEALED = Codec(AesSeal(NEW | OLD))


@given(st.text() | st.just("x" * 5000) | st.sampled_from(["\x01a", "\x02a", "", "half \ud83d"]))
def test_every_text_comes_back(text: str) -> None:
    for codec in (Codec(), SEALED):
        assert codec.decode(codec.encode(text, "key"), "key") == text


def test_a_large_text_takes_less_and_a_small_one_stays_readable() -> None:
    assert len(Codec().encode("text " * 10_000, "key")) < 5_000
    assert Codec().encode('{"a":1}', "key") == b'{"a":1}'


def test_a_record_takes_half_although_nothing_in_it_repeats() -> None:
    run = a_run(Place(channel="C1", thread="1.5")).model_dump_json()
    data = Codec().encode(run, "key")
    assert len(data) < len(run) / 2
    assert len(data) < len(zlib.compress(run.encode())) / 1.5


def test_what_was_compressed_without_the_dictionary_can_still_be_read() -> None:
    assert Codec().decode(b"\x01" + zlib.compress(b"text" * 200), "key") == "text" * 200


def test_the_dictionary_is_for_ever() -> None:
    """What is kept can only be read with the one it was written with."""
    text = (files("bot.store") / "dictionary.txt").read_bytes()
    assert hashlib.sha256(text).hexdigest() == (
        "ffa5ae6f55191cc7ce9e080f13f18248d6e90d98e0f7f1d69e2eaf9c26398cd7"
    )


def test_a_text_that_is_cut_off_is_unreadable() -> None:
    data = Codec().encode("text " * 1000, "key")
    for cut in range(1, len(data)):
        with pytest.raises(Unreadable, match="damaged"):
            Codec().decode(data[:cut], "key")


def test_a_sealed_text_opens_nowhere_else() -> None:
    data = SEALED.encode("secret", "run:{a}:state")
    assert b"secret" not in data
    with pytest.raises(Unreadable, match="belongs elsewhere"):
        SEALED.decode(data, "run:{b}:state")
    with pytest.raises(Unreadable, match="was changed"):
        SEALED.decode(data[:-1] + bytes([data[-1] ^ 1]), "run:{a}:state")
    for cut in range(1, len(data)):
        with pytest.raises(Unreadable):
            SEALED.decode(data[:cut], "run:{a}:state")


def test_what_was_written_without_a_key_can_still_be_read() -> None:
    assert SEALED.decode(Codec().encode("plain", "key"), "key") == "plain"


def test_old_keys_open_and_the_newest_closes() -> None:
    old = Codec(AesSeal(OLD)).encode("x", "key")
    assert SEALED.decode(old, "key") == "x"
    with pytest.raises(Unreadable, match="key is not given"):
        Codec(AesSeal(OLD)).decode(SEALED.encode("x", "key"), "key")
    with pytest.raises(Unreadable, match="no key is given"):
        Codec().decode(old, "key")


@pytest.mark.parametrize("data", [b"\xff", b"\x01damaged"])
def test_damaged_bytes_are_unreadable(data: bytes) -> None:
    with pytest.raises(Unreadable, match="damaged"):
        Codec().decode(data, "key")


def test_keys_are_read_from_text() -> None:
    keys = ",".join(f"{name}:{base64.b64encode(key).decode()}" for name, key in (NEW | OLD).items())
    read = {name: key.get_secret_value() for name, key in parse_keys(keys)}
    data = Codec(AesSeal(read)).encode("x", "key")
    assert Codec(AesSeal(NEW)).decode(data, "key") == "x"


@pytest.mark.parametrize("encode", [base64.b64encode, base64.urlsafe_b64encode])
def test_keys_may_be_in_either_alphabet_of_base64(encode: Callable[[bytes], bytes]) -> None:
    key = bytes(range(224, 256))
    text = encode(key).decode()
    for written in (text, text.rstrip("=")):
        [(_, read)] = parse_keys(f"k:{written}")
        assert read.get_secret_value() == key


@pytest.mark.parametrize(
    "text", ["", "k", "k:!!", "k:c2hvcnQ=", ":" + "A" * 43 + "=", f"{'k' * 256}:{'A' * 43}="]
)
def test_a_key_that_is_none_is_refused_without_showing_it(text: str) -> None:
    with pytest.raises(ValueError, match="encryption key") as caught:
        parse_keys(text)
    assert "c2hvcnQ" not in str(caught.value)
