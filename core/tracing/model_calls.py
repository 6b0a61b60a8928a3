"""The span of one call of a model, made by the model itself."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeVar

from core.tracing.create import generation_span, response_span
from core.tracing.scope import Scope
from core.tracing.tool_calls import error_words

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Iterator

    from core.models.interface import ModelTracing
    from core.tracing.spans import Span

T = TypeVar("T")
END: Any = object()


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
        message = error_words(
            error, sensitive=tracing.include_data(), unknown=f"Unrenderable {type(error).__name__}"
        )
        data = {"name": type(error).__name__, "message": message}
        span.set_error({"message": "Error", "data": data})
        raise
    finally:
        span.finish()


async def within(span: Span[Any], source: AsyncIterable[T]) -> AsyncGenerator[T, None]:
    """What a source brings; the span is the current one only while the source is at work.

    The source is closed in any case; that closing failed is told when nothing else did.
    """
    events = aiter(source)
    try:
        while (event := await _next(events, span)) is not END:
            yield event
    except BaseException:
        with suppress(Exception):
            await _close(events, span)
        raise
    await _close(events, span)


async def _next(events: AsyncIterator[T], span: Span[Any]) -> T:
    with _current(span):
        return await anext(events, END)


async def _close(events: AsyncIterator[Any], span: Span[Any]) -> None:
    close = getattr(events, "aclose", None)
    if close is not None:
        with _current(span):
            await close()


@contextmanager
def _current(span: Span[Any]) -> Iterator[None]:
    token = Scope.set_current_span(span)
    try:
        yield
    finally:
        Scope.reset_current_span(token)
