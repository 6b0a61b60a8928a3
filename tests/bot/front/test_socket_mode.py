"""The connection that Slack's requests come through."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any, Protocol

import pytest
from aiohttp import web
from slack_bolt.app.async_app import AsyncApp

from bot.errors import SettingsError
from bot.front import Desk, Metrics, SocketMode, serving
from bot.front.liveness import Ailment, Signs, diagnose
from bot.lifetime import end
from bot.playground import Playground
from bot.slack import web_client


class Heard(Protocol):
    bodies: list[dict[str, Any]]


def connect(
    desk: Desk, bolt: AsyncApp, metrics: Metrics, slack: Playground, patience: float = 5.0
) -> SocketMode:
    return SocketMode(
        desk,
        bolt.client,
        metrics,
        app_token=slack.workspace.app.app_token,
        ping_interval=0.02,
        patience=patience,
    )


async def troubles(socket: SocketMode, *, until: Callable[[], bool], seeing: str = "") -> set[str]:
    """Everything that was wrong until then, and until this was."""
    seen = {""}
    async with asyncio.timeout(30):
        for _ in iter(lambda: until() and seeing in seen, True):
            seen.add(await socket.trouble())
            await asyncio.sleep(0.001)
    return seen


@pytest.fixture
async def socket(
    desk: Desk, bolt: AsyncApp, metrics: Metrics, slack: Playground
) -> AsyncIterator[SocketMode]:
    async with connect(desk, bolt, metrics, slack) as socket:
        await slack.wait_for(lambda s: s.sockets.connections)
        yield socket


async def test_requests_are_served_and_acknowledged(
    slack: Playground, socket: SocketMode, heard: Heard
) -> None:
    answer = await slack.person("mira").commands("/agent", "help", "C0OPS")
    assert answer.ok
    assert heard.bodies[0]["text"] == "help"
    assert await socket.trouble() == ""


async def test_what_nobody_listens_to_is_acknowledged(
    slack: Playground, socket: SocketMode
) -> None:
    assert (await slack.person("mira").commands("/other", "", "C0OPS")).ok


@pytest.mark.parametrize("how", ["disconnect", "cut"])
async def test_a_lost_connection_is_opened_again(
    slack: Playground, socket: SocketMode, how: str
) -> None:
    [first] = slack.sockets.connections
    await getattr(slack.sockets, how)()
    await slack.wait_for(lambda s: any(c is not first for c in s.sockets.connections))
    answer = await slack.person("mira").commands("/agent", "help", "C0OPS")
    assert answer.ok


async def test_a_request_under_way_is_acknowledged_before_the_end(
    slack: Playground, bolt: AsyncApp, desk: Desk, metrics: Metrics
) -> None:
    begun = asyncio.Event()

    async def slow(ack: Any) -> None:
        begun.set()
        await asyncio.sleep(0.02)
        await ack()

    bolt.command("/slow")(slow)
    async with connect(desk, bolt, metrics, slack):
        await slack.wait_for(lambda s: s.sockets.connections)
        asking = asyncio.create_task(slack.person("mira").commands("/slow", "", "C0OPS"))
        await begun.wait()
    assert (await asking).ok


@pytest.mark.parametrize("code", ["invalid_auth", "not_allowed_token_type", "made_up_tomorrow"])
async def test_a_refused_token_is_a_wrong_setting(
    slack: Playground, bolt: AsyncApp, desk: Desk, metrics: Metrics, code: str
) -> None:
    slack.faults.fail("apps.connections.open", code, times=None)
    with pytest.raises(SettingsError, match=rf"SLACK_APP_TOKEN: Slack refuses it \({code}\)"):
        async with connect(desk, bolt, metrics, slack):
            pytest.fail("it has begun")


async def test_a_token_that_is_refused_later_is_told(
    slack: Playground, socket: SocketMode, caplog: pytest.LogCaptureFixture
) -> None:
    slack.faults.fail("apps.connections.open", "token_revoked", times=None)
    await slack.sockets.cut()
    seen = await troubles(socket, until=lambda: "Check SLACK_APP_TOKEN" in caplog.text)
    assert "Slack refuses the connection: token_revoked" in seen


async def test_whoever_gives_up_waiting_for_slack_leaves_nothing_behind(
    slack: Playground, bolt: AsyncApp, desk: Desk, metrics: Metrics
) -> None:
    slack.faults.slow("apps.connections.open", 60)

    def is_there(name: str) -> bool:
        return name in {each.get_name() for each in asyncio.all_tasks()}

    token = slack.workspace.app.app_token
    socket = SocketMode(desk, bolt.client, metrics, app_token=token, ping_interval=60)
    entering = asyncio.create_task(socket.__aenter__())
    async with asyncio.timeout(30):
        for _ in iter(lambda: is_there("socket mode connect"), True):
            await asyncio.sleep(0.001)
    await end(entering)
    assert not is_there("socket mode")
    slack.faults.clear()


@pytest.mark.parametrize(
    ("code", "beginning"),
    [
        ("", "INFO Socket Mode: connected"),
        ("internal_error", "WARNING Socket Mode: not connected"),
    ],
)
async def test_the_log_says_at_once_whether_slack_lets_us_in(
    slack: Playground,
    bolt: AsyncApp,
    desk: Desk,
    caplog: pytest.LogCaptureFixture,
    code: str,
    beginning: str,
) -> None:
    caplog.set_level("INFO", "bot.front.socket_mode")
    if code:
        slack.faults.fail("apps.connections.open", code, times=None)
    token = slack.workspace.app.app_token
    mode = SocketMode(desk, bolt.client, Metrics(), app_token=token, ping_interval=60)
    async with mode as socket:
        await troubles(socket, until=lambda: bool(caplog.records))
    [told] = caplog.records
    assert f"{told.levelname} {told.message}".startswith(beginning)


class Mute:
    """Takes connections and says nothing, not even hello."""

    def __init__(self) -> None:
        self.connections = 0
        self.origin = ""

    async def open(self, request: web.Request) -> web.Response:
        url = self.origin.replace("http", "ws", 1) + "/link"
        return web.json_response({"ok": True, "url": url})

    async def link(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        self.connections += 1
        async for _ in socket:
            pass
        return socket


async def test_a_connection_that_stays_mute_is_unhealthy_and_given_up(
    desk: Desk, metrics: Metrics
) -> None:
    mute = Mute()
    app = web.Application()
    app.router.add_post("/api/apps.connections.open", mute.open)
    app.router.add_get("/link", mute.link)
    async with (
        serving(app, host="127.0.0.1", port=0) as mute.origin,
        web_client("xoxb-1", base_url=f"{mute.origin}/api/") as client,
        SocketMode(
            desk, client, metrics, app_token="xapp-1", ping_interval=0.02, patience=0.2
        ) as socket,
    ):
        unheard = "connected, but never greeted"
        await troubles(socket, until=lambda: mute.connections > 1, seeing=unheard)


ALIVE = Signs(born_at=0, connected_at=10, greeted_at=10, heard_at=90, is_open=True)


@pytest.mark.parametrize(
    ("signs", "ailment"),
    [
        (ALIVE, None),
        (Signs(born_at=70), Ailment("not connected", hopeless=False)),
        (Signs(born_at=0), Ailment("not connected", hopeless=True)),
        (
            Signs(born_at=0, connected_at=10, greeted_at=10, heard_at=90),
            Ailment("not connected", hopeless=False),
        ),
        (
            Signs(born_at=0, connected_at=30, heard_at=99, is_open=True),
            Ailment("connected, but never greeted", hopeless=True),
        ),
        (
            Signs(born_at=0, connected_at=30, greeted_at=20, heard_at=99, is_open=True),
            Ailment("connected, but never greeted", hopeless=True),
        ),
        (Signs(born_at=0, connected_at=60, is_open=True), None),
        (
            Signs(born_at=0, connected_at=10, greeted_at=10, heard_at=30, is_open=True),
            Ailment("no sign of life for 70 s", hopeless=True),
        ),
    ],
)
def test_a_connection_is_judged_by_its_signs_of_life(signs: Signs, ailment: Ailment | None) -> None:
    assert diagnose(signs, now=100, patience=60) == ailment
