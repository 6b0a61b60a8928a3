"""A request URL of the app: deliveries as signed HTTP posts."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass

import aiohttp

from bot.playground.delivery.outgoing import Answer, Outgoing, Reason, Retry, sign

AGENT = "Slackbot 1.0 (+https://api.slack.com/robots)"


@dataclass(frozen=True, slots=True)
class RequestUrl:
    url: str
    secret: Callable[[], str]
    clock: Callable[[], float]
    session: aiohttp.ClientSession

    @property
    def name(self) -> str:
        return self.url

    async def send(self, outgoing: Outgoing, retry: Retry | None, *, within: float) -> Answer:
        content_type, body = outgoing.http()
        headers = {"Content-Type": content_type, "User-Agent": AGENT, **self._signed(body)}
        if retry:
            headers["X-Slack-Retry-Num"] = str(retry.number)
            headers["X-Slack-Retry-Reason"] = retry.reason
        return await self.post(body, headers, within=within)

    def _signed(self, body: bytes) -> dict[str, str]:
        timestamp = str(int(self.clock()))
        return {
            "X-Slack-Request-Timestamp": timestamp,
            "X-Slack-Signature": sign(self.secret(), timestamp, body),
        }

    async def post(self, body: bytes, headers: dict[str, str], *, within: float) -> Answer:
        """Post exactly these bytes and headers."""
        started = time.perf_counter()
        status, text, no_retry = 0, "", False
        problem: Reason | None = None
        try:
            async with (
                asyncio.timeout(within),
                self.session.post(
                    self.url, data=body, headers=headers, allow_redirects=False
                ) as response,
            ):
                text = await response.text()
                status = response.status
                no_retry = response.headers.get("X-Slack-No-Retry") == "1"
                problem = None if response.ok and status < 300 else "http_error"
        except TimeoutError:
            problem = "http_timeout"
        except aiohttp.ClientError:
            problem = "connection_failed"
        return Answer(
            status=status,
            body=text,
            elapsed_ms=(time.perf_counter() - started) * 1000,
            front_end=self.name,
            problem=problem,
            no_retry=no_retry,
        )
