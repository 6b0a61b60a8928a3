"""How long from the command `signoff demo` until its page can be used.

    python -m tests.bench.bench_demo [rounds]

Each round has an empty data directory: the bot starts, with its embedded Redis, in a process of its
own. Prints seconds, and the processor time all of it took together, which is nearer to what an idle
machine needs when others are at work on this one.
"""

import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time

COMMAND = (sys.executable, "-m", "bot", "demo", "--port", "0", "--no-browser")
GOAL = 3.0
"""Seconds."""


def start() -> tuple[float, float]:
    """Seconds until it is announced, and of processor time until it has ended again."""
    with tempfile.TemporaryDirectory() as folder:
        used, began = _children(), time.monotonic()
        demo = subprocess.Popen(
            COMMAND,
            env={**os.environ, "BOT_DATA_DIR": folder},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert demo.stdout is not None
        announced = demo.stdout.readline()
        took = time.monotonic() - began
        demo.send_signal(signal.SIGINT)
        demo.communicate()
    assert "http://" in announced, announced
    return took, _children() - used


def _children() -> float:
    times = os.times()
    return times.children_user + times.children_system


def main(rounds: int) -> None:
    print(f"load {os.getloadavg()[0]:.2f}")
    start()  # Afterwards everything is compiled, as after an installation.
    found = [start() for _ in range(rounds)]
    took = statistics.median(seconds for seconds, _ in found)
    used = statistics.median(seconds for _, seconds in found)
    print(f"ready after {took:.2f} s, processor {used:.2f} s (goal {GOAL:.0f} s)")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
