"""Draws every card in every state in a browser: `python -m tests.bot.cards.gallery OUT [NAME…]`.

The pictures go into the folder OUT, with a page `index.html` that shows them all.
"""

import argparse
import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from playwright.async_api import Browser, Page, ViewportSize, async_playwright
from slack_sdk.web.async_client import AsyncWebClient

from bot.demo import demo_seed
from bot.playground import Playground
from bot.ports import Message, Modal
from bot.slack.modals import home, view
from tests.bot.cards import states
from tests.bot.playground.web.chromium import ARGUMENTS, CHROMIUM

Scheme = Literal["light", "dark"]
SIZES: dict[str, ViewportSize] = {
    "phone": {"width": 390, "height": 844},
    "desktop": {"width": 1280, "height": 900},
}
TALL = 3_000
VIEWER = states.JONAS


@dataclass(frozen=True)
class Shot:
    """Where on the page something is to be seen."""

    name: str
    address: str
    part: str
    """What to take a picture of, as a CSS selector."""


async def post(
    slack: Playground, message: Message, *, thread: str, privately: bool = False
) -> None:
    """Put it into a thread, the way the bot does."""
    client = AsyncWebClient(token=slack.workspace.app.bot_token, base_url=slack.url)
    channel = states.PLACE.channel
    where: dict[str, Any] = {"channel": channel, "thread_ts": thread, "text": message.text}
    if message.blocks:
        where["blocks"] = [dict(block) for block in message.blocks]
    if privately:
        await client.chat_postEphemeral(user=VIEWER, **where)
    else:
        await client.chat_postMessage(**where)


async def shots(slack: Playground, now: float, wanted: Sequence[str]) -> AsyncIterator[Shot]:
    """Everything there is, one after the other."""

    def is_wanted(name: str) -> bool:
        return not wanted or name in wanted

    shared = {**states.cards(now), **states.notices(now)}
    for private, messages in ((False, shared), (True, states.whispers(now))):
        for name, message in messages.items():
            if is_wanted(name):
                root = await slack.person("mira").mentions(
                    states.PLACE.channel, "scale payments in prod to 12"
                )
                await post(slack, message, thread=root.ts, privately=private)
                address = f"#as={VIEWER}&in={states.PLACE.channel}&thread={root.ts}"
                yield Shot(name, address, ".thread-pane .message:last-of-type")
    for name, blocks in states.homes(now).items():
        if is_wanted(name):
            slack.workspace.views.publish(VIEWER, home(blocks))
            yield Shot(name, f"#as={VIEWER}&in=D0JONAS&tab=home", ".home-page")
    for name, modal in states.windows(now).items():
        if is_wanted(name):
            _open(slack, modal)
            yield Shot(name, f"#as={VIEWER}&in={states.PLACE.channel}", ".modal")


def _open(slack: Playground, modal: Modal) -> None:
    slack.workspace.views.open(VIEWER, view(modal))


async def draw(
    out: Path, wanted: Sequence[str] = (), schemes: Sequence[Scheme] = ("light",)
) -> list[str]:
    """The names of the pictures."""
    made: list[str] = []
    async with Playground(demo_seed()) as slack, browser() as chromium:
        pages = {
            f"{size}-{scheme}": await _page(chromium, shape, scheme)
            for size, shape in SIZES.items()
            for scheme in schemes
        }
        async for shot in shots(slack, time.time(), wanted):
            for kind, page in pages.items():
                await page.goto("about:blank")
                await page.goto(f"{slack.origin}/{shot.address}")
                if shot.part == ".home-page":
                    await page.get_by_role("button", name="Home").click()
                part = page.locator(shot.part)
                await part.wait_for()
                name = f"{shot.name}.{kind}.png"
                await part.screenshot(path=out / name)
                made.append(name)
    return made


def _index(names: Sequence[str]) -> str:
    figures = "".join(
        f'<figure><figcaption>{name}</figcaption><img src="{name}"></figure>' for name in names
    )
    style = (
        "body{font:13px sans-serif;background:#888;columns:3 360px}"
        "figure{margin:8px;break-inside:avoid}img{max-width:100%}"
    )
    return f"<!doctype html><title>Cards</title><style>{style}</style>{figures}"


@asynccontextmanager
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield chromium
        await chromium.close()


async def _page(chromium: Browser, shape: ViewportSize, scheme: Scheme) -> Page:
    """Tall enough for every card."""
    page = await chromium.new_page(
        viewport={**shape, "height": TALL},
        color_scheme=scheme,
        reduced_motion="reduce",
        timezone_id="Europe/Berlin",
        locale="en-GB",
    )
    page.set_default_timeout(30_000)
    return page


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("names", nargs="*", help="only these states")
    parser.add_argument("--dark", action="store_true", help="in the dark scheme as well")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    schemes: Sequence[Scheme] = ("light", "dark") if given.dark else ("light",)
    made = asyncio.run(draw(given.out, given.names, schemes))
    (given.out / "index.html").write_text(_index(made), encoding="utf-8")


if __name__ == "__main__":
    main()
