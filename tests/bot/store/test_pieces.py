"""The small rules of the store."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from redis import exceptions
from redis.crc import key_slot

from bot.records import Place
from bot.store import keys
from bot.store.address import SentinelAddress, parse, parse_sentinel
from bot.store.failures import reason
from bot.store.outcome import LIMIT, outcome
from core.outputs.edit_note import noted
from tests.bot.cards.samples import approval

PLACE = Place(channel="C1", thread="1.5")


@pytest.mark.parametrize(
    ("url", "kind", "shown"),
    [
        ("redis://u:p@h:1/2?x=p", "single", "redis://h:1/2"),
        ("rediss://:p@h", "single", "rediss://h"),
        ("unix://u:p@/tmp/s?db=1", "single", "unix:///tmp/s"),
        ("redis+sentinel://u:p@a:1,b:2/m", "sentinel", "redis+sentinel://a:1,b:2/m"),
        ("rediss+cluster://u:p@h:1", "cluster", "rediss+cluster://h:1"),
        ("redis://secr?et@h", "single", "redis://…"),
    ],
)
def test_an_address_is_shown_without_secrets(url: str, kind: str, shown: str) -> None:
    address = parse(url)
    assert (address.kind, address.shown) == (kind, shown)
    assert "+cluster" not in address.url


def test_a_sentinel_address_is_taken_apart() -> None:
    url = "rediss+sentinel://me:p%40ss@a,[::1]:5/prime/3?sentinel_username=s&sentinel_password=t"
    assert parse_sentinel(url) == SentinelAddress(
        sentinels=(("a", 26379), ("::1", 5)),
        service="prime",
        db=3,
        username="me",
        password="p@ss",
        sentinel_username="s",
        sentinel_password="t",
        tls=True,
    )


@pytest.mark.parametrize("thread", ["1.5", "D1:{x", "", "ä"])
def test_all_keys_of_a_thread_are_in_one_slot(thread: str) -> None:
    place = Place(channel="C1", thread=thread)
    names = [
        keys.base(place),
        keys.state(place),
        keys.call(place, "r:{c}:1"),
        keys.run(place, "{r}"),
    ]
    assert len({key_slot(name.encode()) for name in names}) == 1


def test_a_brace_that_would_end_the_tag_is_refused() -> None:
    with pytest.raises(ValueError, match="brace"):
        keys.base(Place(channel="C1", thread="a}b"))


@pytest.mark.parametrize(
    ("error", "meaning"),
    [
        (exceptions.TimeoutError("Timeout reading from h:1"), "Redis did not answer in time"),
        (exceptions.ConnectionError("Error 111 connecting to h:1"), "Redis cannot be reached"),
        (ConnectionRefusedError(), "Redis cannot be reached"),
        (exceptions.ReadOnlyError("You can't write"), "this Redis is a read-only replica"),
        (exceptions.ResponseError("OOM command not allowed"), "Redis is out of memory"),
        (exceptions.ResponseError("MISCONF Redis is"), "Redis cannot write to its disk"),
        (exceptions.ResponseError("WRONGTYPE Operation"), "a key in Redis holds something else"),
        (exceptions.AuthenticationError("invalid"), "Redis refuses the user or password"),
        (exceptions.BusyLoadingError("x"), "Redis is still loading its data"),
        (exceptions.ClusterDownError("CLUSTERDOWN x"), "the Redis cluster is down"),
        (
            exceptions.RedisClusterException("Redis Cluster cannot be connected"),
            "the Redis cluster cannot be reached, or cannot serve this",
        ),
        (exceptions.ResponseError("ERR hunter2"), "Redis refused the command"),
    ],
)
def test_a_failure_has_one_short_reason(error: Exception, meaning: str) -> None:
    assert reason(error) == meaning


def test_an_outcome_is_what_the_tool_said_and_not_that_somebody_edited_the_call() -> None:
    arguments = '{"note": "' + "x" * LIMIT + '"}'
    assert outcome(noted(arguments, "restarted\n\nall of it")) == "restarted all of it"


def test_an_output_is_shown_without_what_is_hidden() -> None:
    arguments = '{"token": ["hunter2", "hunter22"], "pin": 123456, "env": "prod", "on": "at"}'
    made = approval(text=arguments, request={"hidden": ("token", "pin", "on")})
    said = "used hunter22 and hunter2 with 123456 in prod at last"
    assert outcome(said, made) == "used (hidden) and (hidden) with (hidden) in prod at last"
    assert outcome("x" * 290 + "hunter2 and more", made)[290:] == "(hidden)…"


@given(st.text(max_size=3 * LIMIT))
def test_an_outcome_is_one_short_line(output: str) -> None:
    shown = outcome(output)
    assert len(shown) <= LIMIT
    assert len(shown.splitlines()) <= 1
