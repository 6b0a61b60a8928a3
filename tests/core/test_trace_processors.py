"""Spans are kept and sent in batches; what the trace server does not take is not sent."""

import threading
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import web

from core.tracing import Span, Trace, TracingExporter, gen_trace_id
from core.tracing.backend import BackendSpanExporter
from core.tracing.ingest import CUT, MAX_FIELD_BYTES, accepted, size_of, valid
from core.tracing.processors import BatchTraceProcessor
from core.tracing.span_data import CustomSpanData
from core.tracing.spans import SpanImpl
from core.tracing.traces import TraceImpl


class Kept(TracingExporter):
    def __init__(self, *, fails: int = 0) -> None:
        self.batches: list[list[Any]] = []
        self.fails = fails

    def export(self, items: list[Trace | Span[Any]]) -> None:
        if self.fails:
            self.fails -= 1
            raise RuntimeError("down")
        self.batches.append(items)


def span(processor: BatchTraceProcessor) -> SpanImpl[CustomSpanData]:
    return SpanImpl(gen_trace_id(), None, None, processor, CustomSpanData("work", {}), None)


def test_a_flush_sends_what_has_ended_in_batches() -> None:
    kept = Kept()
    processor = BatchTraceProcessor(kept, max_batch_size=2)
    for _ in range(3):
        processor.on_span_end(span(processor))
    processor.force_flush()
    processor.shutdown()
    assert [len(batch) for batch in kept.batches] == [2, 1]


def test_a_failing_exporter_does_not_end_the_others() -> None:
    kept = Kept(fails=1)
    processor = BatchTraceProcessor(kept, max_batch_size=1)
    for _ in range(2):
        processor.on_span_end(span(processor))
    processor.shutdown()
    assert len(kept.batches) == 1


@pytest.fixture
async def server() -> AsyncIterator[Any]:
    asked: list[Any] = []
    statuses = [503, 200]

    async def handle(request: web.Request) -> web.Response:
        asked.append((request.headers["Authorization"], (await request.json())["data"]))
        return web.Response(status=statuses.pop(0), headers={"retry-after-ms": "1"})

    app = web.Application()
    app.router.add_post("/traces", handle)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}/traces", asked
    await runner.cleanup()


async def test_a_batch_is_posted_again_when_the_server_is_down_for_a_moment(server: Any) -> None:
    import asyncio

    url, asked = server
    exporter = BackendSpanExporter("key", endpoint=url)
    processor = BatchTraceProcessor(exporter)
    trace = TraceImpl("work", None, None, {"at": object()}, processor, "own key")
    await asyncio.to_thread(exporter.export, [trace])
    exporter.close()
    assert [key for key, _ in asked] == ["Bearer own key"] * 2
    assert [sent["metadata"] for sent in asked[1][1]] == [{}]


def test_without_a_key_nothing_is_posted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    exporter = BackendSpanExporter(endpoint="http://127.0.0.1:9/traces", max_retries=1)
    processor = BatchTraceProcessor(exporter)
    exporter.export([span(processor)])
    assert exporter.api_key is None
    exporter.close()


def generation(**data: Any) -> dict[str, Any]:
    return {"object": "trace.span", "span_data": {"type": "generation", **data}}


def test_a_long_field_is_cut_and_keeps_its_shape() -> None:
    sent = accepted(generation(input=[{"role": "user", "content": "é" * MAX_FIELD_BYTES}]))
    [message] = sent["span_data"]["input"]
    assert message["role"] == "user"
    assert message["content"].endswith(CUT)
    assert size_of([message]) <= MAX_FIELD_BYTES


def test_what_the_model_thought_is_not_sent() -> None:
    said = {"role": "assistant", "content": "hello", "reasoning_content": "secret"}
    sent = accepted(generation(output=[said, {"type": "reasoning", "summary": "secret"}]))
    assert sent["span_data"]["output"] == [{"role": "assistant", "content": "hello"}]


def test_counts_the_server_does_not_know_go_into_the_details() -> None:
    sent = accepted(generation(usage={"input_tokens": 1, "output_tokens": 2, "requests": 1}))
    usage = {"input_tokens": 1, "output_tokens": 2, "details": {"requests": 1}}
    assert sent["span_data"]["usage"] == usage


def test_what_json_cannot_say_is_left_out() -> None:
    cycle: list[Any] = []
    cycle.append(cycle)
    made = valid({"nan": float("nan"), "cycle": cycle, 1: "x\ud800", "lock": threading.Lock()})
    assert made == {"cycle": [], "1": "x?"}
