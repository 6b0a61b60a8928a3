"""The connection to Slack's Web API: one session, no retries, and logs without secrets."""

import ipaddress
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

import aiohttp
from slack_sdk.web.async_client import AsyncWebClient

SLACK_API_URL = AsyncWebClient.BASE_URL
ATTEMPT = aiohttp.ClientTimeout(total=15.0)
"""How long one attempt may take."""


def quiet_libraries() -> None:
    """Keep bodies and signatures out of the log: the libraries write them at DEBUG, and a forged
    request even at INFO."""
    for name in ("slack_sdk", "slack_bolt"):
        logger = logging.getLogger(name)
        logger.setLevel(max(logger.level, logging.INFO))
    for name in ("RequestVerification", "AsyncRequestVerification"):
        logging.getLogger(f"slack_bolt.{name}").setLevel(logging.WARNING)


@asynccontextmanager
async def web_client(token: str, *, base_url: str = SLACK_API_URL) -> AsyncIterator[AsyncWebClient]:
    """A client whose connections are kept open; retries are `WebApi`'s business."""
    quiet_libraries()
    logger = logging.getLogger("slack_sdk.web")
    logger.setLevel(logging.INFO)
    async with aiohttp.ClientSession(timeout=ATTEMPT) as session:
        client = AsyncWebClient(
            token=token, base_url=base_url, session=session, logger=logger, retry_handlers=[]
        )
        if is_loopback(base_url):
            client.proxy = None
        yield client


def is_loopback(url: str) -> bool:
    """Whether the address is on this machine, where no proxy of the environment can reach it."""
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
