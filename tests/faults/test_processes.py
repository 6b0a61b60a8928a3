"""The product as it is run: two front ends and a worker, a real Redis, a model behind HTTP."""

import asyncio
import hashlib
import hmac
import io
import json
import re
import time
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urlencode

import aiohttp
import pytest
import pytest_asyncio

from bot.clock import WallClock
from bot.playground import Message
from bot.records import Owner
from bot.store import open_store
from tests.flows.outside.conversations import faults
from tests.flows.outside.model_server import calls, created, delta, falls_silent, says
from tests.flows.outside.processes import Outside, has_redis, outside

pytestmark = [
    pytest.mark.skipif(not has_redis, reason="redis-server is not on the PATH"),
    pytest.mark.redis,
    pytest.mark.asyncio(loop_scope="module"),
]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def running(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Outside]:
    async with outside(tmp_path_factory.mktemp("outside")) as here:
        await asyncio.gather(here.front("--no-worker"), here.front("--no-worker"), here.worker())
        yield here


@pytest.fixture
def here(running: Outside) -> Outside:
    running.slack.faults.clear()
    running.slack.calls.clear()
    running.model.script.clear()
    running.model.requests.clear()
    (running.folder / "effects").unlink(missing_ok=True)
    return running


async def card_of(here: Outside, asked: Message, button: str = "Approve") -> Message:
    return await here.slack.wait_for_message(button=button, thread_ts=asked.ts, timeout=60)


async def answer_in(here: Outside, asked: Message, shown: str) -> Message:
    return await here.slack.wait_for_message(shown, thread_ts=asked.ts, timeout=60)


async def test_the_main_job_on_three_processes(here: Outside) -> None:
    here.model.will(calls(("deploy", {"env": "prod"}, "call_1")), says("It is live."))
    asked = await here.asks("deploy prod")
    card = await card_of(here, asked)
    assert here.effects == []
    fronts = [process.url for process in here.processes if process.url]
    jonas, aiko = here.slack.person("jonas"), here.slack.person("aiko")
    acks = await asyncio.gather(
        jonas.clicks(card, "Approve", to=fronts[0]),
        aiko.clicks(card, "Approve", to=fronts[1]),
        jonas.clicks(card, "Approve", to=fronts[1]),
    )
    assert all(ack.ok for ack in acks)
    answer = await answer_in(here, asked, "It is live.")
    assert answer.thread_ts == asked.ts
    assert here.effects == ["deploy prod"]
    assert [fault for items in here.model.inputs for fault in faults(items)] == []
    await here.slack.wait_for(lambda _: not here.now(card).controls)


async def test_events_of_one_message_on_two_processes_start_one_run(here: Outside) -> None:
    here.model.will(says("Once."), says("Twice."))
    asked = await here.asks("hello")
    told = [
        d
        for d in here.slack.deliveries
        if d.outgoing.payload.get("event", {}).get("ts") == asked.ts
    ]
    fronts = [process.url for process in here.processes if process.url]
    for number, delivery in enumerate(told * 3):
        here.slack.again(delivery, event_id=f"Ev{asked.ts}{number}", to=fronts[number % 2])
    await answer_in(here, asked, "Once.")
    await here.slack.settled()
    await asyncio.sleep(0.3)
    assert len(here.model.requests) == 1


async def test_a_run_is_called_off_while_another_process_waits_for_its_model(here: Outside) -> None:
    here.model.will(falls_silent(created(), delta("Half of ")), says("Still here."))
    mira = here.slack.person("mira")
    asked = await here.asks("look around")
    await answer_in(here, asked, "Half of")
    await mira.stops("C0OPS", asked.ts)
    await answer_in(here, asked, "<@U0MIRA> called this off")
    await mira.mentions("C0OPS", "still there?", thread_ts=asked.ts)
    await answer_in(here, asked, "Still here.")
    assert len(here.model.requests) == 2


async def test_a_token_in_an_error_is_nowhere(here: Outside) -> None:
    here.model.will(calls(("deploy", {"env": "broken"}, "call_1")), says("It failed."))
    asked = await here.asks("break it")
    await here.slack.person("jonas").clicks(await card_of(here, asked), "Approve")
    await answer_in(here, asked, "It failed.")
    await here.slack.settled()
    assert here.effects == ["deploy broken"]
    said = json.dumps([call.arguments for call in here.slack.calls], default=str)
    for text in (said, here.logged, here.redis.dump().decode(errors="replace")):
        assert "xoxb-123" not in text
        assert here.slack.workspace.app.bot_token not in text
        assert here.slack.workspace.app.signing_secret not in text


