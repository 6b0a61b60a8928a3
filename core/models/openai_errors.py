"""What errors of the `openai` client say about trying again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from openai import APIError, APIStatusError

from core.models.known_errors import known_error
from core.models.retry_rules import PASSING
from core.retry import ModelRetryAdvice

if TYPE_CHECKING:
    from core.retry import ModelRetryAdviceRequest

TRANSIENT = frozenset({408, 409, 429, 500, 502, 503, 504})


def retry_advice(request: ModelRetryAdviceRequest) -> ModelRetryAdvice | None:
    """Advice for an error of the client or its connection; None for errors of others.

    An error with a status was sent in place of an answer: nothing was done with the request.
    """
    error = request.error
    known = known_error(error)
    if isinstance(error, APIStatusError):
        return ModelRetryAdvice(
            suggested=error.status_code in TRANSIENT,
            retry_after=known.retry_after,
            replay_safety="safe",
            normalized=known,
        )
    if known.is_network_error:
        return ModelRetryAdvice(suggested=True, normalized=known)
    if isinstance(error, APIError):
        # Sent in place of the rest of a stream.
        named = {str(error.code), str(error.type)}
        passing = not named.isdisjoint(PASSING | {str(status) for status in TRANSIENT})
        return ModelRetryAdvice(suggested=passing, response_started=True, normalized=known)
    return None
