"""Asking a model again after a failure: per request, and never once an answer has begun to come."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.logger import logger
from core.retry import ModelRetryAdviceRequest, decided
from core.retry_rules import Failure, delay, given, most_retries, policy_context

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from core.items import ModelResponse
    from core.models.interface import Model
    from core.retry import ModelRetrySettings


@dataclass
class Attempt:
    """How far one request to the model has come."""

    begun: bool = False
    """The model has taken the request up."""
    said: bool = False
    """Somebody may have seen a part of the answer."""


@dataclass(frozen=True)
class Persistence:
    """Whom to ask about failures, and what the application wants."""

    model: Model
    settings: ModelRetrySettings | None
    streamed: bool
    previous_response_id: str | None = None
    conversation_id: str | None = None

    async def ask(self, once: Callable[[Attempt], Awaitable[ModelResponse]]) -> ModelResponse:
        """The answer to a request that is made again while that is allowed."""
        number = 1
        while True:
            attempt = Attempt()
            try:
                return await once(attempt)
            except Exception as error:
                wait = await self._wait_after(error, attempt, number)
                if wait is None:
                    raise
                logger.info("The model failed (%s); asking again.", type(error).__name__)
            await asyncio.sleep(wait)
            number += 1

    async def _wait_after(self, error: Exception, attempt: Attempt, number: int) -> float | None:
        """Seconds before the next attempt; None when there is none."""
        if attempt.said:
            return None
        asked = ModelRetryAdviceRequest(
            error, number, self.streamed, self.previous_response_id, self.conversation_id
        )
        failure = Failure(error, number, attempt.begun, self.model.get_retry_advice(asked))
        settings = given(self.settings)
        if number > most_retries(settings):
            return None
        if settings.policy is None:
            return delay(failure, settings) if failure.is_passing else None
        decision = await decided(settings.policy, policy_context(failure, asked, settings))
        if isinstance(decision, bool):
            return delay(failure, settings) if decision else None
        if not decision.retry:
            return None
        return decision.delay if decision.delay is not None else delay(failure, settings)
