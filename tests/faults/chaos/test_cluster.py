"""The whole bot on a cluster of three primaries and three replicas."""

from functools import partial
from pathlib import Path

import pytest

from bot.playground import Playground
from tests.faults.chaos import reading, servers
from tests.faults.chaos.herd import herd
from tests.faults.chaos.oracle import judge
from tests.faults.chaos.patience import until
from tests.faults.chaos.people import CHANNEL, People
from tests.faults.chaos.records import records_at
from tests.faults.chaos.scenes import Scene

pytestmark = [
    pytest.mark.chaos,
    pytest.mark.redis,
    pytest.mark.timeout(120),
    pytest.mark.skipif(not servers.is_there(), reason=servers.REASON),
]


async def test_approved_calls_run_once_in_threads_on_every_primary(tmp_path: Path) -> None:
    async with (
        servers.cluster(tmp_path / "cluster") as cluster,
        Playground() as slack,
        herd(slack, cluster.url, tmp_path, fronts=1, workers=1, lease=3.0, proxied=None) as pack,
        records_at(cluster.url) as records,
    ):
        await pack.ready()
        people = People(slack, records.runs, pack.ends)
        owners: set[int] = set()
        for number in range(24):
            name = f"c{number}"
            await people.play(Scene(name, "approve", f"job {name}: act-quick look-quick"))
            owners.add(await cluster.owner(f"run:{{{CHANNEL}:{people.said[-1].thread}}}"))
            if len(owners) == 3:
                break
        assert len(owners) == 3
        await until(partial(reading.nothing_waits, records.client), within=20)
        story = await reading.story(
            slack, records, tmp_path / "effects", people.said, people.clicks
        )
        assert judge(story).faults == ()
        assert judge(story).counts["approved"] == len(story.said)
