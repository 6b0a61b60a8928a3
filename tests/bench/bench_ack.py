"""How long Slack waits for the acknowledgement of a click, beside the least that could be done.

    python -m tests.bench.bench_ack [--clicks 500] [--fsync]

Every front end of `ack_fronts` takes signed clicks over HTTP, one after the other, in turns.
"""

import argparse
import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlencode

import aiohttp

from bot.front.signature import sign
from tests.bench.ack_fronts import SECRET, WAYS
from tests.bench.redis_server import server

WARM = 50


@contextmanager
def process(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """A child that ends when we do."""
    child = subprocess.Popen(
        arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    try:
        yield child
    finally:
        child.terminate()
        child.communicate()


def click(number: int) -> tuple[bytes, dict[str, str]]:
    payload = {
        "type": "block_actions",
        "user": {"id": "U0MIRA", "team_id": "T0"},
        "team": {"id": "T0"},
        "api_app_id": "A0",
        "container": {"type": "message", "message_ts": "1.1", "channel_id": "C0"},
        "channel": {"id": "C0"},
        "actions": [
            {
                "action_id": "approval:approve",
                "block_id": "b",
                "type": "button",
                "value": "x" * 32,
                "action_ts": f"{time.time():.6f}-{number}",
            }
        ],
    }
    body = urlencode({"payload": json.dumps(payload)}).encode()
    now = str(int(time.time()))
    headers = {
        "X-Slack-Request-Timestamp": now,
        "X-Slack-Signature": sign(now, body, secret=SECRET),
        "Content-Type": "application/x-www-form-urlencoded",
    }
    return body, headers


async def measure(origins: dict[str, str], clicks: int) -> dict[str, list[float]]:
    """Milliseconds, by way."""
    took: dict[str, list[float]] = {way: [] for way in origins}
    async with aiohttp.ClientSession() as http:
        for number in range(WARM + clicks):
            for way, origin in origins.items():
                body, headers = click(number)
                began = time.perf_counter()
                async with http.post(
                    f"{origin}/slack/events", data=body, headers=headers
                ) as answer:
                    await answer.read()
                elapsed = (time.perf_counter() - began) * 1000
                if answer.status != 200:
                    raise SystemExit(f"{way} answered {answer.status}")
                if number >= WARM:
                    took[way].append(elapsed)
    return took


def report(took: dict[str, list[float]]) -> None:
    least = statistics.median(took["bare"])
    print(f"{'':8}{'median':>10}{'95 %':>10}{'ratio':>8}")
    for way, times in took.items():
        median, late = statistics.median(times), statistics.quantiles(times, n=20)[-1]
        print(f"{way:8}{median:>7.2f} ms{late:>7.2f} ms{median / least:>8.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clicks", type=int, default=500)
    parser.add_argument("--fsync", action="store_true", help="Redis writes to disk at once")
    options = parser.parse_args()
    fsync = "always" if options.fsync else "no"
    with (
        tempfile.TemporaryDirectory() as folder,
        server(Path(folder), fsync=fsync) as url,
        ExitStack() as stack,
    ):
        origins = {}
        for way in WAYS:
            child = stack.enter_context(
                process(sys.executable, "-m", "tests.bench.ack_fronts", way, url)
            )
            origins[way] = child.stdout.readline().decode().strip()
        report(asyncio.run(measure(origins, options.clicks)))


if __name__ == "__main__":
    main()
