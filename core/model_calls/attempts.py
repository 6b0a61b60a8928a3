"""Asking a model again after a failure: per request, and never once an answer has begun to come."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from core.exceptions import ModelTimeoutError
from core.logger import logger
from core.models.retry_rules import Failure, delay, given, may_repeat, most_retries, policy_context
from core.retry import ModelRetryAdviceRequest, RetryDecision, decided
from core.usage import after_failures

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from core.items import ModelResponse
    from core.model_settings import ModelSettings
    from core.models.interface import Model


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
    settings: ModelSettings
    streamed: bool
    previous_response_id: str | None = None
    conversation_id: str | None = None

    async def ask(self, once: Callable[[Attempt], Awaitable[ModelResponse]]) -> ModelResponse:
        """The answer to a request that is made again while that is allowed."""
        number = 1
        while True:
            attempt = Attempt()
            try:
                response = await self._in_time(once(attempt))
            except Exception as error:
                wait = await self._wait_after(error, attempt, number)
                if wait is None:
                    raise
                logger.info("The model failed (%s); asking again.", type(error).__name__)
            else:
                response.usage = after_failures(response.usage, number - 1)
                return response
            await asyncio.sleep(wait)
            number += 1

    async def _in_time(self, answer: Awaitable[ModelResponse]) -> ModelResponse:
        limit = self.settings.timeout
        clock = asyncio.timeout(limit)
        try:
            async with clock:
                return await answer
        except TimeoutError as error:
            if clock.expired() and limit is not None:
                raise ModelTimeoutError(limit) from error
            raise

    async def _wait_after(self, error: Exception, attempt: Attempt, number: int) -> float | None:
        """Seconds before the next attempt; None when there is none."""
        if attempt.said:
            return None
        asked = ModelRetryAdviceRequest(
            error, number, self.streamed, self.previous_response_id, self.conversation_id
        )
        advice = self.model.get_retry_advice(asked)
        if advice is not None and attempt.begun:
            advice = replace(advice, response_started=True)
        failure, settings = (
            Failure(error, number, attempt.begun, advice),
            given(self.settings.retry),
        )
        policy = None if failure.is_locked else settings.policy
        if number > most_retries(settings, asked_policy=policy is not None):
            return None
        if policy is None:
            again = failure.is_locked or failure.is_passing
            return delay(failure, settings) if again else None
        context = policy_context(failure, asked, settings)
        decision = await decided(policy, context)
        if isinstance(decision, bool):
            decision = RetryDecision(retry=decision)
        if not may_repeat(decision, context):
            return None
        return decision.delay if decision.delay is not None else delay(failure, settings)
