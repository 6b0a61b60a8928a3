"""Answers to commands and clicks through the address Slack gave for them, and through no other."""

import json
import logging
from urllib.parse import urlsplit

import aiohttp
from slack_sdk.web.async_client import AsyncWebClient

from bot.ports import Message, NotDelivered
from bot.slack.content import content
from bot.slack.failures import Failure
from bot.slack.origin import Origin, origin

log = logging.getLogger(__name__)

SLACK_HOOKS = frozenset({"hooks.slack.com", "hooks.slack-gov.com"})


class ResponseUrls:
    """Posts to response addresses of Slack's own hosts and of the origin of its Web API."""

    def __init__(self, client: AsyncWebClient) -> None:
        """Shares the client's session and proxy."""
        if client.session is None:
            raise ValueError("the client has no session of its own")
        self._session = client.session
        self._proxy = client.proxy
        self._api_origin = origin(urlsplit(client.base_url))

    async def reply(self, url: str, message: Message) -> None:
        """Raises `NotDelivered`."""
        if not is_trusted(url, self._api_origin):
            log.warning("a response address of a foreign host was not followed")
            raise NotDelivered("untrusted_response_url", permanent=True)
        body = {"response_type": "ephemeral", "replace_original": False, **content(message)}
        try:
            async with self._session.post(
                url, json=body, allow_redirects=False, proxy=self._proxy
            ) as response:
                failure = _read_failure(response.status, await response.text(errors="replace"))
        except TimeoutError:
            raise NotDelivered("timeout", permanent=False) from None
        except (aiohttp.ClientError, OSError):
            raise NotDelivered("connection_failed", permanent=False) from None
        if failure is not None:
            raise NotDelivered(failure.code, permanent=failure.permanent)


def is_trusted(url: str, api_origin: Origin) -> bool:
    """Whether the address may be followed; anything that cannot be read may not."""
    try:
        parts = urlsplit(url)
        found = origin(parts)
    except ValueError:
        return False
    if parts.username is not None or parts.password is not None:
        return False
    scheme, host, port = found
    return found == api_origin or (scheme == "https" and host in SLACK_HOOKS and port == 443)


def _read_failure(status: int, text: str) -> Failure | None:
    """Slack answers `ok`, an object, or a word that says what is wrong."""
    try:
        answer = json.loads(text)
    except ValueError:
        answer = None
    if isinstance(answer, dict) and not answer.get("ok", True):
        return Failure(str(answer.get("error") or f"http_{status}"))
    if status == 429:
        return Failure("ratelimited")
    if 400 <= status < 500:
        return Failure("expired_url")
    return None if status == 200 else Failure(f"http_{status}")
