"""When a failed model call is made again: settings, and the policies that decide."""

from __future__ import annotations

import builtins
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, fields, replace
from typing import Any

from core.concurrency.maybe_await import settled


@dataclass
class ModelRetryBackoffSettings:
    """How long to wait between attempts; seconds."""

    initial_delay: float | None = None
    max_delay: float | None = None
    multiplier: float | None = None
    jitter: bool | None = None

    def to_json_dict(self) -> dict[str, Any]:
        """The settings as JSON."""
        return {f.name: getattr(self, f.name) for f in fields(self)}


@dataclass
class ModelRetryNormalizedError:
    """What is known about a failure, whoever the provider is."""

    status_code: int | None = None
    error_code: str | None = None
    message: str | None = None
    request_id: str | None = None
    retry_after: float | None = None
    is_abort: bool = False
    is_network_error: bool = False
    is_timeout: bool = False


@dataclass
class ModelRetryAdvice:
    """What a model adapter says about trying again."""

    suggested: bool | None = None
    retry_after: float | None = None
    replay_safety: str | None = None
    reason: str | None = None
    normalized: ModelRetryNormalizedError | None = None
    response_started: bool = False


@dataclass
class ModelRetryAdviceRequest:
    """What a model adapter is asked."""

    error: Exception
    attempt: int
    stream: bool
    previous_response_id: str | None = None
    conversation_id: str | None = None


@dataclass
class RetryDecision:
    """Whether to try again, and after how many seconds."""

    retry: bool
    delay: float | None = None
    reason: str | None = None
    approve_unsafe_replay: bool = False


@dataclass
class RetryPolicyContext:
    """What a policy decides on."""

    error: Exception
    attempt: int
    max_retries: int
    stream: bool
    normalized: ModelRetryNormalizedError
    provider_advice: ModelRetryAdvice | None = None
    previous_response_id: str | None = None
    conversation_id: str | None = None

    @property
    def response_started(self) -> bool:
        """Whether the model had begun to answer."""
        return self.provider_advice is not None and self.provider_advice.response_started

    @property
    def replay_safety(self) -> str | None:
        """What the adapter knows about asking twice: `safe`, `unsafe` or nothing."""
        return None if self.provider_advice is None else self.provider_advice.replay_safety

    @property
    def stateful_request(self) -> bool:
        """Whether the provider keeps what it is asked, so that asking twice may add it twice."""
        return bool(self.previous_response_id or self.conversation_id)


RetryPolicy = Callable[[RetryPolicyContext], Awaitable[bool | RetryDecision] | bool | RetryDecision]


def as_backoff(
    backoff: ModelRetryBackoffSettings | dict[str, Any] | None,
) -> ModelRetryBackoffSettings:
    """The waits as an object, however they were given."""
    if isinstance(backoff, dict):
        return ModelRetryBackoffSettings(**backoff)
    return backoff or ModelRetryBackoffSettings()


@dataclass
class ModelRetrySettings:
    """How often and when model calls are made again by the engine."""

    max_retries: int | None = None
    backoff: ModelRetryBackoffSettings | dict[str, Any] | None = None
    policy: RetryPolicy | None = None

    def resolve(self, override: ModelRetrySettings) -> ModelRetrySettings:
        """These settings with those of the override that are set."""
        changes = {
            f.name: value
            for f in fields(override)
            if (value := getattr(override, f.name)) is not None
        }
        if self.backoff and override.backoff:
            mine, theirs = as_backoff(self.backoff), as_backoff(override.backoff)
            told = {n: v for n, v in theirs.to_json_dict().items() if v is not None}
            changes["backoff"] = replace(mine, **told)
        return replace(self, **changes)

    def to_json_dict(self) -> dict[str, Any]:
        """The settings as JSON; a policy is code and has none."""
        backoff = self.backoff
        if isinstance(backoff, ModelRetryBackoffSettings):
            backoff = backoff.to_json_dict()
        return {"max_retries": self.max_retries, "backoff": backoff}


async def decided(policy: RetryPolicy, context: RetryPolicyContext) -> bool | RetryDecision:
    """What a policy says."""
    made: Any = policy(context)
    decision: bool | RetryDecision = await settled(made)
    return decision


class RetryPolicies:
    """Policies to choose from, and to put together."""

    def never(self) -> RetryPolicy:
        """Not at all."""
        return lambda _: False

    def provider_suggested(self) -> RetryPolicy:
        """When the adapter of the model says so."""
        return lambda context: _suggested(context.provider_advice)

    def network_error(self) -> RetryPolicy:
        """When the connection failed, or took too long."""
        return lambda c: c.normalized.is_network_error or c.normalized.is_timeout

    def retry_after(self) -> RetryPolicy:
        """When the provider says how long to wait; exactly that long."""
        return lambda c: _after(c.normalized.retry_after)

    def http_status(self, statuses: Iterable[int]) -> RetryPolicy:
        """When the answer has one of these statuses."""
        wanted = frozenset(statuses)
        return lambda c: c.normalized.status_code in wanted

    def any(self, *policies: RetryPolicy) -> RetryPolicy:
        """When one of the policies says so; the first that does is followed."""

        async def first(context: RetryPolicyContext) -> bool | RetryDecision:
            for policy in policies:
                decision = await decided(policy, context)
                if _says_yes(decision):
                    return decision
            return False

        return first

    def all(self, *policies: RetryPolicy) -> RetryPolicy:
        """When all policies say so; the longest of their waits counts."""

        async def every(context: RetryPolicyContext) -> bool | RetryDecision:
            decisions = [await decided(policy, context) for policy in policies]
            if not decisions or not builtins.all(_says_yes(d) for d in decisions):
                return False
            waits = [d.delay for d in decisions if not isinstance(d, bool) and d.delay is not None]
            return RetryDecision(retry=True, delay=max(waits)) if waits else True

        return every


def _suggested(advice: ModelRetryAdvice | None) -> bool | RetryDecision:
    if advice is None or not advice.suggested:
        return False
    return RetryDecision(retry=True, delay=advice.retry_after, reason=advice.reason)


def _after(seconds: float | None) -> bool | RetryDecision:
    return False if seconds is None else RetryDecision(retry=True, delay=seconds)


def _says_yes(decision: bool | RetryDecision) -> bool:
    return decision if isinstance(decision, bool) else decision.retry


retry_policies = RetryPolicies()
"""The policies, ready to use: `retry_policies.http_status([429])`."""