async def test_acknowledgements_do_not_wait_for_redis(here: Outside) -> None:
    here.model.will(calls(("deploy", {"env": "prod"}, "call_1")))
    here.model.by_default = says("Here you are.")
    asked = await here.asks("deploy prod")
    card = await card_of(here, asked)
    jonas, gus = here.slack.person("jonas"), here.slack.person("gus")
    here.redis.freeze()
    try:
        acks = await asyncio.gather(
            jonas.clicks(card, "Approve"),
            gus.clicks(card, "Approve"),
            jonas.commands("/agent", "pending", "C0OPS"),
            jonas.commands("/agent", "approve unknown", "C0OPS"),
        )
        other = await here.asks("hello")
        await here.slack.settled()
        answers = [a for d in here.slack.deliveries[-8:] for a in d.answers]
        assert all(a.ok for a in [*acks, *answers])
        await asyncio.sleep(1)
    finally:
        here.redis.thaw()
    await answer_in(here, asked, "Here you are.")
    await answer_in(here, other, "Here you are.")
    assert here.effects == ["deploy prod"]
    await here.slack.wait_for(lambda _: gus.private_messages)


def signed(body: bytes, secret: str, at: float | None = None, **more: str) -> dict[str, str]:
    stamp = str(int(time.time() if at is None else at))
    digest = hmac.new(secret.encode(), b"v0:" + stamp.encode() + b":" + body, hashlib.sha256)
    return {
        "X-Slack-Request-Timestamp": stamp,
        "X-Slack-Signature": "v0=" + digest.hexdigest(),
        "Content-Type": "application/json",
        **more,
    }


async def test_requests_that_are_not_slacks_are_refused(here: Outside) -> None:
    url, secret = here.processes[0].url, here.slack.workspace.app.signing_secret
    body = json.dumps({"type": "url_verification", "challenge": "c"}).encode()
    good = signed(body, secret)
    table: list[tuple[bytes, dict[str, str], int]] = [
        (body, good, 200),
        (body, {}, 401),
        (body, signed(body, "other"), 401),
        (body, signed(body, secret, at=time.time() - 360), 401),
        (body, signed(body, secret, at=time.time() + 360), 401),
        (body + b" ", good, 401),
        (body, good | {"X-Slack-Request-Timestamp": "now"}, 401),
        (body, good | {"X-Slack-Signature": "v0=ü"}, 401),
        (b"{", {}, 401),
        (b"ssl_check=1", {"Content-Type": "application/x-www-form-urlencoded"}, 401),
        (b"{", signed(b"{", secret), 400),
        (b"\xff", signed(b"\xff", secret), 400),
        (b"[]", signed(b"[]", secret), 400),
        (b"x" * 1_100_000, signed(b"x" * 1_100_000, secret), 413),
    ]
    async with aiohttp.ClientSession() as session:
        for sent, headers, status in table:
            async with session.post(url, data=io.BytesIO(sent), headers=headers) as response:
                assert (response.status, headers, sent[:40]) == (status, headers, sent[:40])


async def test_a_replayed_click_is_harmless(here: Outside) -> None:
    here.model.will(calls(("deploy", {"env": "prod"}, "call_1")), says("It is live."))
    asked = await here.asks("deploy prod")
    card = await card_of(here, asked)
    jonas = here.slack.person("jonas")
    control = next(each for each in card.controls if each.is_called("Approve"))
    payload = jonas.interactions.click(jonas.user, card, control, {})
    body = urlencode({"payload": json.dumps(payload)}).encode()
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    secret = here.slack.workspace.app.signing_secret
    fronts = [process.url for process in here.processes if process.url]
    async with aiohttp.ClientSession() as session:
        for url in fronts * 3:
            headers = signed(body, secret, at=time.time() - 120, **form)
            async with session.post(url, data=body, headers=headers) as response:
                assert response.status == 200
        await answer_in(here, asked, "It is live.")
        async with session.post(fronts[0], data=body, headers=headers) as response:
            assert response.status == 200
    assert here.effects == ["deploy prod"]


async def test_health_readiness_and_metrics(here: Outside) -> None:
    base = here.processes[0].url.removesuffix("/slack/events")
    async with aiohttp.ClientSession() as session:

        async def get(path: str) -> tuple[int, str]:
            async with session.get(base + path) as response:
                return response.status, await response.text()

        assert (await get("/healthz"))[0] == 200
        assert (await get("/readyz"))[0] == 200
        assert "signoff" in (await get("/metrics"))[1]
        assert (await get("/slack/events"))[0] == 405
        here.redis.freeze()
        try:
            status, text = await get("/readyz")
            assert (status, "redis" in text) == (503, True)
            assert (await get("/healthz"))[0] == 200
        finally:
            here.redis.thaw()


