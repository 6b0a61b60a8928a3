"""The example's fleet."""

import asyncio
from pathlib import Path

import pytest

from bot.agents.fleet import Fleet
from bot.agents.services import Asked, FleetError

ASKED = Asked(by="U1", approvers=("U2", "U3"), run="r1", key="r1:c1")


@pytest.fixture
def fleet(tmp_path: Path) -> Fleet:
    return Fleet(tmp_path / "deep" / "fleet.db", restart_takes=0, clock=lambda: 1000.0)


async def test_a_new_fleet_has_services_in_prod_and_staging(fleet: Fleet) -> None:
    catalog = await fleet.catalog()
    assert len(catalog) == 6
    assert catalog["payments"] == ["prod", "staging"]


async def test_a_restart_heals_and_counts(fleet: Fleet) -> None:
    await fleet.restart("payments", "staging", ASKED)
    again = await fleet.restart("payments", "staging", ASKED)
    assert (again.health, again.restarts, again.restarted_at) == ("healthy", 2, 1000.0)


async def test_an_action_says_who_asked_who_approved_and_in_which_run(fleet: Fleet) -> None:
    await fleet.restart("search", "prod", ASKED)
    [action] = await fleet.actions()
    assert (action.action, action.service, action.env) == ("restart", "search", "prod")
    assert action.asked == ASKED
    assert action.ended_at == 1000.0


async def test_a_restart_cut_off_in_the_middle_stays_on_record(tmp_path: Path) -> None:
    fleet = Fleet(tmp_path / "fleet.db", restart_takes=60)
    restart = asyncio.create_task(fleet.restart("search", "prod", ASKED))
    while (await fleet.find("search", "prod")).health != "restarting":  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    restart.cancel()
    await asyncio.wait([restart])
    [action] = await Fleet(tmp_path / "fleet.db").actions()
    assert action.ended_at is None
    assert (await fleet.find("search", "prod")).health == "restarting"


async def test_scaling_twice_is_scaling_once(fleet: Fleet) -> None:
    once = await fleet.scale("checkout", "prod", 5, ASKED)
    twice = await fleet.scale("checkout", "prod", 5, ASKED)
    assert once == twice
    assert twice.replicas == 5


@pytest.mark.parametrize("replicas", [-1, 51])
async def test_an_impossible_number_of_replicas_is_refused(fleet: Fleet, replicas: int) -> None:
    with pytest.raises(FleetError, match="0 to 50"):
        await fleet.scale("checkout", "prod", replicas, ASKED)
    assert await fleet.actions() == []


async def test_a_deleted_service_is_gone(fleet: Fleet) -> None:
    await fleet.delete("old-reports", "staging", ASKED)
    with pytest.raises(FleetError, match="there is no service old-reports; there are catalog"):
        await fleet.find("old-reports", "staging")


async def test_the_wrong_environment_is_told_with_the_right_one(fleet: Fleet) -> None:
    with pytest.raises(FleetError, match="mailer does not run in staging, only in prod"):
        await fleet.restart("mailer", "staging", ASKED)


async def test_two_workers_do_not_undo_each_other(tmp_path: Path) -> None:
    workers = [Fleet(tmp_path / "fleet.db", restart_takes=0) for _ in range(2)]
    await asyncio.gather(*(w.restart("search", "prod", ASKED) for w in workers for _ in range(10)))
    assert (await workers[0].find("search", "prod")).restarts == 20


async def test_a_snapshot_is_json_with_the_latest_action_first(fleet: Fleet) -> None:
    await fleet.scale("checkout", "prod", 5, ASKED)
    await fleet.scale("checkout", "prod", 6, ASKED)
    snapshot = await fleet.snapshot()
    assert [action["detail"] for action in snapshot["actions"]] == ["5 to 6", "3 to 5"]
    assert {"name": "catalog", "env": "prod"}.items() <= snapshot["services"][0].items()
