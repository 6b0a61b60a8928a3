"""Handing over a file: reserve a place, send the bytes there, share it."""

from urllib.parse import urlsplit

import aiohttp
from slack_sdk.web.async_client import AsyncWebClient

from bot.ports import NotDelivered
from bot.slack.origin import origin
from bot.slack.web_api import WebApi

SLACK_FILES = frozenset({"files.slack.com", "files.slack-gov.com"})


class Uploads:
    """Sends bytes to Slack's own hosts and to the origin of its Web API, and nowhere else."""

    def __init__(self, api: WebApi, client: AsyncWebClient) -> None:
        """Shares the client's session and proxy."""
        if client.session is None:
            raise ValueError("the client has no session of its own")
        self._api = api
        self._session = client.session
        self._proxy = client.proxy
        self._api_origin = origin(urlsplit(client.base_url))

    async def share(self, channel: str, name: str, text: str) -> None:
        """Post a text as a file. Raises `NotDelivered`."""
        data = text.encode("utf-8", "backslashreplace")
        place = await self._api.ask("files.getUploadURLExternal", filename=name, length=len(data))
        await self._send(str(place["upload_url"]), data)
        files = [{"id": str(place["file_id"]), "title": name}]
        body = {"files": files, "channel_id": channel}
        await self._api.tell("files.completeUploadExternal", body)

    async def _send(self, url: str, data: bytes) -> None:
        parts = urlsplit(url)
        scheme, host, port = where = origin(parts)
        ours = scheme == "https" and host in SLACK_FILES and port == 443
        if where != self._api_origin and not ours:
            raise NotDelivered("untrusted_upload_url", permanent=True)
        try:
            async with self._session.post(
                url, data=data, allow_redirects=False, proxy=self._proxy
            ) as response:
                if response.status != 200:
                    raise NotDelivered(f"http_{response.status}", permanent=False)
        except TimeoutError:
            raise NotDelivered("timeout", permanent=False) from None
        except (aiohttp.ClientError, OSError):
            raise NotDelivered("connection_failed", permanent=False) from None
