"""When a failed model call is made again: settings, and the policies that decide."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, fields, replace
from typing import Any


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


RetryPolicy = Callable[[RetryPolicyContext], Awaitable[bool | RetryDecision] | bool | RetryDecision]


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
        return replace(self, **changes)

    def to_json_dict(self) -> dict[str, Any]:
        """The settings as JSON; a policy is code and has none."""
        backoff = self.backoff
        if isinstance(backoff, ModelRetryBackoffSettings):
            backoff = backoff.to_json_dict()
        return {"max_retries": self.max_retries, "backoff": backoff}
