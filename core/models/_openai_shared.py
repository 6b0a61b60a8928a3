"""What OpenAI providers use that were given nothing else; an application sets it at its start."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from openai import AsyncOpenAI

Api = Literal["chat_completions", "responses"]
Transport = Literal["http", "websocket"]

_default_openai_key: str | None = None
_default_openai_client: AsyncOpenAI | None = None
_use_responses_by_default = True


def set_default_openai_key(key: str, use_for_tracing: bool = True) -> None:
    """Use a key instead of OPENAI_API_KEY."""
    global _default_openai_key
    _default_openai_key = key


def get_default_openai_key() -> str | None:
    """The key that was set."""
    return _default_openai_key


def set_default_openai_client(client: AsyncOpenAI, use_for_tracing: bool = True) -> None:
    """Use a client instead of one made for the purpose."""
    global _default_openai_client
    _default_openai_client = client


def get_default_openai_client() -> AsyncOpenAI | None:
    """The client that was set."""
    return _default_openai_client


def default_client() -> AsyncOpenAI:
    """The client that was set, or one made for the purpose."""
    from openai import AsyncOpenAI

    return get_default_openai_client() or AsyncOpenAI()


def set_default_openai_api(api: Api) -> None:
    """Which API models speak."""
    global _use_responses_by_default
    _use_responses_by_default = api == "responses"


def get_use_responses_by_default() -> bool:
    """Whether models speak the Responses API."""
    return _use_responses_by_default


def set_default_openai_responses_transport(transport: Transport) -> None:
    """How the Responses API is spoken; there is HTTP only."""
    if transport != "http":
        raise ValueError("The Responses API is spoken over HTTP only.")
