"""The span of one call of a model, made by the model itself."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from core.tracing.create import generation_span, response_span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.models.interface import ModelTracing
    from core.tracing.spans import Span


@contextmanager
def traced_generation(tracing: ModelTracing, *, model: str | None = None) -> Iterator[Span[Any]]:
    """A call of a chat model, or of any that is no Responses API."""
    span = generation_span(model=model, disabled=tracing.is_disabled())
    with _told(span, tracing):
        yield span


@contextmanager
def traced_response(tracing: ModelTracing) -> Iterator[Span[Any]]:
    """A call of the Responses API."""
    span = response_span(disabled=tracing.is_disabled())
    with _told(span, tracing):
        yield span


@contextmanager
def _told(span: Span[Any], tracing: ModelTracing) -> Iterator[None]:
    """Not the current span: an answer that is read in pieces is read by another task's leave."""
    span.start()
    try:
        yield
    except Exception as error:
        message = str(error) if tracing.include_data() else "Error details are redacted."
        data = {"name": type(error).__name__, "message": message}
        span.set_error({"message": "Error", "data": data})
        raise
    finally:
        span.finish()
