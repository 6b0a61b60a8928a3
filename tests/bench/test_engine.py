"""The bench of the engine, in a tiny size and for its results only."""

import json
import runpy
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent


def test_every_row_of_the_table_has_its_number() -> None:
    bench = runpy.run_path(str(FOLDER / "bench_engine.py"))
    measures = [sys.executable, str(FOLDER / "bench_engine_measures.py"), "core", "--tiny"]
    done = subprocess.run(measures, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)

    assert found.keys() == {row.key for row in bench["ROWS"]}
    lines = bench["table"](found, found)
    assert len(lines) == len(bench["ROWS"]) + 1
    assert sum("1.000" in line for line in lines) > 10
