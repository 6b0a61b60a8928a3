"""Answers to commands and clicks through the address Slack gave for them, and through no other."""

import json

from slack_sdk.web.async_client import AsyncWebClient

from bot.ports import Message, NotDelivered
from bot.slack.addresses import Addresses
from bot.slack.content import content
from bot.slack.failures import Failure

SLACK_HOOKS = frozenset({"hooks.slack.com", "hooks.slack-gov.com"})


class ResponseUrls:
    def __init__(self, client: AsyncWebClient) -> None:
        self._addresses = Addresses(client, kind="response", hosts=SLACK_HOOKS)

    async def reply(self, url: str, message: Message) -> None:
        """Raises `NotDelivered`."""
        body = {"response_type": "ephemeral", "replace_original": False, **content(message)}
        failure = _read_failure(*await self._addresses.post(url, json=body))
        if failure is not None:
            raise NotDelivered(failure.code, permanent=failure.permanent)


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
