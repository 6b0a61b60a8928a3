"""What an error of any client says about a failed request; no client has to be imported for it."""

from __future__ import annotations

from typing import Any

from core.exceptions import ModelTimeoutError
from core.retry import ModelRetryNormalizedError

TIMEOUTS = frozenset({"APITimeoutError", "TimeoutException", "TimeoutError"})
NO_CONNECTION = frozenset({"APIConnectionError", "TransportError", "ConnectionError"})
"""Classes of the clients in use, and the built-in ones, by their names."""


def known_error(error: Exception) -> ModelRetryNormalizedError:
    """What is known of a failure."""
    classes = {kind.__name__ for kind in type(error).__mro__}
    response = getattr(error, "response", None)
    return ModelRetryNormalizedError(
        status_code=_of(int, error, "status_code") or _of(int, response, "status_code"),
        error_code=_of(str, error, "code"),
        message=_of(str, error, "message") or _words(error),
        request_id=_of(str, error, "request_id"),
        retry_after=_seconds(getattr(response, "headers", None)),
        is_network_error=bool(classes & NO_CONNECTION),
        is_timeout=bool(classes & TIMEOUTS) or isinstance(error, ModelTimeoutError),
    )


def _of(kind: type[Any], thing: Any, name: str) -> Any:
    value = getattr(thing, name, None)
    return value if isinstance(value, kind) else None


def _words(error: Exception) -> str | None:
    try:
        return str(error)
    except Exception:  # noqa: BLE001 - foreign code
        return None


def _seconds(headers: Any) -> float | None:
    try:
        return max(float(headers["retry-after"]), 0.0)
    except (KeyError, TypeError, ValueError):
        return None
