"""What errors of the `openai` client say about trying again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from openai import APIConnectionError, APIError, APIStatusError, APITimeoutError

from core.retry import ModelRetryAdvice, ModelRetryNormalizedError
from core.retry_rules import PASSING

if TYPE_CHECKING:
    from core.retry import ModelRetryAdviceRequest

TRANSIENT = frozenset({408, 409, 429, 500, 502, 503, 504})


def retry_advice(request: ModelRetryAdviceRequest) -> ModelRetryAdvice | None:
    """Advice for an error of the client; None for errors of others."""
    error = request.error
    if isinstance(error, APIConnectionError):
        timeout = isinstance(error, APITimeoutError)
        return ModelRetryAdvice(
            suggested=True,
            normalized=ModelRetryNormalizedError(
                message=str(error), is_network_error=True, is_timeout=timeout
            ),
        )
    if not isinstance(error, APIStatusError):
        return _broken_off(error)
    wait = _seconds(error.response.headers.get("retry-after"))
    return ModelRetryAdvice(
        suggested=error.status_code in TRANSIENT,
        retry_after=wait,
        normalized=ModelRetryNormalizedError(
            status_code=error.status_code,
            error_code=error.code,
            message=error.message,
            request_id=error.request_id,
            retry_after=wait,
        ),
    )


def _broken_off(error: Exception) -> ModelRetryAdvice | None:
    """Advice for a stream that failed after its status was sent."""
    from httpx2 import TransportError

    if isinstance(error, TransportError):
        known = ModelRetryNormalizedError(message=str(error), is_network_error=True)
        return ModelRetryAdvice(suggested=True, normalized=known)
    if isinstance(error, APIError):
        known = ModelRetryNormalizedError(message=error.message, error_code=error.code)
        return ModelRetryAdvice(suggested=error.code in PASSING, normalized=known)
    return None


def _seconds(header: str | None) -> float | None:
    try:
        return None if header is None else max(float(header), 0.0)
    except ValueError:
        return None
