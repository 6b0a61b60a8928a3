"""What is wrong with a stored state, said without quoting what stands in it."""

from __future__ import annotations

from core.exceptions import UserError


class MalformedStateError(UserError):
    """A stored state cannot be read; the message names the field, never its value."""


def keeps_data_back(error: BaseException) -> bool:
    """Whether an error can be shown to anybody: it quotes nothing of a run."""
    return isinstance(error, MalformedStateError)
