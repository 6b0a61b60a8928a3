"""Sessions: where a conversation is kept between runs."""

from __future__ import annotations

import abc
import inspect
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypedDict, TypeGuard, runtime_checkable

if TYPE_CHECKING:
    from core.memory.session_settings import SessionSettings
    from core.transcript.raw_items import TResponseInputItem


@runtime_checkable
class Session(Protocol):
    """A conversation that is kept."""

    session_id: str
    session_settings: SessionSettings | None = None

    async def get_items(self, limit: int | None = None) -> list[TResponseInputItem]:
        """The items, oldest first; with a limit the latest ones."""
        ...

    async def add_items(self, items: list[TResponseInputItem]) -> None:
        """Append items."""
        ...

    async def pop_item(self) -> TResponseInputItem | None:
        """Take the latest item away."""
        ...

    async def clear_session(self) -> None:
        """Take all items away."""
        ...


class SessionABC(abc.ABC):
    """A base for sessions."""

    session_id: str
    session_settings: SessionSettings | None = None

    @abc.abstractmethod
    async def get_items(self, limit: int | None = None) -> list[TResponseInputItem]:
        """The items, oldest first; with a limit the latest ones."""

    @abc.abstractmethod
    async def add_items(self, items: list[TResponseInputItem]) -> None:
        """Append items."""

    @abc.abstractmethod
    async def pop_item(self) -> TResponseInputItem | None:
        """Take the latest item away."""

    @abc.abstractmethod
    async def clear_session(self) -> None:
        """Take all items away."""


class OpenAIResponsesCompactionArgs(TypedDict, total=False):
    """How a stored conversation is to be made shorter."""

    response_id: str
    compaction_mode: Literal["previous_response_id", "input", "auto"]
    store: bool
    """Whether the provider has kept the response."""
    force: bool
    """Even if the conversation is still short."""


@runtime_checkable
class OpenAIResponsesCompactionAwareSession(Session, Protocol):
    """A session that can make itself shorter."""

    async def run_compaction(self, args: OpenAIResponsesCompactionArgs | None = None) -> None:
        """Make the conversation shorter, if it is time to."""
        ...


def is_openai_responses_compaction_aware_session(
    session: Session | None,
) -> TypeGuard[OpenAIResponsesCompactionAwareSession]:
    """Whether a session can make itself shorter."""
    return session is not None and callable(getattr(session, "run_compaction", None))


def _session_method_accepts_wrapper(method: Any) -> bool:
    """Whether a method names a `wrapper` among its parameters; taking anything is not asking."""
    try:
        parameter = inspect.signature(method).parameters.get("wrapper")
    except Exception:  # noqa: BLE001 - whatever a callable does when it is looked at
        return False
    kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return parameter is not None and parameter.kind in kinds


def _session_accepts_wrapper(session: Any) -> bool:
    """Whether a session wants to know the context of the run in all that it does."""
    names = ("get_items", "add_items", "pop_item", "clear_session")
    return all(_session_method_accepts_wrapper(getattr(session, name, None)) for name in names)
