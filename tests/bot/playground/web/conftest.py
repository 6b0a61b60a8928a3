"""A real browser on the demo page of a real playground, with a small app behind it."""

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
from playwright.async_api import (
    Browser,
    ConsoleMessage,
    Error,
    Page,
    async_playwright,
    expect,
)
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler

from bot.playground import Playground
from tests.bot.playground.web.chromium import ARGUMENTS, CHROMIUM, WIDE
from tests.bot.playground.web.deckhand import Fleet, deckhand

expect.set_options(timeout=30_000)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        await browser.close()


@pytest.fixture
def fleet() -> Fleet:
    return Fleet()


@pytest_asyncio.fixture(loop_scope="session")
async def slack(fleet: Fleet) -> AsyncIterator[Playground]:
    async with Playground(panels={"fleet": fleet.snapshot}) as playground:
        yield playground


@pytest_asyncio.fixture(loop_scope="session")
async def agent(slack: Playground, fleet: Fleet) -> AsyncIterator[None]:
    """The small app, connected."""
    handler = AsyncSocketModeHandler(deckhand(slack, fleet), slack.workspace.app.app_token)
    await handler.connect_async()
    await slack.wait_for(lambda s: s.sockets.connections)
    yield
    await handler.close_async()


@pytest.fixture
def complaints() -> Iterator[list[str]]:
    """What the browser's console complained about, which fails the test at its end."""
    found: list[str] = []
    yield found
    assert found == []


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def window(browser: Browser) -> AsyncIterator[Page]:
    """One window for all tests: every playground has an origin of its own."""
    context = await browser.new_context(
        timezone_id="Europe/Berlin", locale="en-GB", reduced_motion="reduce"
    )
    yield await context.new_page()
    await context.close()


@pytest_asyncio.fixture(loop_scope="session")
async def page(slack: Playground, window: Page, complaints: list[str]) -> AsyncIterator[Page]:
    """The page as Mira sees it."""

    def heard(message: ConsoleMessage) -> None:
        if message.type == "error":
            complaints.append(message.text)

    def broke(error: Error) -> None:
        complaints.append(str(error))

    # What an earlier page says about its playground, which is gone, is not heard.
    await window.goto("about:blank")
    window.on("console", heard)
    window.on("pageerror", broke)
    await window.set_viewport_size(WIDE)
    await window.emulate_media(color_scheme="light")
    await window.goto(slack.origin)
    await expect(window.get_by_role("radio", name="Mira")).to_be_checked()
    yield window
    window.remove_listener("console", heard)
    window.remove_listener("pageerror", broke)
    await window.goto("about:blank")
