"""Every card on a phone: nothing sticks out, everything can be read."""

import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Page

from bot.demo import demo_seed
from bot.playground import Playground
from tests.bot.cards import states
from tests.bot.cards.gallery import VIEWER, browser, post
from tests.bot.playground.web.chromium import IN_BROWSER, PHONE

pytestmark = IN_BROWSER

CONTRAST = (Path(__file__).parents[1] / "playground/web/contrast.js").read_text(encoding="utf-8")
TOO_WIDE = """() => [...document.querySelectorAll('.thread-pane .content *')]
    .filter((node) => node.getBoundingClientRect().right > innerWidth - 8)
    .map((node) => node.textContent)"""
CUT_OFF = """() => [...document.querySelectorAll('.thread-pane .content :is(.button, .header)')]
    .filter((node) => node.scrollWidth > node.clientWidth + 1)
    .map((node) => node.textContent)"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def page() -> AsyncIterator[Page]:
    """One thread with all of them, as an approver has it."""
    async with Playground(demo_seed()) as slack, browser() as chromium:
        root = await slack.person("mira").says(states.PLACE.channel, "scale payments")
        for message in {**states.cards(now := time.time()), **states.notices(now)}.values():
            await post(slack, message, thread=root.ts)
        page = await chromium.new_page(viewport=PHONE, reduced_motion="reduce")
        place = f"#as={VIEWER}&in={states.PLACE.channel}&thread={root.ts}"
        await page.goto(f"{slack.origin}/{place}")
        await page.locator(".thread-pane .header").last.wait_for()
        yield page


async def test_nothing_is_wider_than_a_phone(page: Page) -> None:
    assert await page.evaluate(TOO_WIDE) == []
    assert await page.evaluate(CUT_OFF) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_every_word_has_enough_contrast(page: Page, scheme: str) -> None:
    await page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    assert await page.evaluate(CONTRAST) == []
