"""Blows against the real thing, in the short: nothing is lost, doubled, or run unasked."""

from pathlib import Path

import pytest

from tests.faults.chaos import servers
from tests.faults.chaos.__main__ import report
from tests.faults.chaos.campaign import Scale, campaign
from tests.faults.chaos.oracle import judge

pytestmark = [
    pytest.mark.chaos,
    pytest.mark.redis,
    pytest.mark.timeout(900),
    pytest.mark.skipif(not servers.is_there(), reason=servers.REASON),
]

SHORT = Scale(rounds=20, scenes=5, strikes=2, settles_within=300.0)
FAILOVER = Scale(
    rounds=1, scenes=3, strikes=1, fronts=1, workers=1, settles_within=90.0, failovers=True
)


@pytest.mark.parametrize(
    ("scale", "seed"), [(SHORT, 504), (FAILOVER, 7)], ids=["blows", "failover"]
)
async def test_nothing_is_lost_doubled_or_run_unasked(
    scale: Scale, seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    outcome = await campaign(seed, scale, tmp_path)
    verdict = judge(outcome.story)
    with capsys.disabled():
        print(f"\n{report(seed, outcome, verdict)}")  # noqa: T201 - the figures are the point
    assert [fault for fault in verdict.faults if fault.kind != "stray"] == []
    assert outcome.complaints == ()
    assert verdict.counts["starts"] > 0