async def test_an_approval_outlives_every_process_and_redis(tmp_path: Path) -> None:
    async with outside(tmp_path) as here:
        here.model.will(calls(("deploy", {"env": "prod"}, "call_1")), says("It is live."))
        first = await here.front()
        asked = await here.asks("deploy prod")
        card = await card_of(here, asked)
        first.kill()
        here.gone(first)
        here.redis.stop()
        here.redis.start()
        await here.front()
        await here.slack.person("jonas").clicks(card, "Approve")
        await answer_in(here, asked, "It is live.")
        assert here.effects == ["deploy prod"]


async def test_a_process_that_is_asked_to_stop_finishes_the_call(tmp_path: Path) -> None:
    async with outside(tmp_path) as here:
        here.model.will(calls(("deploy", {"env": "slow"}, "call_1")), says("It is live."))
        process = await here.front()
        asked = await here.asks("deploy slowly")
        await here.slack.person("jonas").clicks(await card_of(here, asked), "Approve")
        await here.effect("deploy slow")
        process.ask_to_stop()
        assert await process.ended() == 0
        assert here.effects == ["deploy slow"]
        here.gone(process)
        await here.front()
        await answer_in(here, asked, "It is live.")
        assert here.effects == ["deploy slow"]
        assert "Traceback" not in here.logged


WRONG: dict[str, tuple[tuple[str, ...], dict[str, str], str]] = {
    "no token": (("serve",), {"SLACK_BOT_TOKEN": ""}, "SLACK_BOT_TOKEN"),
    "no secret": (("serve",), {"SLACK_SIGNING_SECRET": " "}, "SLACK_"),
    "no redis": (("worker",), {"REDIS_URL": "redis://:hush@127.0.0.1:9/0"}, "REDIS_URL"),
    "no agent": (("worker",), {"BOT_AGENT": "nowhere:agent"}, "BOT_AGENT"),
    "bot token": (("serve",), {"SLACK_BOT_TOKEN": "xoxb-hush"}, "SLACK_BOT_TOKEN"),
    "app token": (("serve",), {"SLACK_APP_TOKEN": "xapp-hush"}, "SLACK_APP_TOKEN"),
    "no slack": (("serve",), {"SLACK_API_URL": "http://127.0.0.1:9/api/"}, "SLACK_"),
    "policy": (("serve",), {"BOT_CONFIG": "bad.toml"}, "bad.toml"),
    "keys": (("serve",), {"BOT_ENCRYPTION_KEYS": "hush"}, "BOT_ENCRYPTION_KEYS"),
}


async def test_a_wrong_setting_ends_it_with_one_line(here: Outside) -> None:
    (here.folder / "bad.toml").write_text('[[policy]]\ntools = "deploy"\napprovers = ["#ops"]\n')
    gate = asyncio.Semaphore(3)

    async def tried(words: tuple[str, ...], environment: dict[str, str]) -> tuple[int, str]:
        async with gate:
            process = here.spawn(*words, **environment)
            return await process.ended(), process.logged

    found = await asyncio.gather(*(tried(words, given) for words, given, _ in WRONG.values()))
    for (name, (_, _, wanted)), (code, text) in zip(WRONG.items(), found, strict=True):
        assert (name, code) == (name, 2)
        assert "Traceback" not in text
        assert wanted in text, (name, text)
        assert "hush" not in text
        told = [line for line in text.splitlines() if not re.match(r"\d\d:\d\d:", line)]
        assert told[0].startswith("signoff: "), (name, text)
        assert name == "policy" or len(told) == 1, (name, text)


async def test_the_store_of_another_bot_is_left_alone(here: Outside) -> None:
    theirs = here.redis.url.removesuffix("0") + "1"
    async with open_store(theirs, clock=WallClock()) as store:
        await store.take_over(Owner(team="T1", app="A1", user="U1"))
    for command in ("serve", "worker"):
        process = here.spawn(command, REDIS_URL=theirs, BOT_PORT="0")
        assert await process.ended() == 2
        [line] = [each for each in process.logged.splitlines() if each.startswith("signoff: ")]
        assert "REDIS_URL" in line
        assert "belongs to another bot (app A1, user U1, in T1)" in line


async def test_a_port_that_is_taken_is_named(here: Outside) -> None:
    port = here.processes[0].url.split(":")[2].split("/")[0]
    process = here.spawn("serve", BOT_PORT=port)
    assert await process.ended() == 2
    assert "BOT_PORT" in process.logged
    assert "Traceback" not in process.logged
