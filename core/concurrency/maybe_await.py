"""Callbacks may be plain functions or coroutines; here is the one place that tells them apart."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Awaitable

T = TypeVar("T")


async def settled(value: Awaitable[T] | T) -> T:
    """The value, awaited if it has to be."""
    if inspect.isawaitable(value):
        return cast("T", await value)
    return value
