"""Which failures of a model pass, which may be repeated, and how long to wait for that."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from core.exceptions import ModelAnswerError
from core.models.known_errors import known_error
from core.retry import ModelRetrySettings, RetryDecision, RetryPolicyContext, as_backoff

if TYPE_CHECKING:
    from core.retry import (
        ModelRetryAdvice,
        ModelRetryAdviceRequest,
        ModelRetryNormalizedError,
    )

MORE_TRIES = 2
"""How often a stream that broke off before it said anything is asked for again."""
PASSING = frozenset(
    {
        "server_error",
        "server_is_overloaded",
        "overloaded_error",
        "slow_down",
        "rate_limit_exceeded",
        "stream_ended",
    }
)
"""Codes of failures that may be gone in a moment."""
LOCKED = "conversation_locked"
"""The code of a request that came while the conversation was busy with the one before."""
FIRST_WAIT, LONGEST_WAIT, GROWTH = 0.25, 2.0, 2.0


@dataclass(frozen=True)
class Failure:
    """A request that failed before anything of its answer was seen."""

    error: Exception
    attempt: int
    begun: bool
    advice: ModelRetryAdvice | None

    @property
    def is_passing(self) -> bool:
        """Whether it is tried again unasked: only once the model had taken it up, as the client
        has repeated what failed before that."""
        if isinstance(self.error, ModelAnswerError):
            return self.error.code in PASSING
        if self.advice is None or not self.advice.suggested:
            return False
        return self.begun or bool(self.advice.response_started)

    @property
    def known(self) -> ModelRetryNormalizedError:
        """What the adapter knows of the error, else what the error shows."""
        advice = self.advice
        known = advice.normalized if advice is not None else None
        known = known or known_error(self.error)
        if advice is not None and known.retry_after is None:
            known = replace(known, retry_after=advice.retry_after)
        return known

    @property
    def is_locked(self) -> bool:
        """Whether nothing was done with the request because it came too early."""
        return self.known.error_code == LOCKED


def given(settings: ModelRetrySettings | None) -> ModelRetrySettings:
    """The settings; none at all are those that ask for nothing."""
    return settings or ModelRetrySettings()


def most_retries(settings: ModelRetrySettings, *, asked_policy: bool) -> int:
    """How often a request is made again at the most; a policy needs a number beside it."""
    if settings.max_retries is None:
        return 0 if asked_policy else MORE_TRIES
    return settings.max_retries


def delay(failure: Failure, settings: ModelRetrySettings) -> float:
    """Seconds to wait: what the provider asks for, else more each time."""
    if failure.advice is not None and failure.advice.retry_after is not None:
        return failure.advice.retry_after
    backoff = as_backoff(settings.backoff)
    first = FIRST_WAIT if backoff.initial_delay is None else backoff.initial_delay
    longest = LONGEST_WAIT if backoff.max_delay is None else backoff.max_delay
    growth = GROWTH if backoff.multiplier is None else backoff.multiplier
    wait = min(first * growth ** (failure.attempt - 1), longest)
    if backoff.jitter is False:
        return wait
    return wait * random.uniform(0.75, 1.0)


def policy_context(
    failure: Failure, asked: ModelRetryAdviceRequest, settings: ModelRetrySettings
) -> RetryPolicyContext:
    """What a policy of the application decides on."""
    return RetryPolicyContext(
        error=failure.error,
        attempt=failure.attempt,
        max_retries=settings.max_retries or 0,
        stream=asked.stream,
        normalized=failure.known,
        provider_advice=failure.advice,
        previous_response_id=asked.previous_response_id,
        conversation_id=asked.conversation_id,
    )


def may_repeat(decision: RetryDecision, context: RetryPolicyContext) -> bool:
    """Whether what a policy wants is done: what may do something twice needs its word for it.

    A stream is never asked for twice then: somebody may have acted on what it brought.
    """
    if not decision.retry:
        return False
    safety = context.replay_safety
    unsafe = safety == "unsafe" or (safety is None and context.stateful_request)
    return not unsafe or (decision.approve_unsafe_replay and not context.stream)
