"""The JSON side of the demo page, and what keeps other sites out."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
from slack_sdk.web.async_client import AsyncWebClient

from bot.playground import Person, Playground
from tests.bot.playground.receiver import Receiver
from tests.bot.playground.test_blocks import actions, button, field, modal, plain, select


@pytest.fixture
async def browser(slack: Playground) -> AsyncIterator[aiohttp.ClientSession]:
    headers = {"Origin": slack.origin}
    async with aiohttp.ClientSession(slack.origin, headers=headers) as session:
        yield session


async def state(browser: aiohttp.ClientSession, who: str = "U0MIRA") -> dict[str, Any]:
    async with browser.get("/playground/state", params={"as": who}) as response:
        assert response.status == 200
        found: dict[str, Any] = await response.json()
        return found


async def act(
    browser: aiohttp.ClientSession, who: str = "U0MIRA", **deed: Any
) -> tuple[int, dict[str, Any]]:
    body = {"as": who, "deed": deed}
    async with browser.post("/playground/act", json=body) as response:
        return response.status, await response.json()


async def test_the_state_is_what_one_person_sees(
    slack: Playground, browser: aiohttp.ClientSession, client: AsyncWebClient, mira: Person
) -> None:
    await mira.says("C0OPS", "hello")
    await client.chat_postEphemeral(channel="C0OPS", user="U0MIRA", text="psst")
    hers, his = await state(browser), await state(browser, "U0SAM")
    assert [m["text"] for m in hers["messages"]["C0OPS"]] == ["hello", "psst"]
    assert [m["is_private"] for m in hers["messages"]["C0OPS"]] == [False, True]
    assert [m["text"] for m in his["messages"]["C0OPS"]] == ["hello"]
    assert "C0SECRET" in hers["messages"]
    assert "C0SECRET" not in his["messages"]
    assert hers["app"]["commands"] == ["/agent"]
    eve = next(u for u in hers["users"] if u["id"] == "U0EVE")
    assert (eve["is_external"], eve["team"]) == (True, "Partner")
    dm = next(c for c in hers["channels"] if c["id"] == "D0MIRA")
    assert dm["with"] == ["U0SIGNOFF"]


async def test_buttons_meant_for_others_are_left_out(
    browser: aiohttp.ClientSession, client: AsyncWebClient
) -> None:
    blocks = [actions(button(), button(action_id="b", visible_to_user_ids=["U0JONAS"]))]
    await client.chat_postMessage(channel="C0OPS", text="x", blocks=blocks)

    async def shown(who: str) -> list[str]:
        (message,) = (await state(browser, who))["messages"]["C0OPS"]
        return [e["action_id"] for e in message["blocks"][0]["elements"]]

    assert await shown("U0MIRA") == ["a"]
    assert await shown("U0JONAS") == ["a", "b"]


async def test_the_page_says_clicks_and_commands(
    slack: Playground, browser: aiohttp.ClientSession, client: AsyncWebClient, receiver: Receiver
) -> None:
    assert await act(browser, do="say", channel="C0OPS", text="hello") == (
        200,
        {"ok": True, "answer": None},
    )
    assert slack.messages[0].text == "hello"
    posted = await client.chat_postMessage(
        channel="C0OPS", text="x", blocks=[actions(button(), block_id="b")]
    )
    place = {"channel": "C0OPS", "ts": posted["ts"]}
    status, body = await act(browser, do="click", control="a", block_id="b", **place)
    assert (status, body["answer"]["status"]) == (200, 200)
    assert receiver.interaction["type"] == "block_actions"
    await act(browser, do="command", channel="C0OPS", command="/agent", text="status")
    assert receiver.interaction["command"] == "/agent"
    await act(browser, do="shortcut", callback_id="ask", **place)
    assert receiver.interaction["type"] == "message_action"


async def test_the_page_fills_in_a_modal(
    slack: Playground, browser: aiohttp.ClientSession, client: AsyncWebClient, receiver: Receiver
) -> None:
    await act(browser, do="shortcut", callback_id="any")
    view = modal(field(block_id="b"), submit=plain("Send"))
    trigger = receiver.interaction["trigger_id"]
    await client.views_open(trigger_id=trigger, view=view)
    (shown,) = (await state(browser))["modals"]
    assert (shown["submit"], shown["close"]) == ("Send", None)
    receiver.body = {"response_action": "errors", "errors": {"b": "No"}}
    await act(browser, do="submit", view=shown["id"], values={"b": "x"})
    (shown,) = (await state(browser))["modals"]
    assert shown["errors"] == {"b": "No"}
    assert shown["values"]["b"]["i"]["value"] == "x"
    await act(browser, do="close", view=shown["id"])
    assert (await state(browser))["modals"] == []


async def test_the_page_edits_deletes_picks_and_stops(
    slack: Playground, browser: aiohttp.ClientSession, client: AsyncWebClient, receiver: Receiver
) -> None:
    await act(browser, do="say", channel="C0OPS", text="hello")
    place = {"channel": "C0OPS", "ts": slack.messages[0].ts}
    await act(browser, do="edit", text="good day", **place)
    assert slack.messages[0].text == "good day"
    await act(browser, do="delete", **place)
    assert slack.messages == ()
    menu = [actions(select(action_id="s"))]
    posted = await client.chat_postMessage(channel="C0OPS", text="x", blocks=menu)
    await act(browser, do="pick", control="s", value="v", channel="C0OPS", ts=posted["ts"])
    assert receiver.interaction["actions"][0]["selected_option"]["value"] == "v"
    await act(browser, do="stop", channel="C0OPS", thread_ts=posted["ts"])
    await act(browser, do="open_home")
    await slack.settled()
    assert {"agent_session_stopped", "app_home_opened"} <= {e["type"] for e in receiver.events}


async def test_the_page_clicks_on_the_home(
    browser: aiohttp.ClientSession, client: AsyncWebClient, receiver: Receiver
) -> None:
    home = {"type": "home", "blocks": [actions(button())]}
    await client.views_publish(user_id="U0MIRA", view=home)
    shown = (await state(browser))["home"]
    await act(browser, do="click", control="a", view=shown["id"])
    assert receiver.interaction["view"]["id"] == shown["id"]
    status, body = await act(browser, "U0SAM", do="click", control="a", view=shown["id"])
    assert (status, body["ok"]) == (409, False)


@pytest.mark.parametrize(
    ("deed", "status"),
    [
        ({"do": "fly"}, 400),
        ({"do": "say", "channel": "C0OPS"}, 400),
        ({"do": "say", "channel": "C0OLD", "text": "x"}, 409),
        ({"do": "say", "channel": "C0", "text": "x"}, 409),
        ({"do": "click", "channel": "C0OPS", "ts": "1.0", "control": "a"}, 409),
    ],
)
async def test_what_cannot_be_done_is_said(
    browser: aiohttp.ClientSession, deed: dict[str, Any], status: int
) -> None:
    got, body = await act(browser, **deed)
    assert got == status
    assert body["ok"] is False
    assert body["problem"]


async def test_changes_come_by_themselves(
    slack: Playground, browser: aiohttp.ClientSession, mira: Person
) -> None:
    async with browser.ws_connect("/playground/live?as=U0MIRA") as socket:
        first = await socket.receive_json()
        assert (first["type"], first["state"]["me"]) == ("state", "U0MIRA")
        await mira.says("C0OPS", "hello")
        second = await socket.receive_json(timeout=30)
        assert second["state"]["messages"]["C0OPS"][0]["text"] == "hello"


async def test_a_panel_shows_json_of_the_demos_own() -> None:
    async def fleet() -> dict[str, str]:
        await asyncio.sleep(0)
        return {"payments": "running"}

    async with (
        Playground(panels={"fleet": fleet}) as slack,
        aiohttp.ClientSession(slack.origin) as browser,
    ):
        assert (await state(browser))["panels"] == ["fleet"]
        async with browser.get("/playground/panels/fleet") as response:
            assert await response.json() == {"payments": "running"}
        async with browser.get("/playground/panels/other") as response:
            assert response.status == 404
        async with browser.ws_connect("/playground/live?as=U0MIRA") as socket:
            got = [await socket.receive_json(timeout=30) for _ in range(2)]
            panel = next(m for m in got if m["type"] == "panel")
            assert panel == {"type": "panel", "name": "fleet", "value": {"payments": "running"}}


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
    ],
)
async def test_other_sites_are_kept_out(slack: Playground, headers: dict[str, str]) -> None:
    async with aiohttp.ClientSession(slack.origin, headers=headers) as elsewhere:
        async with elsewhere.get("/playground/state", params={"as": "U0MIRA"}) as response:
            assert response.status == 403
        status = (await elsewhere.post("/playground/act", json={"as": "U0MIRA", "deed": {}})).status
        assert status == 403
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await elsewhere.ws_connect("/playground/live?as=U0MIRA")


async def test_a_deed_has_to_come_as_json(
    slack: Playground, browser: aiohttp.ClientSession
) -> None:
    body = '{"as": "U0MIRA", "deed": {"do": "say", "channel": "C0OPS", "text": "x"}}'
    headers = {"Content-Type": "text/plain"}
    async with browser.post("/playground/act", data=body, headers=headers) as response:
        assert response.status == 415
    assert slack.messages == ()


async def test_the_page_may_not_be_framed(browser: aiohttp.ClientSession) -> None:
    async with browser.get("/playground/state", params={"as": "U0MIRA"}) as response:
        policy = response.headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
