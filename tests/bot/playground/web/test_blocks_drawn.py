"""Blocks look as in Slack, and text in them is never anything but text."""

from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect

from bot.playground import Playground
from tests.bot.playground.web.chromium import IN_BROWSER
from tests.bot.playground.web.gallery import BLOCKS, HOSTILE, post

pytestmark = IN_BROWSER


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def message(browser: Browser) -> AsyncIterator[Locator]:
    """A message with every block, for tests that only look at it."""
    async with Playground() as slack:
        post(slack, BLOCKS)
        page = await browser.new_page(timezone_id="Europe/Berlin", locale="en-GB")
        await page.goto(slack.origin)
        yield page.locator(".message")
        await page.close()


async def test_every_block_is_drawn(message: Locator) -> None:
    await expect(message.locator(".header")).to_have_text("Every block 👋")
    assert await message.locator(".block-strange").count() == 0
    words = message.locator(".section .words").first
    await expect(words.locator("strong")).to_have_text(["bold", "strong"])
    await expect(words.locator("code")).to_have_text("code *not bold*")
    await expect(words.locator(".chip")).to_have_text(["@Mira Falk", "#ops", "@sre", "@here"])
    await expect(words.locator(".chip-me")).to_have_text(["@Mira Falk", "@here"])
    await expect(words).to_contain_text("snake_case_name 2*3*4 🚀 :unknown_one:")
    await expect(words).to_contain_text("1970-01-02 01:00:00 <!channel>")
    await expect(words.locator("blockquote")).to_have_text("quoted & strong")
    await expect(words.locator("pre")).to_have_text("pre *as is*")


async def test_markdown_is_drawn(message: Locator) -> None:
    markdown = message.locator(".markdown")
    await expect(markdown.locator("h3")).to_have_text("Heading one")
    await expect(markdown.locator("ol > li > ul > li")).to_have_text(["nested one", "☑ticked"])
    await expect(markdown.locator("blockquote blockquote")).to_have_text("deeper")
    await expect(markdown.locator("td")).to_have_text(["pay|ments", "4"])
    await expect(markdown.locator("pre")).to_have_text('print("<b>**not bold**</b>")')
    await expect(markdown).to_contain_text("<!channel> *literal*")
    link = markdown.get_by_role("link", name="a link")
    await expect(link).to_have_attribute("href", "https://example.com/x_(y)")
    await expect(link).to_have_attribute("rel", "noopener noreferrer")
    await expect(link).to_have_attribute("target", "_blank")


async def test_rich_text_is_drawn_and_never_parsed(message: Locator) -> None:
    rich = message.locator(".content > .rich-text")
    await expect(rich.locator("s em")).to_have_text(" both")
    await expect(rich.locator("ol")).to_have_attribute("start", "3")
    await expect(rich.locator("pre")).to_have_text('a: "*b*"\n<@U0MIRA>')
    await expect(rich.locator("blockquote")).to_have_text("quote *as is*")


async def test_hostile_text_stays_text(page: Page, slack: Playground) -> None:
    post(slack, HOSTILE)
    message = page.locator(".message")
    await expect(message.locator(".header")).to_contain_text('<script>document.title="hacked"')
    await expect(message.get_by_text("A block could not be shown.")).to_be_visible()
    assert await message.locator("script, img, iframe, a, [onerror]").count() == 0
    await message.get_by_role("button", name="<script>").click()
    await expect(page).to_have_title("signoff demo")
    assert len(page.context.pages) == 1


async def test_a_reordering_character_does_not_reach_beyond_its_text(message: Locator) -> None:
    isolating = "n => getComputedStyle(n).unicodeBidi"
    assert await message.locator(".author").evaluate(isolating) == "isolate"
    assert await message.locator(".chip").first.evaluate(isolating) == "isolate"
    assert await message.locator(".pre").first.evaluate(isolating) == "plaintext"


async def test_a_dangerous_button_asks_first(page: Page, slack: Playground) -> None:
    post(slack, BLOCKS)
    await page.get_by_role("button", name="Wipe").click()
    question = page.get_by_role("dialog", name="Really wipe?")
    await expect(question.locator("strong")).to_have_text("cannot")
    await page.keyboard.press("Escape")
    await expect(question).to_have_count(0)
    assert [d for d in slack.deliveries if d.outgoing.kind == "interactive"] == []
    await page.get_by_role("button", name="Wipe").click()
    await page.get_by_role("button", name="Wipe it").click()
    await slack.wait_for(lambda s: [d for d in s.deliveries if d.outgoing.kind == "interactive"])
    await expect(page.get_by_role("alert")).to_contain_text("The app")


async def test_a_choice_is_told_with_its_value(page: Page, slack: Playground) -> None:
    post(slack, BLOCKS)
    controls = page.locator(".actions").last
    await controls.get_by_label("More actions").click()
    await page.get_by_role("menuitem", name="Large").click()
    await controls.locator("select").first.select_option("Small")
    told = await slack.wait_for(
        lambda s: [
            d.outgoing.payload["actions"][0]["selected_option"]["value"]
            for d in s.deliveries
            if d.outgoing.kind == "interactive"
        ]
    )
    assert told[0] == "large"
    await slack.wait_for(lambda s: sum(d.outgoing.kind == "interactive" for d in s.deliveries) == 2)
