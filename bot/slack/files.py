"""Handing over a file: reserve a place, send the bytes there, share it."""

from slack_sdk.web.async_client import AsyncWebClient

from bot.ports import NotDelivered
from bot.slack.addresses import Addresses
from bot.slack.web_api import WebApi

SLACK_FILES = frozenset({"files.slack.com", "files.slack-gov.com"})


class Uploads:
    def __init__(self, api: WebApi, client: AsyncWebClient) -> None:
        self._api = api
        self._addresses = Addresses(client, kind="upload", hosts=SLACK_FILES)

    async def share(self, channel: str, name: str, text: str) -> None:
        """Post a text as a file. Raises `NotDelivered`."""
        data = text.encode("utf-8", "backslashreplace")
        place = await self._api.ask("files.getUploadURLExternal", filename=name, length=len(data))
        status, _ = await self._addresses.post(str(place["upload_url"]), data=data)
        if status != 200:
            raise NotDelivered(f"http_{status}", permanent=False)
        files = [{"id": str(place["file_id"]), "title": name}]
        body = {"files": files, "channel_id": channel}
        await self._api.tell("files.completeUploadExternal", body)
