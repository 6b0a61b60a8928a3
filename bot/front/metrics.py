"""What can be counted about the bot. No label ever comes from somebody's text."""

from functools import partial

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

KINDS = frozenset({"event", "action", "command", "shortcut", "view"})
ACK_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0)
"""Seconds; Slack waits three."""


class Metrics:
    """Counters in a registry of their own."""

    def __init__(self) -> None:
        registry = self._registry = CollectorRegistry()
        counter = partial(Counter, registry=registry)
        self._runs = counter("signoff_runs", "Runs that ended or paused, by status.", ["status"])
        self._approvals = counter(
            "signoff_approvals", "Approvals, by the status they reached.", ["status"]
        )
        self._clicks = counter(
            "signoff_clicks", "Clicks on cards, by what came of them.", ["outcome"]
        )
        self._requests = counter(
            "signoff_requests_refused", "HTTP requests refused, by status.", ["status"]
        )
        self._acks = Histogram(
            "signoff_ack_seconds",
            "Time until Slack was answered, by kind of request.",
            ["kind"],
            buckets=ACK_BUCKETS,
            registry=registry,
        )
        self._silence = Gauge(
            "signoff_socket_silence_seconds",
            "Time since the Socket Mode connection showed a sign of life.",
            registry=registry,
        )

    def run(self, status: str) -> None:
        self._runs.labels(status).inc()

    def approval(self, status: str) -> None:
        self._approvals.labels(status).inc()

    def click(self, outcome: str) -> None:
        self._clicks.labels(outcome).inc()

    def refused(self, status: int) -> None:
        self._requests.labels(str(status)).inc()

    def acked(self, kind: str, seconds: float) -> None:
        self._acks.labels(kind if kind in KINDS else "other").observe(seconds)

    def silence(self, seconds: float) -> None:
        self._silence.set(seconds)

    def text(self) -> bytes:
        """In Prometheus' text format."""
        return generate_latest(self._registry)
