"""What a tool can be made of: functions, methods, and objects of classes with a plain `__call__`.

An object that hides what it really takes (a partial, a wrapper, a signature put on by hand) is
refused: the model would be told something else than what runs.
"""

from __future__ import annotations

import inspect
import re
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any, Self, TypeVar, get_args, get_type_hints

from core.exceptions import UserError

if TYPE_CHECKING:
    from collections.abc import Callable

FUNCTION_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
DISGUISES = ("__wrapped__", "__signature__", "__annotations__", "__annotate__")


def entry_of(func: Callable[..., Any]) -> Callable[..., Any]:
    """What is entered when it is called: the function itself, or the `__call__` of an object."""
    if inspect.isroutine(func) and not inspect.isbuiltin(func):
        return func
    if inspect.isclass(func) or inspect.isbuiltin(func):
        return func
    kind = type(func)
    call = inspect.getattr_static(kind, "__call__", None)
    if not isinstance(call, FunctionType):
        raise UserError(_unsupported(kind, "its __call__ is no plain method"))
    disguised = [name for name in DISGUISES if name in getattr(func, "__dict__", {})]
    shown = "__signature__" in vars(kind) or any(n in vars(call) for n in DISGUISES[:2])
    if disguised or shown:
        raise UserError(_unsupported(kind, "it shows another signature than it has"))
    if _is_generic(func):
        raise UserError(f"Unsupported generic callable object {kind.__name__}.")
    return call


def bound_entry(func: Callable[..., Any]) -> Callable[..., Any]:
    """What is entered, called like the original; it stays that whatever becomes of a class."""
    entry = entry_of(func)
    return func if entry is func else MethodType(entry, func)


def hints_of(func: Callable[..., Any]) -> dict[str, Any]:
    """The types of the parameters and of the result, for an object those of its `__call__`."""
    entry = entry_of(func)
    if entry is func:
        return get_type_hints(func, include_extras=True)
    kind = type(func)
    owner = next(k for k in kind.__mro__ if k.__dict__.get("__call__") is entry)
    try:
        hints = get_type_hints(entry, localns=dict(vars(owner)), include_extras=True)
    except NameError as error:
        raise UserError(
            f"Callable object {kind.__name__} must have annotations resolvable from its module: "
            f"{error}"
        ) from error
    if any(_is_open(hint) for hint in hints.values()):
        raise UserError(f"Unsupported generic callable object {kind.__name__}.")
    return hints


def name_of(func: Callable[..., Any]) -> str:
    """The name a tool gets when none is given; UserError when it would not do."""
    name = getattr(func, "__name__", None)
    if name is None:
        name = type(func).__name__
        if not FUNCTION_NAME.fullmatch(name):
            raise UserError(f"{name!r} is no name for a tool. Pass name_override.")
    return str(name)


def _unsupported(kind: type[Any], why: str) -> str:
    return (
        f"Unsupported callable object {kind.__name__}: {why}. "
        "Put it into an explicit wrapper function."
    )


def _is_generic(func: Any) -> bool:
    pydantic = getattr(type(func), "__pydantic_generic_metadata__", {})
    return "__orig_class__" in getattr(func, "__dict__", {}) or bool(pydantic.get("args"))


def _is_open(hint: Any) -> bool:
    """Whether a type leaves something open that only a caller could fill in."""
    if isinstance(hint, TypeVar) or hint is Self:
        return True
    return any(_is_open(part) for part in get_args(hint))
