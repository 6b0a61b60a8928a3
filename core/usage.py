"""Tokens and requests a run has used."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from core.sdk_private import private_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from core.items import ModelResponse


class _Details:
    """Token counts by kind; equal to any object with the same counts."""

    names: tuple[str, ...] = ()

    def __init__(self, **counts: int | None) -> None:
        for name in self.names:
            setattr(self, name, counts.get(name) or 0)

    def __eq__(self, other: object) -> bool:
        if type(other) is type(self):
            return vars(other) == vars(self)
        return all(getattr(other, n, None) == getattr(self, n) for n in self.names)

    def __hash__(self) -> int:
        return hash(tuple(getattr(self, n) for n in self.names))

    def __repr__(self) -> str:
        counts = ", ".join(f"{n}={getattr(self, n)}" for n in self.names)
        return f"{type(self).__name__}({counts})"

    def model_dump(self) -> dict[str, int]:
        """The counts by name."""
        return {name: getattr(self, name) for name in self.names}


class InputTokensDetails(_Details):
    """Input tokens that came from, or went into, the prompt cache."""

    cached_tokens: int
    cache_write_tokens: int
    names = ("cache_write_tokens", "cached_tokens")


class OutputTokensDetails(_Details):
    """Output tokens spent on reasoning."""

    reasoning_tokens: int
    names = ("reasoning_tokens",)


@dataclass
class RequestUsage:
    """What one request to the model used."""

    input_tokens: int
    output_tokens: int
    total_tokens: int
    input_tokens_details: Any
    output_tokens_details: Any

    def copy(self) -> RequestUsage:
        """An entry of its own."""
        return replace(
            self,
            input_tokens_details=copy.copy(self.input_tokens_details),
            output_tokens_details=copy.copy(self.output_tokens_details),
        )


@dataclass
class Usage:
    """What a run, or one response, used. Details are objects with the counts as attributes."""

    requests: int = 0
    input_tokens: int = 0
    input_tokens_details: Any = field(default_factory=InputTokensDetails)
    output_tokens: int = 0
    output_tokens_details: Any = field(default_factory=OutputTokensDetails)
    total_tokens: int = 0
    request_usage_entries: list[RequestUsage] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.input_tokens_details = _counted(InputTokensDetails, self.input_tokens_details)
        self.output_tokens_details = _counted(OutputTokensDetails, self.output_tokens_details)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        from core.schemas.pydantic_form import form

        return form(cls, "dict", serialize_usage, deserialize_usage)

    def add(self, other: Usage) -> None:
        """Count another usage in; the entries of single requests are kept apart."""
        self.requests += other.requests or 0
        self.input_tokens += other.input_tokens or 0
        self.output_tokens += other.output_tokens or 0
        self.total_tokens += other.total_tokens or 0
        self.input_tokens_details = InputTokensDetails(
            **_sums(InputTokensDetails, self.input_tokens_details, other.input_tokens_details)
        )
        self.output_tokens_details = OutputTokensDetails(
            **_sums(OutputTokensDetails, self.output_tokens_details, other.output_tokens_details)
        )
        self.request_usage_entries.extend(entry.copy() for entry in other.entries())

    def copy(self) -> Usage:
        """Counts that go on by themselves."""
        return replace(self, request_usage_entries=list(self.request_usage_entries))

    def entries(self) -> list[RequestUsage]:
        """The usage request by request."""
        if self.request_usage_entries:
            return self.request_usage_entries
        if self.requests != 1 or self.total_tokens <= 0:
            return []
        return [_as_entry(self)]


def after_failures(usage: Usage, failed: int) -> Usage:
    """The usage of an answer and of requests before it that failed: they count, with no tokens."""
    if not failed:
        return usage
    before = [_as_entry(Usage()) for _ in range(failed)]
    own = usage.request_usage_entries or [_as_entry(usage)]
    requests = max(usage.requests, 1) + failed
    return replace(usage, requests=requests, request_usage_entries=before + own)


def _as_entry(usage: Usage) -> RequestUsage:
    return RequestUsage(
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        total_tokens=usage.total_tokens,
        input_tokens_details=usage.input_tokens_details,
        output_tokens_details=usage.output_tokens_details,
    )


def _counted(kind: type[_Details], details: Any) -> Any:
    """The details as they are when they say all counts, else with zeros for those they do not."""
    counts = {name: getattr(details, name, None) for name in kind.names}
    return kind(**counts) if None in counts.values() else details


def _sums(kind: type[_Details], one: Any, other: Any) -> dict[str, int]:
    return {n: (getattr(one, n, 0) or 0) + (getattr(other, n, 0) or 0) for n in kind.names}


def by_response(responses: Iterable[ModelResponse]) -> list[RequestUsage]:
    """The usage request by request, as the responses tell it."""
    return [entry for response in responses for entry in response.usage.entries()]


def serialize_usage(usage: Usage) -> dict[str, Any]:
    """The usage as JSON."""
    return {
        "requests": usage.requests,
        "input_tokens": usage.input_tokens,
        "input_tokens_details": [_dump(usage.input_tokens_details)],
        "output_tokens": usage.output_tokens,
        "output_tokens_details": [_dump(usage.output_tokens_details)],
        "total_tokens": usage.total_tokens,
        "request_usage_entries": [serialize_entry(e) for e in usage.request_usage_entries],
    }


def serialize_entry(entry: RequestUsage) -> dict[str, Any]:
    """The usage of one request as JSON."""
    return {
        "input_tokens": entry.input_tokens,
        "output_tokens": entry.output_tokens,
        "total_tokens": entry.total_tokens,
        "input_tokens_details": _dump(entry.input_tokens_details),
        "output_tokens_details": _dump(entry.output_tokens_details),
    }


def deserialize_usage(usage_data: Mapping[str, Any]) -> Usage:
    """The usage from its JSON; what is missing counts as zero."""
    return Usage(
        requests=usage_data.get("requests") or 0,
        input_tokens=usage_data.get("input_tokens") or 0,
        output_tokens=usage_data.get("output_tokens") or 0,
        total_tokens=usage_data.get("total_tokens") or 0,
        input_tokens_details=_load(InputTokensDetails, usage_data.get("input_tokens_details")),
        output_tokens_details=_load(OutputTokensDetails, usage_data.get("output_tokens_details")),
        request_usage_entries=[
            RequestUsage(
                input_tokens=entry.get("input_tokens") or 0,
                output_tokens=entry.get("output_tokens") or 0,
                total_tokens=entry.get("total_tokens") or 0,
                input_tokens_details=_load(InputTokensDetails, entry.get("input_tokens_details")),
                output_tokens_details=_load(
                    OutputTokensDetails, entry.get("output_tokens_details")
                ),
            )
            for entry in usage_data.get("request_usage_entries") or []
        ],
    )


def usage_from_response(usage: Any) -> Usage:
    """The usage of one response, from the provider's own usage object or None."""
    if usage is None:
        return Usage()
    return Usage(
        requests=1,
        input_tokens=usage.input_tokens or 0,
        output_tokens=usage.output_tokens or 0,
        total_tokens=usage.total_tokens or 0,
        input_tokens_details=usage.input_tokens_details,
        output_tokens_details=usage.output_tokens_details,
    )


def model_usage_to_span_usage(usage: Usage) -> dict[str, Any]:
    """The usage of one call of a model, as its span tells it."""
    return {
        "requests": usage.requests,
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "total_tokens": usage.total_tokens,
        "input_tokens_details": _dump(usage.input_tokens_details),
        "output_tokens_details": _dump(usage.output_tokens_details),
    }


def _dump(details: Any) -> dict[str, Any]:
    return {name: count for name, count in details.model_dump().items() if count is not None}


def _load(kind: type[_Details], data: Any) -> Any:
    """Details stand in a one-element list, in an older form as an object, or not at all."""
    if isinstance(data, list):
        data = data[0] if data else None
    return kind(**data) if data else kind()


__getattr__ = private_names("core.usage")
