"""The span of one call of a tool."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from core.logger import logger
from core.tracing.create import function_span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.tool_context import ToolContext
    from core.tracing.spans import Span
    from core.turns.live import LiveRun


@contextmanager
def traced_call(name: str, context: ToolContext[Any], run: LiveRun) -> Iterator[CallSpan]:
    """The span of one call of a tool."""
    with function_span(name) as span:
        found = CallSpan(span, context, run)
        try:
            yield found
        except Exception as error:
            found.failed(error)
            raise


class CallSpan:
    """What is told of one call of a tool."""

    def __init__(self, span: Span[Any], context: ToolContext[Any], run: LiveRun) -> None:
        self._span = span
        self._context = context
        self._sensitive = run.config.trace_include_sensitive_data
        if self._sensitive:
            span.span_data.input = context.tool_arguments

    def returned(self, output: Any) -> None:
        """The tool, or what stands for its failure, has an output."""
        if self._sensitive:
            self._span.span_data.output = output
        if self._context.failed:
            self._fault("Error running tool (non-fatal)")

    def failed(self, error: Exception) -> None:
        """The call ends the run."""
        cause = error.__cause__ if isinstance(error.__cause__, Exception) else error
        self._fault("Error running tool", error_words(cause, sensitive=self._sensitive))

    def _fault(self, message: str, what: str = "") -> None:
        text = what or "Tool execution failed. Error details are redacted."
        data = {"tool_name": self._context.tool_name, "error": text}
        self._span.set_error({"message": message, "data": data})


def error_words(
    error: Exception, *, sensitive: bool, unknown: str = "Error details are unavailable."
) -> str:
    """What a span says of an error; `unknown` when the error cannot say it."""
    if not sensitive:
        return "Error details are redacted."
    try:
        return str(error)
    except BaseException:  # noqa: BLE001 - foreign code must not change how the run ends
        logger.debug("An error could not be described")
        return unknown
