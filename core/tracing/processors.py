"""Processors that keep spans until there are enough, and exporters that take them.

Nothing is sent until the application adds a processor: `add_trace_processor(default_processor())`.
"""

from __future__ import annotations

import atexit
import queue
import sys
import threading
import time
from functools import cache
from typing import TYPE_CHECKING, Any

from core.tracing.backend import BackendSpanExporter
from core.tracing.logger import logger
from core.tracing.processor_interface import TracingExporter, TracingProcessor
from core.tracing.traces import Trace

if TYPE_CHECKING:
    from core.tracing.spans import Span

__all__ = [
    "BackendSpanExporter",
    "BatchTraceProcessor",
    "ConsoleSpanExporter",
    "default_exporter",
    "default_processor",
]

POLL = 0.2
"""Seconds between two looks at the queue."""
EXIT_TIMEOUT = 5.0
"""Seconds the end of the process waits for spans to be sent."""


class ConsoleSpanExporter(TracingExporter):
    """Prints traces and spans."""

    def export(self, items: list[Trace | Span[Any]]) -> None:
        """Print them, one a line."""
        for item in items:
            what = "trace" if isinstance(item, Trace) else "span"
            sys.stdout.write(f"[Exporter] Export {what}: {item.export()}\n")


class BatchTraceProcessor(TracingProcessor):
    """Hands spans to an exporter from a thread of its own, many at once.

    `schedule_delay` is seconds; a queue that is `export_trigger_ratio` full is not waited for. What
    comes while the queue is full is dropped.
    """

    def __init__(
        self,
        exporter: TracingExporter,
        max_queue_size: int = 8192,
        max_batch_size: int = 128,
        schedule_delay: float = 5.0,
        export_trigger_ratio: float = 0.7,
    ) -> None:
        self._exporter = exporter
        self._queue: queue.Queue[Trace | Span[Any]] = queue.Queue(max_queue_size)
        self._max_batch_size = max_batch_size
        self._schedule_delay = schedule_delay
        self._enough = max(1, int(max_queue_size * export_trigger_ratio))
        self._shutdown_event = threading.Event()
        self._export_lock = threading.Lock()
        self._start_lock = threading.Lock()
        self._worker_thread: threading.Thread | None = None

    def on_trace_start(self, trace: Trace) -> None:
        """Keep the trace for sending."""
        self._keep(trace)

    def on_trace_end(self, trace: Trace) -> None:
        """A trace is sent when it starts."""

    def on_span_start(self, span: Span[Any]) -> None:
        """A span is sent when it has ended."""

    def on_span_end(self, span: Span[Any]) -> None:
        """Keep the span for sending."""
        self._keep(span)

    def shutdown(self, timeout: float | None = None) -> None:
        """Send what is waiting and stop; with a timeout (seconds) what takes longer is given up."""
        atexit.unregister(self._at_exit)
        deadline = None if timeout is None else time.monotonic() + timeout
        self._shutdown_event.set()
        if deadline is not None and isinstance(self._exporter, BackendSpanExporter):
            self._exporter.hurry(deadline)
        worker = self._worker_thread
        if worker is None:
            self._export_batches(deadline)
            return
        worker.join(timeout)
        if worker.is_alive():
            logger.warning("Trace processor shutdown timeout reached; spans may be lost.")

    def force_flush(self) -> None:
        """Send what is waiting, now and in this thread."""
        self._export_batches()

    def _keep(self, item: Trace | Span[Any]) -> None:
        self._ensure_thread_started()
        try:
            self._queue.put_nowait(item)
        except queue.Full:
            logger.warning("The queue of traces is full; one item is dropped.")

    def _ensure_thread_started(self) -> None:
        with self._start_lock:
            if self._worker_thread is None:
                self._worker_thread = threading.Thread(target=self._run, daemon=True)
                self._worker_thread.start()
                atexit.register(self._at_exit)

    def _at_exit(self) -> None:
        self.shutdown(EXIT_TIMEOUT)

    def _run(self) -> None:
        due = time.monotonic() + self._schedule_delay
        while not self._shutdown_event.is_set():
            if time.monotonic() >= due or self._queue.qsize() >= self._enough:
                self._export_batches()
                due = time.monotonic() + self._schedule_delay
            else:
                self._shutdown_event.wait(min(POLL, self._schedule_delay))
        self._export_batches(None)

    def _export_batches(self, deadline: float | None = None) -> None:
        with self._export_lock:
            while batch := self._next_batch():
                try:
                    self._exporter.export(batch)
                except Exception as error:  # noqa: BLE001 - an exporter's fault ends nothing else
                    logger.error("Traces could not be exported (%s).", type(error).__name__)
                if deadline is not None and time.monotonic() >= deadline:
                    return

    def _next_batch(self) -> list[Trace | Span[Any]]:
        batch: list[Trace | Span[Any]] = []
        while len(batch) < self._max_batch_size:
            try:
                batch.append(self._queue.get_nowait())
            except queue.Empty:
                break
        return batch


@cache
def default_exporter() -> BackendSpanExporter:
    """The exporter of the process; made when it is first asked for."""
    return BackendSpanExporter()


@cache
def default_processor() -> BatchTraceProcessor:
    """The processor of the process; it does nothing until it is added."""
    return BatchTraceProcessor(default_exporter())
