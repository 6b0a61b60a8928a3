"""`signoff demo` as a newcomer meets it: the command, its page, and the whole way through."""

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Page, async_playwright, expect

CHROMIUM = Path("/usr/bin/chromium")
APPROVE = re.compile("^Approve")

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not CHROMIUM.exists(), reason=f"Chromium is not at {CHROMIUM}"),
]


@asynccontextmanager
async def running_demo(folder: Path) -> AsyncIterator[str]:
    """The address the command prints; it ends on Ctrl-C without complaint."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    demo = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "demo", "--port", "0", "--no-browser",
        env={**kept, "BOT_DATA_DIR": str(folder)},
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert demo.stdout is not None
    try:
        async with asyncio.timeout(60):
            first = (await demo.stdout.readline()).decode()
        yield first.removeprefix("signoff demo: ").strip()
    finally:
        if demo.returncode is None:
            demo.send_signal(signal.SIGINT)
        async with asyncio.timeout(60):
            await demo.communicate()
    assert demo.returncode == 0


@asynccontextmanager
async def page_at(address: str) -> AsyncIterator[Page]:
    """A browser on the page; whatever its console complains about fails the test."""
    complaints: list[str] = []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=[
                "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic",
                "--no-first-run", "--disable-background-networking",
                "--disable-component-update", "--disable-sync",
            ],
        )  # fmt: skip
        page = await browser.new_page(reduced_motion="reduce")
        page.on("console", lambda m: complaints.append(m.text) if m.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        await page.goto(address)
        yield page
        await browser.close()
    assert complaints == []


async def test_a_question_becomes_a_restarted_service(tmp_path: Path) -> None:
    async with running_demo(tmp_path) as address, page_at(address) as page:
        thread = page.get_by_role("region", name="Thread", exact=True)
        service = page.locator('[data-service="payments/staging"]')
        await expect(service).to_contain_text("degraded")

        await page.get_by_role("button", name="@Ops restart payments in staging").click()
        asked = thread.get_by_text("Approval needed: restart_service")
        await expect(asked).to_be_visible(timeout=60_000)

        await page.get_by_role("radio", name="Sam").click()
        await expect(page.get_by_role("radio", name="Sam")).to_be_checked()
        await thread.get_by_role("button", name=APPROVE).click()
        await expect(thread.get_by_text("Only visible to you")).to_be_visible()
        await expect(service).to_contain_text("degraded")

        await page.get_by_role("radio", name="Jonas").click()
        await expect(thread.get_by_text("Only visible to you")).to_have_count(0)
        await thread.get_by_role("button", name=APPROVE).click()
        done = thread.get_by_text("Done: restart_service")
        await expect(done).to_be_visible(timeout=60_000)
        await expect(thread.get_by_text("payments in staging was restarted").last).to_be_visible()
        await expect(thread.get_by_role("button", name=APPROVE)).to_have_count(0)
        await expect(service).to_contain_text("healthy")
        await expect(page.locator(".fleet-log")).to_contain_text("for Mira, approved by Jonas")
