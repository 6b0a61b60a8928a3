"""The long chaos test: `python -m tests.faults.chaos --rounds 200 --seed N`.

Every twenty rounds are a campaign of their own, with fresh servers and the next seed, so that one
which fails can be played again by itself: `--rounds 20 --seed` and the number it printed.
"""

import argparse
import asyncio
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from tests.faults.chaos.campaign import Outcome, Scale, campaign
from tests.faults.chaos.oracle import judge
from tests.faults.chaos.verdict import KINDS, Verdict

PER_CAMPAIGN = 20


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.chaos", description=__doc__)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenes", type=int, default=8, help="threads begun in every round")
    parser.add_argument("--strikes", type=int, default=2, help="strikes in every round")
    parser.add_argument("--lease", type=float, default=3.0, help="seconds")
    parser.add_argument("--failovers", action="store_true", help="kill primaries, nothing else")
    parser.add_argument("--keep", type=Path, help="folder for logs and data")
    given = parser.parse_args()
    scale = Scale(
        rounds=PER_CAMPAIGN,
        scenes=given.scenes,
        strikes=1 if given.failovers else given.strikes,
        lease=given.lease,
        failovers=given.failovers,
    )
    total: Counter[str] = Counter()
    for seed, rounds in _campaigns(given.seed, given.rounds):
        outcome, verdict = _fight(seed, replace(scale, rounds=rounds), given.keep)
        sys.stdout.write(report(seed, outcome, verdict) + "\n")
        sys.stdout.flush()
        total += Counter(verdict.counts) + Counter(each.kind for each in verdict.faults)
        total["rounds"] += rounds
    figures = ", ".join(f"{name} {total[name]}" for name in ("rounds", *_names(total)))
    sys.stdout.write(f"in all: {figures}\n")
    return int(any(total[kind] for kind in KINDS))


def _campaigns(seed: int, rounds: int) -> Iterator[tuple[int, int]]:
    while rounds > 0:
        yield seed, min(rounds, PER_CAMPAIGN)
        seed, rounds = seed + 1, rounds - PER_CAMPAIGN


def _fight(seed: int, scale: Scale, keep: Path | None) -> tuple[Outcome, Verdict]:
    with _folder(seed, keep) as folder:
        outcome = asyncio.run(campaign(seed, scale, folder))
    return outcome, judge(outcome.story)


@contextmanager
def _folder(seed: int, keep: Path | None) -> Iterator[Path]:
    if keep is None:
        with tempfile.TemporaryDirectory(prefix="chaos-") as folder:
            yield Path(folder)
    else:
        folder = keep.resolve() / f"seed-{seed}"
        folder.mkdir(parents=True)
        yield folder


def _names(total: Counter[str]) -> list[str]:
    return [name for name in total if name not in ("rounds", *KINDS)] + list(KINDS)


def report(seed: int, outcome: Outcome, verdict: Verdict) -> str:
    """What happened, for people; every fault on a line of its own."""
    blows = ", ".join(f"{blow} {n}" for blow, n in sorted(Counter(outcome.struck).items()))
    counts = {**verdict.counts, **{kind: verdict.count(kind) for kind in KINDS}}
    return "\n".join(
        [
            f"seed {seed}: {outcome.took:.0f} s, {outcome.settled:.0f} s of them settling; {blows}",
            "  " + ", ".join(f"{name} {number}" for name, number in counts.items()),
            *(f"  {fault.kind}: {fault.words}" for fault in verdict.faults),
            *(f"  process: {words}" for words in outcome.complaints),
        ]
    )


if __name__ == "__main__":
    sys.exit(main())
