"""Calling Slack: rate limits are waited out, lost connections tried again where that is safe."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Any

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.ports import NotDelivered
from bot.slack.failures import Failure, pause_before_retry

log = logging.getLogger(__name__)

Answer = Mapping[str, Any]

DEAD_FOR = 60.0
"""Seconds between two calls with a token that Slack refuses."""


class WebApi:
    """Slack's methods by name. Everything here raises `NotDelivered`, and nothing else."""

    def __init__(
        self,
        client: AsyncWebClient,
        *,
        patience: float = 60.0,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._client = client
        self._patience = patience
        self._sleep = sleep
        self._clock = clock
        self._refused: dict[str, str] = {}
        self._dead: Failure | None = None
        """Why the token is good for nothing."""
        self._next_try = 0.0
        """When a call is sent with it all the same, on the clock."""

    @property
    def trouble(self) -> str:
        """Why Slack does not let us work (an error code), or empty."""
        return self._dead.code if self._dead else next(iter(self._refused.values()), "")

    async def check(self) -> str:
        """What is wrong with Slack or our token, for the health check; empty when nothing is."""
        if self.trouble:
            return self.trouble
        result = await self._once("auth.test", {})
        return result.code if isinstance(result, Failure) else ""

    async def ask(self, method: str, **params: str | int | bool) -> Answer:
        """Read something; repeated freely."""
        return await self._call(method, {"data": params}, repeatable=True)

    async def pages(self, method: str, **params: str | int | bool) -> AsyncIterator[Answer]:
        """Read a list to its end."""
        cursor = ""
        while True:
            answer = await self.ask(method, **params, cursor=cursor)
            yield answer
            cursor = str((answer.get("response_metadata") or {}).get("next_cursor") or "")
            if not cursor:
                return

    async def tell(
        self,
        method: str,
        body: Mapping[str, Any],
        *,
        repeatable: bool = False,
        patience: float | None = None,
    ) -> Answer:
        """Change something; `repeatable` when doing it twice is the same as doing it once."""
        return await self._call(
            method, {"json": dict(body)}, repeatable=repeatable, patience=patience
        )

    async def attempt(self, method: str, body: Mapping[str, Any]) -> bool:
        """Change something that may as well fail: tried once, never raises, and says nothing
        about the bot's health."""
        result = await self._once(method, {"json": dict(body)})
        if isinstance(result, Failure):
            log.debug("%s: %s", method, result.code)
        return not isinstance(result, Failure)

    async def _call(
        self,
        method: str,
        arguments: Mapping[str, Any],
        *,
        repeatable: bool,
        patience: float | None = None,
    ) -> Answer:
        deadline = self._clock() + (self._patience if patience is None else patience)
        attempt = 0
        while True:
            attempt += 1
            result = await self._once(method, arguments)
            if not isinstance(result, Failure):
                self._refused.pop(method, None)
                return result
            pause = pause_before_retry(result, attempt=attempt, repeatable=repeatable)
            if pause is None or self._clock() + pause > deadline:
                raise self._given_up(method, result)
            log.info("%s: %s, again in %.1f s", method, result.code, pause)
            await self._sleep(pause)

    async def _once(self, method: str, arguments: Mapping[str, Any]) -> Answer | Failure:
        if self._dead is not None and self._clock() < self._next_try:
            return self._dead
        self._next_try = self._clock() + DEAD_FOR
        result = await self._send(method, arguments)
        dead = result if isinstance(result, Failure) and result.token_is_dead else None
        if dead is not None and self._dead is None:
            log.error("Slack refuses the bot token: %s. Start the bot with a good one", dead.code)
        self._dead = dead
        return result

    async def _send(self, method: str, arguments: Mapping[str, Any]) -> Answer | Failure:
        try:
            response = await self._client.api_call(method, **arguments)
        except SlackApiError as error:
            return read_failure(error.response)
        except aiohttp.ClientConnectorError:
            return Failure("connection_failed", reached=False)
        except TimeoutError:
            return Failure("timeout")
        except (aiohttp.ClientError, OSError):
            return Failure("connection_failed")
        except (AttributeError, TypeError, ValueError):
            # The library trips over an answer that is text, such as a proxy's.
            return Failure("fatal_error")
        data = response.data
        return data if isinstance(data, dict) else Failure("fatal_error")

    def _given_up(self, method: str, failure: Failure) -> NotDelivered:
        if failure.about_token and not failure.token_is_dead:
            self._refused[method] = failure.code
            log.error(
                "Slack refuses %s: %s. Check the bot token and its scopes", method, failure.code
            )
        elif not failure.token_is_dead:
            log.warning("%s: %s", method, failure.code)
        return NotDelivered(failure.code, permanent=failure.permanent)


def read_failure(response: Any) -> Failure:
    """From the library's response, which for broken bodies is aiohttp's own."""
    status = getattr(response, "status_code", None) or getattr(response, "status", 0)
    headers = getattr(response, "headers", {})
    data = getattr(response, "data", None)
    code = data.get("error") if isinstance(data, dict) else None
    if status == 429:
        return Failure("ratelimited", retry_after=_seconds(headers.get("Retry-After")))
    return Failure(code if isinstance(code, str) and code else f"http_{status}")


def _seconds(header: str | None) -> float:
    try:
        return max(float(header or 1), 0.05)
    except ValueError:
        return 1.0
