"""The page by keyboard alone, on a phone, in both colour schemes, and when the server goes."""

from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from bot.playground import Playground
from tests.bot.playground.web.chromium import IN_BROWSER, PHONE
from tests.bot.playground.web.gallery import BLOCKS, post

pytestmark = IN_BROWSER

CONTRAST = Path(__file__).with_name("contrast.js").read_text(encoding="utf-8")
SKIPPED_HEADINGS = """() => [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')]
    .filter((each) => each.checkVisibility())
    .filter((each, at, all) => at && Number(each.tagName[1]) > Number(all[at - 1].tagName[1]) + 1)
    .map((each) => each.textContent)"""
REGION_NAMES = """() => [...document.querySelectorAll('section, [role=region]')]
    .filter((each) => each.checkVisibility() && each.ariaLabel)
    .map((each) => each.ariaLabel)"""
OVERFLOW = "document.documentElement.scrollWidth - innerWidth"


@pytest.mark.usefixtures("agent")
async def test_the_whole_way_by_keyboard_alone(page: Page) -> None:
    press = page.keyboard.press
    await page.get_by_role("textbox", name="Message").focus()
    await page.keyboard.type("@si")
    await expect(page.get_by_role("option", name="signoff")).to_be_visible()
    await press("Enter")
    await page.keyboard.type("restart payments")
    await press("Shift+Enter")
    await page.keyboard.type("in staging")
    await press("Enter")
    thread = page.get_by_role("region", name="Thread", exact=True)
    approve = thread.get_by_role("button", name="Approve")
    await expect(approve).to_be_visible()
    await expect(page.locator(".channel-pane .rich-line")).to_have_text(
        "@signoff restart payments\nin staging"
    )

    await page.get_by_role("radio", name="Mira").focus()
    await press("ArrowRight")
    await expect(page.get_by_role("radio", name="Jonas")).to_be_checked()
    await expect(page.get_by_role("radio", name="Jonas")).to_be_focused()
    for _ in range(40):
        await press("Tab")
        if await approve.evaluate("node => node === document.activeElement"):
            break
    assert await approve.evaluate("n => getComputedStyle(n).outlineStyle") == "solid"
    await press("Enter")
    await expect(thread.get_by_text("payments was restarted.")).to_be_visible()
    await expect(thread.locator(".message:focus")).to_contain_text("Done: restart")

    await press("Escape")
    await expect(thread).to_have_count(0)
    await expect(page.get_by_role("button", name="2 replies")).to_be_focused()


async def test_commands_are_completed(page: Page) -> None:
    box = page.get_by_role("textbox", name="Message")
    await box.focus()
    await page.keyboard.type("/ag")
    await page.keyboard.press("Tab")
    await expect(box).to_have_value("/agent ")
    await page.keyboard.type("app")
    await expect(page.get_by_role("option")).to_have_count(1)
    await page.keyboard.press("Enter")
    await expect(box).to_have_value("/agent approve ")
    await page.keyboard.type("\b\b\b\b\b\b\b\b")
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("option")).to_have_count(0)


@pytest.mark.usefixtures("agent")
async def test_nothing_is_wider_than_a_phone(page: Page, slack: Playground) -> None:
    await page.set_viewport_size(PHONE)
    post(slack, BLOCKS)
    await expect(page.get_by_text("Every block")).to_be_visible()
    assert await page.evaluate(OVERFLOW) == 0
    assert (
        await page.locator(".channel-pane .scroller").first.evaluate(
            "n => n.scrollWidth - n.clientWidth"
        )
        == 0
    )
    await page.get_by_role("button", name="restart payments in staging").click()
    thread = page.get_by_role("region", name="Thread", exact=True)
    await expect(thread.get_by_role("button", name="Approve")).to_be_in_viewport()
    await expect(page.locator(".channel-pane")).to_be_hidden()
    await thread.get_by_role("button", name="Back to #ops").click()
    await expect(page.locator(".channel-pane")).to_be_visible()
    for name, pane in (("Fleet", ".fleet-pane"), ("Channels", ".places-pane")):
        await page.get_by_role("navigation", name="Views").get_by_text(name).click()
        await expect(page.locator(pane)).to_be_visible()
        assert await page.evaluate(OVERFLOW) == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_every_text_has_enough_contrast(page: Page, slack: Playground, scheme: str) -> None:
    await page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    post(slack, BLOCKS)
    await slack.person("jonas").says("C0GENERAL", "news")
    await expect(page.get_by_text("Every block")).to_be_visible()
    await expect(page.locator(".service")).to_be_visible()
    assert await page.evaluate(CONTRAST) == []


@pytest.mark.usefixtures("agent")
async def test_headings_lists_and_regions_make_sense_to_whoever_hears_them(page: Page) -> None:
    await page.get_by_role("button", name="restart payments in staging").click()
    await expect(page.get_by_role("heading", name="Approval needed: restart")).to_be_visible()
    assert await page.evaluate(SKIPPED_HEADINGS) == []
    assert await page.locator(":is(ol, ul) > :not(li), :is(ol, ul) > li[role]").count() == 0
    names = await page.evaluate(REGION_NAMES)
    assert len(names) == len(set(names))


async def test_a_lost_server_is_told_and_found_again(window: Page) -> None:
    page = window
    async with Playground() as first:
        await page.goto(first.origin)
        await expect(page.get_by_role("radio", name="Mira")).to_be_checked()
        port = int(first.origin.rsplit(":", 1)[1])
    note = page.get_by_text("The playground is not answering. Trying again…")
    await expect(note).to_be_visible()
    async with Playground(port=port) as second:
        await expect(note).to_be_hidden()
        await second.person("jonas").says("C0OPS", "back again")
        await expect(page.get_by_text("back again").first).to_be_visible()


async def test_an_address_leads_back_to_the_same_place(page: Page, slack: Playground) -> None:
    await page.get_by_role("radio", name="Aiko").click()
    await page.get_by_role("button", name="approvals").click()
    await expect(page.get_by_role("heading", name="approvals")).to_be_visible()
    await page.reload()
    await expect(page.get_by_role("radio", name="Aiko")).to_be_checked()
    await expect(page.get_by_role("heading", name="approvals")).to_be_visible()


async def test_an_address_with_a_stranger_leads_to_the_first_person(
    window: Page, slack: Playground
) -> None:
    await window.goto(f"{slack.origin}/#as=U0NOBODY&in=C0NOWHERE&thread=1.5")
    await expect(window.get_by_role("radio", name="Mira")).to_be_checked()
    await expect(window.get_by_role("heading", name="ops", exact=True)).to_be_visible()
    await expect(window.get_by_role("region", name="Thread", exact=True)).to_have_count(0)
