"""The parameters of a function as fields of the model its arguments are read with."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin

from pydantic import Field
from pydantic.fields import FieldInfo

from core.exceptions import UserError
from core.run_context import RunContextWrapper

if TYPE_CHECKING:
    from inspect import Parameter

POSITIONAL, KEYWORDS = inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD


def field_of(parameter: Parameter, annotation: Any, description: str | None) -> tuple[Any, Any]:
    """The type and the field of one parameter."""
    metadata: tuple[Any, ...] = ()
    if get_origin(annotation) is Annotated:
        annotation, *rest = get_args(annotation)
        description = description or next((m for m in rest if isinstance(m, str)), None)
        metadata = tuple(m for m in rest if not isinstance(m, str))
    if parameter.kind in (POSITIONAL, KEYWORDS):
        factory = list if parameter.kind is POSITIONAL else dict
        return _many(parameter, annotation, metadata), Field(
            default_factory=factory, description=description
        )
    typed = Annotated[(annotation, *metadata)] if metadata else annotation
    return typed, _default(parameter, description)


def is_context(annotation: Any) -> bool:
    """Whether a parameter takes the context of the run or of the call."""
    return context_kind(annotation) is not None


def context_kind(annotation: Any) -> type[RunContextWrapper[Any]] | None:
    """Which context an annotation asks for."""
    if get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    kind = get_origin(annotation) or annotation
    return kind if inspect.isclass(kind) and issubclass(kind, RunContextWrapper) else None


def _default(parameter: Parameter, description: str | None) -> Any:
    default = parameter.default
    if isinstance(default, FieldInfo):
        if description is None:
            return default
        return FieldInfo.merge_field_infos(default, description=description)
    value = ... if default is inspect.Parameter.empty else default
    return Field(value, description=description) if description is not None else Field(value)


def _many(parameter: Parameter, annotation: Any, metadata: tuple[Any, ...]) -> Any:
    """`*args: X` is a list of X, `**kwargs: X` a dict of X; what limits X limits each of them."""
    fixed = get_origin(annotation) is tuple and get_args(annotation)[1:] != (Ellipsis,)
    if fixed and parameter.kind is POSITIONAL:
        raise UserError(
            f"*{parameter.name} cannot be a tuple of fixed length; "
            "use tuple[T, ...] or list[T] instead"
        )
    limits = tuple(limit for m in metadata for limit in _limits(m))
    item = Annotated[(annotation, *limits)] if limits else annotation
    return list[item] if parameter.kind is POSITIONAL else dict[str, item]  # type: ignore[valid-type]


def _limits(metadata: Any) -> list[Any]:
    """A field says more than limits (a default, an alias); only these hold for single values."""
    return list(metadata.metadata) if isinstance(metadata, FieldInfo) else [metadata]
