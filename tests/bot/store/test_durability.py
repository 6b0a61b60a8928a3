"""Which Redis keeps what it has confirmed."""

from dataclasses import replace

import pytest

from bot.ports import NotRecorded
from bot.store.confirmation import AtOnce, Confirmation, Replicated, Synced, SyncedAndReplicated
from bot.store.durability import Report, judge, lacking, read

GOOD = Report(
    server="valkey",
    version=(9, 1, 2),
    role="master",
    log=True,
    sync="always",
    replicas=0,
    eviction="noeviction",
)


@pytest.mark.parametrize(
    ("report", "level", "confirmation"),
    [
        (GOOD, "safe", AtOnce()),
        (replace(GOOD, replicas=1), "safe", Replicated()),
        (replace(GOOD, wanted=1), "safe", Replicated()),
        (replace(GOOD, sync="everysec", wanted=1), "safe", SyncedAndReplicated()),
        (replace(GOOD, wanted=1, is_cluster=True), "safe", AtOnce()),
        (replace(GOOD, sync="everysec"), "safe", Synced()),
        (replace(GOOD, sync="everysec", replicas=2), "safe", SyncedAndReplicated()),
        (replace(GOOD, sync="everysec", version=(7, 0, 15)), "risky", AtOnce()),
        (replace(GOOD, sync="everysec", is_cluster=True), "risky", AtOnce()),
        (replace(GOOD, sync="everysec", version=(7, 0, 15), replicas=1), "risky", Replicated()),
        (replace(GOOD, sync="no"), "risky", AtOnce()),
        (replace(GOOD, sync="no", replicas=1), "risky", Replicated()),
        (replace(GOOD, sync=""), "risky", AtOnce()),
        (replace(GOOD, log=False), "risky", AtOnce()),
        (replace(GOOD, log=False, replicas=1), "risky", Replicated()),
        (replace(GOOD, eviction="allkeys-lru"), "risky", AtOnce()),
        (replace(GOOD, eviction=""), "safe", AtOnce()),
        (replace(GOOD, role="slave"), "unfit", AtOnce()),
        (replace(GOOD, version=(6, 2, 1)), "unfit", AtOnce()),
    ],
    ids=str,
)
def test_the_verdict(report: Report, level: str, confirmation: Confirmation) -> None:
    verdict = judge(report)
    assert (verdict.level, verdict.confirmation) == (level, confirmation)
    assert verdict.reasons


@pytest.mark.parametrize(
    ("replicas", "wanted", "told"),
    [
        (0, 0, "start every process of the bot again"),
        (0, 1, "min-replicas-to-write is 1"),
        (1, 2, "with 1 replicas connected"),
        (1, 0, ""),
        (2, 2, ""),
    ],
)
def test_a_replica_that_is_waited_for_in_vain_is_told(
    replicas: int, wanted: int, told: str
) -> None:
    line = lacking(replace(GOOD, replicas=replicas, wanted=wanted))
    assert told in line
    assert bool(line) == bool(told)


def test_an_operator_learns_what_is_waited_for() -> None:
    assert any("replica" in each for each in judge(replace(GOOD, replicas=1)).reasons)
    assert not any("replica" in each for each in judge(GOOD).reasons)


def test_the_gravest_reason_comes_first() -> None:
    reasons = judge(replace(GOOD, log=False, eviction="allkeys-lru")).reasons
    assert [reason.split()[0] for reason in reasons] == ["appendonly", "maxmemory-policy"]


def test_a_report_is_read_from_what_the_server_says() -> None:
    info = {
        "redis_version": "7.2.4",
        "valkey_version": "9.1.2",
        "role": "master",
        "aof_enabled": 1,
        "connected_slaves": 2,
        "maxmemory_policy": "noeviction",
    }
    report = read(info, {"appendfsync": "everysec"}, is_cluster=False)
    assert report == replace(GOOD, sync="everysec", replicas=2)
    assert judge(read(info, {}, is_cluster=False)).reasons[0].startswith("appendfsync is not shown")


@pytest.mark.parametrize(
    ("info", "settings", "wanted"),
    [
        ({}, {"min-replicas-to-write": "2"}, 2),
        ({"min_slaves_good_slaves": 0}, {}, 1),
        ({}, {}, 0),
    ],
)
def test_replicas_it_does_not_write_without_are_known(
    info: dict[str, object], settings: dict[str, str], wanted: int
) -> None:
    assert read(info, settings, is_cluster=False).wanted == wanted


@pytest.mark.parametrize(
    ("confirmation", "enough", "too_little"),
    [
        (Synced(), [1, 0], [0, 0]),
        (Replicated(), 1, 0),
        (SyncedAndReplicated(), [1, 1], [1, 0]),
    ],
)
def test_less_than_asked_is_not_recorded(
    confirmation: Confirmation, enough: object, too_little: object
) -> None:
    confirmation.check(enough)
    with pytest.raises(NotRecorded) as refusal:
        confirmation.check(too_little)
    assert refusal.value.maybe
