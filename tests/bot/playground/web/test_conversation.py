"""Asking, approving and watching on the page, with the small app behind it."""

import pytest
from playwright.async_api import Page, expect

from bot.playground import Playground
from tests.bot.playground.web.chromium import IN_BROWSER

pytestmark = [*IN_BROWSER, pytest.mark.usefixtures("agent")]


async def test_a_newcomer_asks_switches_and_approves(page: Page) -> None:
    thread = page.get_by_role("region", name="Thread", exact=True)
    steps = page.get_by_role("region", name="How to try it")
    await expect(page.get_by_text("acts once a teammate signs off")).to_be_visible()
    await page.get_by_role("button", name="restart payments in staging").click()
    await expect(thread.get_by_text("Approval needed: restart")).to_be_visible()
    await expect(steps.locator(".step-done")).to_have_count(1)

    await page.get_by_role("radio", name="Sam").click()
    await thread.get_by_role("button", name="Approve").click()
    await expect(thread.get_by_text("Only visible to you")).to_be_visible()
    await expect(thread.get_by_text("Not yours to say.")).to_be_visible()

    await page.get_by_role("radio", name="Jonas").click()
    await expect(thread.get_by_text("Not yours to say.")).to_have_count(0)
    await expect(steps.locator(".step-done")).to_have_count(2)
    await thread.get_by_role("button", name="Approve").click()
    await expect(thread.get_by_text("payments was restarted.")).to_be_visible()
    await expect(thread.get_by_role("button", name="Approve")).to_have_count(0)
    await expect(thread.get_by_text("(edited)")).to_have_count(0)
    await expect(steps).to_contain_text("Signed off")

    service = page.locator('[data-service="payments/staging"]')
    await expect(service).to_contain_text("healthy")
    await expect(service).to_have_class("service changed")
    await expect(page.locator(".fleet-log")).to_contain_text("for Mira, approved by Jonas")


async def test_a_mere_question_is_not_the_first_step(page: Page) -> None:
    await page.get_by_role("button", name="what is running?").click()
    thread = page.get_by_role("region", name="Thread", exact=True)
    await expect(thread.locator("li li")).to_have_count(2)
    steps = page.get_by_role("region", name="How to try it")
    await expect(steps.locator(".step-current")).to_contain_text("Ask")
    await expect(page.get_by_role("button", name="restart payments in staging")).to_be_visible()


async def test_of_an_agent_without_the_fleet_nothing_of_the_fleet_is_asked(window: Page) -> None:
    async with Playground() as slack:
        await window.goto(slack.origin)
        await expect(window.locator(".prompt")).to_have_text(
            ["@signoff what can you do?", "/agent help"]
        )
        steps = window.get_by_role("region", name="How to try it")
        await expect(steps).to_contain_text("for something it may not do alone")
        await window.goto("about:blank")


async def test_what_a_person_edited_is_marked(page: Page, slack: Playground) -> None:
    mira = slack.person("mira")
    await mira.edits(await mira.says("C0OPS", "restart it"), "restart payments")
    await expect(page.locator(".message")).to_contain_text("restart payments")
    await expect(page.get_by_text("(edited)")).to_be_visible()


async def test_a_streamed_answer_grows(page: Page, slack: Playground) -> None:
    slack.faults.slow("chat.startStream", 60)
    await page.get_by_role("button", name="what is running?").click()
    thread = page.get_by_role("region", name="Thread", exact=True)
    await expect(thread.get_by_text("signoff is thinking…")).to_be_visible()
    slack.faults.clear()
    slack.faults.slow("chat.stopStream", 60)
    await expect(thread.locator(".streaming")).to_contain_text("payments")
    slack.faults.clear()
    await expect(thread.locator("li li")).to_have_text(["payments is fine", "search is degraded"])
    await expect(thread.locator(".streaming")).to_have_count(0)


async def test_a_command_is_answered_in_private(page: Page) -> None:
    box = page.get_by_role("textbox", name="Message")
    await box.fill("/agent status")
    await box.press("Enter")
    answer = page.locator(".message.private")
    await expect(answer).to_contain_text("You typed status")
    await page.get_by_role("radio", name="Jonas").click()
    await expect(page.get_by_role("radio", name="Jonas")).to_be_checked()
    await expect(answer).to_have_count(0)


async def test_a_form_is_checked_filled_in_and_sent(page: Page, slack: Playground) -> None:
    await page.get_by_role("button", name="restart payments in staging").click()
    await page.get_by_role("button", name="Reject").click()
    form = page.get_by_role("dialog", name="A form")
    await form.get_by_role("button", name="Send").click()
    await expect(form.locator(".field-error:visible")).to_have_text(["Please fill this in."] * 3)
    await expect(form.get_by_label("Reason")).to_be_focused()

    await form.get_by_label("Reason").fill("because")
    await form.get_by_label("Size").select_option("Large")
    await form.get_by_label("Small").check()
    await form.locator("summary").click()
    await form.get_by_label("Aiko Tanaka").check()
    await form.get_by_role("button", name="Send").click()
    await expect(form).to_have_count(0)
    await slack.wait_for("form: large small U0AIKO")


