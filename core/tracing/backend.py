"""Sending traces to OpenAI's trace server, or to one that speaks its language."""

from __future__ import annotations

import os
import random
import threading
import time
from typing import TYPE_CHECKING, Any

from core.tracing import ingest
from core.tracing.logger import logger
from core.tracing.processor_interface import TracingExporter

if TYPE_CHECKING:
    from core.tracing.spans import Span
    from core.tracing.traces import Trace

OPENAI = "https://api.openai.com/v1/traces/ingest"
PASSING = frozenset({408, 409, 429})
"""Statuses below 500 that may be better in a moment."""


class BackendSpanExporter(TracingExporter):
    """Posts traces and spans, each with its own key or else with that of the exporter.

    `base_delay` and `max_delay` are seconds; a batch is tried at most `max_retries` times.
    """

    _OPENAI_TRACING_INGEST_ENDPOINT = OPENAI
    _OPENAI_TRACING_MAX_FIELD_BYTES = ingest.MAX_FIELD_BYTES
    _OPENAI_TRACING_STRING_TRUNCATION_SUFFIX = ingest.CUT
    _sanitize_for_openai_tracing_api = staticmethod(ingest.accepted)
    _value_json_size_bytes = staticmethod(ingest.size_of)

    def __init__(
        self,
        api_key: str | None = None,
        organization: str | None = None,
        project: str | None = None,
        endpoint: str = OPENAI,
        max_retries: int = 3,
        base_delay: float = 1.0,
        max_delay: float = 30.0,
    ) -> None:
        import httpx2

        self._key = api_key or None
        self.endpoint = endpoint
        self.max_retries, self.base_delay, self.max_delay = max_retries, base_delay, max_delay
        self._organization, self._project = organization, project
        self._client = httpx2.Client(timeout=httpx2.Timeout(timeout=60, connect=5.0))
        self._shutdown_event = threading.Event()
        self._deadline: float | None = None

    @property
    def api_key(self) -> str | None:
        """The key that was given, else that of the environment, read until there is one."""
        if not self._key:
            self._key = os.environ.get("OPENAI_API_KEY")
        return self._key

    @api_key.setter
    def api_key(self, key: str | None) -> None:
        self._key = key or None

    def set_api_key(self, api_key: str) -> None:
        """Use another key; an empty one means that of the environment."""
        self.api_key = api_key

    def export(self, items: list[Trace | Span[Any]]) -> None:
        """Post the items, those of one key together."""
        by_key: dict[str | None, list[dict[str, Any]]] = {}
        for item in items:
            payload = item.export()
            if payload:
                by_key.setdefault(item.tracing_api_key, []).append(self._prepared(payload))
        for own_key, payloads in by_key.items():
            key = own_key or self.api_key
            if key is None:
                logger.warning("Traces are not sent: there is no OPENAI_API_KEY.")
            else:
                self._send(payloads, key)

    def hurry(self, deadline: float) -> None:
        """Give up what waits for another try, and be done by `deadline` (`time.monotonic`)."""
        self._deadline = deadline
        self._shutdown_event.set()

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def _prepared(self, payload: dict[str, Any]) -> dict[str, Any]:
        if self.endpoint == OPENAI:
            payload = self._sanitize_for_openai_tracing_api(payload)
        return ingest.valid(payload)

    def _send(self, payloads: list[dict[str, Any]], key: str) -> None:
        for attempt in range(1, max(self.max_retries, 1) + 1):
            answer = self._post(payloads, key)
            if answer is not None and answer.status_code < 300:
                return
            if answer is not None and not _may_retry(answer):
                logger.error("Traces are dropped: the server answers %s.", answer.status_code)
                return
            if attempt < self.max_retries and not self._pause(self._delay(answer, attempt)):
                return
        logger.error("Traces are dropped: the server could not be reached.")

    def _post(self, payloads: list[dict[str, Any]], key: str) -> Any | None:
        import httpx2

        more: dict[str, Any] = {}
        if self._deadline is not None:
            more["timeout"] = httpx2.Timeout(max(self._deadline - time.monotonic(), 0.001))
        try:
            return self._client.post(
                url=self.endpoint, headers=self._headers(key), json={"data": payloads}, **more
            )
        except httpx2.RequestError as error:
            logger.warning("Traces could not be sent (%s).", type(error).__name__)
            return None

    def _headers(self, key: str) -> dict[str, str]:
        headers = {
            "Authorization": f"Bearer {key}",
            "Content-Type": "application/json",
            "OpenAI-Beta": "traces=v1",
        }
        organization = self._organization or os.environ.get("OPENAI_ORG_ID")
        project = self._project or os.environ.get("OPENAI_PROJECT_ID")
        if organization:
            headers["OpenAI-Organization"] = organization
        if project:
            headers["OpenAI-Project"] = project
        return headers

    def _delay(self, answer: Any | None, attempt: int) -> float:
        asked = None if answer is None else _asked_wait(answer.headers)
        if asked is not None:
            return min(asked, self.max_delay)
        wait = min(self.base_delay * 2.0 ** (attempt - 1), self.max_delay)
        return wait * random.uniform(1.0, 1.1)

    def _pause(self, delay: float) -> bool:
        """Wait; False when there is no time left for another try."""
        if self._deadline is None:
            return not self._shutdown_event.wait(delay)
        left = self._deadline - time.monotonic()
        if left > 0:
            time.sleep(min(delay, left))
        return delay < left


def _may_retry(answer: Any) -> bool:
    if _header(answer.headers, "x-should-retry") == "false":
        return False
    return answer.status_code >= 500 or answer.status_code in PASSING


def _asked_wait(headers: Any) -> float | None:
    """Seconds the server asks to wait."""
    for name, unit in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        try:
            wait = float(_header(headers, name) or "") / unit
        except ValueError:
            continue
        if wait > 0:
            return wait
    return None


def _header(headers: Any, name: str) -> str | None:
    value = headers.get(name)
    return value if isinstance(value, str) else None
