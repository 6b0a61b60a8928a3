"""Changes to files a model asks for, and who carries them out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol, get_args, runtime_checkable

from core.exceptions import ModelBehaviorError
from core.transcript import raw_items

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


def operation_of(call: Any, context: RunContextWrapper[Any]) -> ApplyPatchOperation:
    """What a raw call asks for; ModelBehaviorError when that is no change of a file."""
    asked = raw_items.get(call, "operation") or {}
    kind, path = raw_items.get(asked, "type"), raw_items.get(asked, "path")
    if kind not in get_args(ApplyPatchOperationType) or not isinstance(path, str) or not path:
        raise ModelBehaviorError("The model asked for a change of files that is none.")
    return ApplyPatchOperation(
        type=kind,
        path=path,
        diff=raw_items.get(asked, "diff"),
        ctx_wrapper=context,
        move_to=raw_items.get(asked, "move_to"),
    )


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
