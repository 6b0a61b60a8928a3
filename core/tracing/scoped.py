"""What is the current one of its kind while the code inside its `with` runs."""

from __future__ import annotations

import abc
import contextlib
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from contextvars import ContextVar, Token
    from types import TracebackType
    from typing import Self


class Scoped(abc.ABC):
    """Something that starts and finishes, and may be the current one in between."""

    variable: ClassVar[ContextVar[Any]]
    """Says which one is current."""

    def __init__(self) -> None:
        self._token: Token[Any] | None = None

    @abc.abstractmethod
    def start(self, mark_as_current: bool = False) -> None:
        """Start it."""

    @abc.abstractmethod
    def finish(self, reset_current: bool = False) -> None:
        """End it."""

    def __enter__(self) -> Self:
        self.start(mark_as_current=True)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        try:
            self.finish(reset_current=False)
        finally:
            self._reset(kind)

    def _mark(self) -> None:
        self._token = self.variable.set(self)

    def _reset(self, kind: type[BaseException] | None = None) -> None:
        """Go back to the one before; a generator that is closed by another task cannot."""
        if self._token is None:
            return
        token, self._token = self._token, None
        foreign = (ValueError,) if kind is GeneratorExit else ()
        with contextlib.suppress(*foreign):
            self.variable.reset(token)
