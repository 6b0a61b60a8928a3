"""Changes to files a model asks for, and who carries them out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from core.run_context import RunContextWrapper

ApplyPatchOperationType = Literal["create_file", "update_file", "delete_file"]


@dataclass(frozen=True)
class ApplyPatchOperation:
    """One change to one file."""

    type: ApplyPatchOperationType
    path: str
    diff: str | None = None
    ctx_wrapper: RunContextWrapper[Any] | None = None
    move_to: str | None = None


@dataclass(frozen=True)
class ApplyPatchResult:
    """How a change went."""

    status: Literal["completed", "failed"] | None = None
    output: str | None = None


Change = ApplyPatchResult | str | None


@runtime_checkable
class ApplyPatchEditor(Protocol):
    """Changes files where the application keeps them."""

    def create_file(self, operation: ApplyPatchOperation) -> Awaitable[Change] | Change:
        """Make a new file."""
        ...

    def update_file(self, operation: ApplyPatchOperation) -> Awaitable[Change] | Change:
        """Change a file."""
        ...

    def delete_file(self, operation: ApplyPatchOperation) -> Awaitable[Change] | Change:
        """Remove a file."""
        ...
