"""What this engine costs beside the Agents SDK: the same work for both, in one run.

    python -m tests.bench.bench_engine [--tiny]

Each engine is measured in a process of its own. Times are those of the processor.
"""

import argparse
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

MEASURES = Path(__file__).with_name("bench_engine_measures.py")


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    key: str
    what: str
    most: float | None = None
    """What is still good enough; None where nothing was promised."""
    digits: int = 1
    of_sdk: float | None = None
    """Milliseconds of the SDK `most` was promised beside: their ratio holds on any machine."""
    least: float | None = None
    least_of_sdk: float | None = None

    def is_met(self, ours: float, sdk: float) -> bool:
        """Whether our number is good enough."""
        if self.least_of_sdk is not None:
            return ours >= self.least_of_sdk * sdk
        if self.least is not None:
            return ours >= self.least
        if self.most is None:
            return True
        return ours <= (self.most if self.of_sdk is None else self.most / self.of_sdk * sdk)

    def goal(self) -> str:
        """The target in words."""
        if self.least_of_sdk is not None:
            return f">= {self.least_of_sdk:g} x SDK"
        if self.least is not None:
            return f">= {self.least:g}"
        if self.most is None:
            return ""
        return f"<= {self.most:g}" + (f" of {self.of_sdk:g}" if self.of_sdk else "")


ROWS = (
    Row("short_turn_ms", "a turn of a run of 2 turns, ms", 0.6, 2, of_sdk=1.2),
    Row("long_turn_ms", "a turn of a run of 401 turns, ms", 0.4, 2, of_sdk=11.1),
    Row("growth", "exponent of a run's growth, 25 to 401 turns", 1.1, 2),
    Row("json_ms", "to_string and from_string after 101 turns, ms", 5, of_sdk=33),
    Row("json_kib", "the JSON after 101 turns, KiB", 120),
    Row("import_ms", "import of the package, ms", 150, 0, of_sdk=900),
    Row("import_mb", "its memory, MB", 45, 0),
    Row("names_ms", "import of Agent, Runner, function_tool, ms", 150, 0, of_sdk=900),
    Row("names_mb", "its memory, MB", 45, 0),
    Row("pauses", "runs a second to a pause and its JSON", digits=0, least_of_sdk=3),
    Row("resumes", "runs a second from there to the end", digits=0, least_of_sdk=3),
    Row("pauses_held", "what is left of the first after 3,000 runs", digits=2, least=0.9),
    Row("resumes_held", "what is left of the second after 3,000 runs", digits=2, least=0.9),
    Row("kept_kib", "a paused run kept in the process, KiB", 20),
    Row("own_kib", "the same with an agent and a tool of its own"),
    Row("cycles_mb", "growth over 5,000 pauses and resumes, MB", 2),
)


def measured(engine: str, *, tiny: bool) -> dict[str, float]:
    """The numbers of one engine."""
    command = [sys.executable, str(MEASURES), engine, *(["--tiny"] if tiny else [])]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def table(ours: dict[str, float], sdk: dict[str, float]) -> list[str]:
    """The lines to print."""
    lines = [f"{'':46}{'SDK':>9}{'core':>9}{'ratio':>8}  target"]
    for row in ROWS:
        mine, theirs = ours[row.key], sdk.get(row.key)
        beside = "" if theirs is None else f"{theirs:.{row.digits}f}"
        ratio = f"{mine / theirs:.3f}" if theirs else ""
        verdict = "" if not row.goal() else "met" if row.is_met(mine, theirs or 0) else "NOT MET"
        number = f"{mine:.{row.digits}f}"
        lines.append(f"{row.what:46}{beside:>9}{number:>9}{ratio:>8}  {row.goal():12} {verdict}")
    return lines


def main(*, tiny: bool) -> None:
    sdk, ours = measured("agents", tiny=tiny), measured("core", tiny=tiny)
    print("\n".join(table(ours, sdk)))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--tiny", action="store_true")
    main(tiny=parser.parse_args().tiny)