async def test_an_app_may_send_a_form_back(page: Page) -> None:
    await page.get_by_role("button", name="restart payments in staging").click()
    await page.get_by_role("button", name="Reject").click()
    form = page.get_by_role("dialog", name="A form")
    await form.get_by_label("Reason").fill("noo")
    await form.get_by_label("Size").select_option("Large")
    await form.get_by_label("Small").check()
    await form.get_by_role("button", name="Send").click()
    await expect(form.get_by_text("That is no reason.")).to_be_visible()
    await expect(form.get_by_label("Reason")).to_have_value("noo")

    await form.get_by_label("Reason").fill("more")
    await form.get_by_role("button", name="Send").click()
    await expect(page.get_by_role("dialog", name="On top")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(form.get_by_label("Reason")).to_have_value("more")
    await page.keyboard.press("Escape")
    await expect(form).to_have_count(0)


async def test_the_app_has_a_home(page: Page, slack: Playground) -> None:
    await page.get_by_role("button", name="signoff", exact=True).click()
    await page.get_by_role("button", name="Home").click()
    home = page.get_by_role("region", name="Home")
    await expect(home).to_contain_text("Inbox of @Mira Falk")
    await page.get_by_role("radio", name="Jonas").click()
    await expect(page.get_by_role("radio", name="Jonas")).to_be_checked()


async def test_news_elsewhere_are_counted(page: Page, slack: Playground) -> None:
    await slack.person("jonas").says("C0APPROVALS", "have a look")
    place = page.get_by_role("button", name="approvals")
    await expect(place.get_by_label("1 new")).to_be_visible()
    await place.click()
    await expect(page.get_by_text("have a look")).to_be_visible()
    await expect(place.get_by_label("1 new")).to_have_count(0)


async def test_a_link_to_a_message_leads_there_on_the_page(page: Page, slack: Playground) -> None:
    asked = await slack.person("jonas").mentions("C0OPS", "restart payments in staging")
    at = asked.ts.replace(".", "")
    link = f"https://signoff.slack.com/archives/C0OPS/p{at}"
    await slack.person("jonas").says("C0APPROVALS", f"see {link}")
    await page.get_by_role("button", name="approvals").click()
    await page.get_by_role("link", name="archives").click()
    thread = page.get_by_role("region", name="Thread", exact=True)
    await expect(thread.get_by_role("button", name="Approve")).to_be_visible()
    await expect(page.get_by_role("heading", name="ops", exact=True)).to_be_visible()


async def test_what_is_asked_next_opens_its_own_thread(page: Page) -> None:
    thread = page.get_by_role("region", name="Thread", exact=True)
    box = page.get_by_role("textbox", name="Message")
    for words in ("restart payments", "restart search"):
        await box.fill(f"@signoff {words}")
        await box.press("Enter")
        await expect(thread.locator(".message").first).to_contain_text(words)
    await page.keyboard.press("Escape")
    await expect(thread).to_have_count(0)


async def test_the_newest_stays_in_sight_until_the_reader_goes_up(
    page: Page, slack: Playground
) -> None:
    jonas = slack.person("jonas")
    for number in range(30):
        await jonas.says("C0OPS", f"line {number}.")
    await expect(page.get_by_text("line 29.", exact=True)).to_be_in_viewport()
    await page.set_viewport_size({"width": 1000, "height": 500})
    await expect(page.get_by_text("line 29.", exact=True)).to_be_in_viewport()

    await page.get_by_text("line 3.", exact=True).scroll_into_view_if_needed()
    await jonas.says("C0OPS", "line 30.")
    await expect(page.get_by_text("line 30.", exact=True)).not_to_be_in_viewport()
    await page.get_by_role("button", name="New messages").click()
    await expect(page.get_by_text("line 30.", exact=True)).to_be_in_viewport()


async def test_an_answer_out_of_sight_is_told_from_other_news(
    page: Page, slack: Playground
) -> None:
    thread = page.get_by_role("region", name="Thread", exact=True)
    await page.get_by_role("button", name="restart payments in staging").click()
    approve = thread.get_by_role("button", name="Approve")
    await expect(approve).to_be_visible()
    jonas = slack.person("jonas")
    asked = jonas.sees("C0OPS")[0]
    for number in range(30):
        await jonas.says("C0OPS", f"line {number}.", thread_ts=asked.ts)
    await expect(thread.get_by_text("line 29.", exact=True)).to_be_in_viewport()
    await approve.click()
    await thread.get_by_role("button", name="An answer for you").click()
    await expect(thread.get_by_text("Not yours to say.")).to_be_in_viewport()
