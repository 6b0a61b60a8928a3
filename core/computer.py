"""What a model uses when it uses a computer: a screen, a pointer and keys."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Literal, TypeAlias

Environment = Literal["mac", "windows", "ubuntu", "browser"]
Button = Literal["left", "right", "wheel", "back", "forward"]


class _Screen:
    """What both kinds of computers tell of themselves; only older models want to know."""

    @property
    def environment(self) -> Environment | None:
        """What kind of computer it is."""
        return None

    @property
    def dimensions(self) -> tuple[int, int] | None:
        """Width and height of the screen in pixels."""
        return None


class Computer(_Screen, ABC):
    """A computer whose actions block until they are done.

    An action that takes `keys=` as well is told which modifier keys are held meanwhile.
    """

    @abstractmethod
    def screenshot(self) -> str:
        """The screen as a PNG in base64."""

    @abstractmethod
    def click(self, x: int, y: int, button: Button) -> None:
        """Click at a point."""

    @abstractmethod
    def double_click(self, x: int, y: int) -> None:
        """Click twice at a point."""

    @abstractmethod
    def scroll(self, x: int, y: int, scroll_x: int, scroll_y: int) -> None:
        """Scroll at a point, by pixels."""

    @abstractmethod
    def type(self, text: str) -> None:
        """Type a text."""

    @abstractmethod
    def wait(self) -> None:
        """Wait a moment."""

    @abstractmethod
    def move(self, x: int, y: int) -> None:
        """Move the pointer to a point."""

    @abstractmethod
    def keypress(self, keys: list[str]) -> None:
        """Press keys together."""

    @abstractmethod
    def drag(self, path: list[tuple[int, int]]) -> None:
        """Drag the pointer along points."""


class AsyncComputer(_Screen, ABC):
    """A computer whose actions are awaited; they are those of `Computer`."""

    @abstractmethod
    async def screenshot(self) -> str:
        """The screen as a PNG in base64."""

    @abstractmethod
    async def click(self, x: int, y: int, button: Button) -> None:
        """Click at a point."""

    @abstractmethod
    async def double_click(self, x: int, y: int) -> None:
        """Click twice at a point."""

    @abstractmethod
    async def scroll(self, x: int, y: int, scroll_x: int, scroll_y: int) -> None:
        """Scroll at a point, by pixels."""

    @abstractmethod
    async def type(self, text: str) -> None:
        """Type a text."""

    @abstractmethod
    async def wait(self) -> None:
        """Wait a moment."""

    @abstractmethod
    async def move(self, x: int, y: int) -> None:
        """Move the pointer to a point."""

    @abstractmethod
    async def keypress(self, keys: list[str]) -> None:
        """Press keys together."""

    @abstractmethod
    async def drag(self, path: list[tuple[int, int]]) -> None:
        """Drag the pointer along points."""


ComputerLike: TypeAlias = Computer | AsyncComputer
