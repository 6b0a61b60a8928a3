"""What operators and their machines can ask."""

import asyncio

import aiohttp
import pytest

from bot.front import Health, Metrics, serving, site
from bot.front.health import Check


async def well() -> str:
    return ""


async def ill() -> str:
    return "token_revoked"


async def broken() -> str:
    raise RuntimeError("redis://user:secret@host")


async def ask(checks: dict[str, Check], path: str) -> tuple[int, str]:
    async with (
        serving(site(Health(checks, Metrics())), host="127.0.0.1", port=0) as origin,
        aiohttp.ClientSession() as http,
        http.get(origin + path) as response,
    ):
        return response.status, await response.text()


async def test_a_process_that_answers_lives() -> None:
    assert await ask({"slack": ill}, "/healthz") == (200, "ok\n")


async def test_it_is_ready_when_every_check_is_well() -> None:
    assert await ask({"slack": well, "redis": well}, "/readyz") == (200, "slack: ok\nredis: ok\n")


async def test_it_is_not_when_one_is_ill() -> None:
    status, text = await ask({"slack": ill, "redis": well}, "/readyz")
    assert (status, text) == (503, "slack: token_revoked\nredis: ok\n")


async def test_a_check_that_breaks_has_failed_and_gives_nothing_away() -> None:
    assert await ask({"redis": broken}, "/readyz") == (503, "redis: RuntimeError\n")


async def test_a_check_that_hangs_has_failed() -> None:
    async def hang() -> str:
        await asyncio.sleep(60)
        return ""

    health = Health({"redis": hang}, Metrics(), slowest=0.01)
    assert "no answer" in (await health.troubles())["redis"]


async def test_metrics_are_prometheus_text() -> None:
    status, text = await ask({}, "/metrics")
    assert status == 200
    assert "# TYPE signoff_ack_seconds histogram" in text


async def test_without_a_door_nothing_can_be_posted() -> None:
    async with (
        serving(site(Health({}, Metrics())), host="127.0.0.1", port=0) as origin,
        aiohttp.ClientSession() as http,
        http.post(f"{origin}/slack/events", data=b"") as response,
    ):
        assert response.status == 404


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
async def test_no_answer_is_cached(path: str) -> None:
    async with (
        serving(site(Health({}, Metrics())), host="127.0.0.1", port=0) as origin,
        aiohttp.ClientSession() as http,
        http.get(origin + path) as response,
    ):
        assert response.headers["Cache-Control"] == "no-store"


def test_everything_is_counted_under_its_own_name() -> None:
    metrics = Metrics()
    metrics.run("done")
    metrics.approval("approved")
    metrics.click("settled")
    metrics.acked("action", 0.001)
    metrics.acked("<script>", 0.001)
    text = metrics.text().decode()
    for line in (
        'signoff_runs_total{status="done"} 1.0',
        'signoff_approvals_total{status="approved"} 1.0',
        'signoff_clicks_total{outcome="settled"} 1.0',
        'signoff_ack_seconds_count{kind="action"} 1.0',
        'signoff_ack_seconds_count{kind="other"} 1.0',
    ):
        assert line in text
