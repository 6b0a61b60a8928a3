"""Posting to an address that Slack has given: to Slack's own hosts, to the origin of its Web API,
and nowhere else."""

import logging
from collections.abc import Set
from typing import Any
from urllib.parse import SplitResult, urlsplit

import aiohttp
from slack_sdk.web.async_client import AsyncWebClient

from bot.ports import NotDelivered

log = logging.getLogger(__name__)

Origin = tuple[str, str, int | None]


class Addresses:
    def __init__(self, client: AsyncWebClient, *, kind: str, hosts: Set[str]) -> None:
        """Shares the client's session and proxy. `kind`: of address, such as `response`; `hosts`:
        Slack's own for it."""
        if client.session is None:
            raise ValueError("the client has no session of its own")
        self._session = client.session
        self._proxy = client.proxy
        self._kind = kind
        self._hosts = hosts
        self._api_origin = origin(urlsplit(client.base_url))

    async def post(self, url: str, **content: Any) -> tuple[int, str]:
        """What it answered: status and text. Raises `NotDelivered`."""
        if not is_trusted(url, self._hosts, self._api_origin):
            log.warning("a %s address of a foreign host was not followed", self._kind)
            raise NotDelivered(f"untrusted_{self._kind}_url", permanent=True)
        try:
            async with self._session.post(
                url, allow_redirects=False, proxy=self._proxy, **content
            ) as response:
                return response.status, await response.text(errors="replace")
        except TimeoutError:
            raise NotDelivered("timeout", permanent=False) from None
        except (aiohttp.ClientError, OSError):
            raise NotDelivered("connection_failed", permanent=False) from None


def is_trusted(url: str, hosts: Set[str], api_origin: Origin) -> bool:
    """Whether the address may be followed; anything that cannot be read may not."""
    try:
        parts = urlsplit(url)
        found = origin(parts)
    except ValueError:
        return False
    if parts.username is not None or parts.password is not None:
        return False
    scheme, host, port = found
    return found == api_origin or (scheme == "https" and host in hosts and port == 443)


def origin(parts: SplitResult) -> Origin:
    """Scheme, host and port. Raises `ValueError` for a port that is none."""
    port = parts.port or {"http": 80, "https": 443}.get(parts.scheme)
    return parts.scheme, parts.hostname or "", port
