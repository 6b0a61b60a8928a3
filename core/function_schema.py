"""The JSON schema of a Python function, and the way back from JSON to its arguments."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, create_model
from pydantic.fields import FieldInfo

from core.docstrings import (
    DocstringStyle,
    FuncDocumentation,
    document,
    generate_func_documentation,
)
from core.exceptions import UserError
from core.run_context import RunContextWrapper
from core.strict_schema import ensure_strict_json_schema

if TYPE_CHECKING:
    from collections.abc import Callable
    from inspect import Parameter

__all__ = [
    "DocstringStyle",
    "FuncDocumentation",
    "FuncSchema",
    "function_schema",
    "generate_func_documentation",
]

VARIADIC = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


@dataclass
class FuncSchema:
    """What the model is told about a function, and how its answer is turned into arguments."""

    name: str
    description: str | None
    params_pydantic_model: type[BaseModel]
    params_json_schema: dict[str, Any]
    signature: inspect.Signature
    takes_context: bool = False
    strict_json_schema: bool = True
    return_annotation: Any = inspect.Signature.empty

    def to_call_args(self, data: BaseModel) -> tuple[list[Any], dict[str, Any]]:
        """Positional and keyword arguments for the function, without the context."""
        positional: list[Any] = []
        keyword: dict[str, Any] = {}
        seen_variadic = False
        for name, parameter in list(self.signature.parameters.items())[self.takes_context :]:
            value = data.__dict__.get(name)
            if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
                positional.extend(value or [])
                seen_variadic = True
            elif parameter.kind is inspect.Parameter.VAR_KEYWORD:
                keyword.update(self._extra(value or {}))
            elif parameter.kind is inspect.Parameter.KEYWORD_ONLY or seen_variadic:
                keyword[name] = value
            else:
                positional.append(value)
        return positional, keyword

    def _extra(self, given: dict[str, Any]) -> dict[str, Any]:
        """The `**kwargs`, unless one of them means a parameter that has a name of its own."""
        named = {
            name
            for name, parameter in self.signature.parameters.items()
            if parameter.kind
            in (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
        }
        clash = named & given.keys()
        if clash:
            raise UserError(f"kwargs contain names of parameters: {', '.join(sorted(clash))}")
        return given


def function_schema(
    func: Callable[..., Any],
    docstring_style: DocstringStyle | None = None,
    name_override: str | None = None,
    description_override: str | None = None,
    use_docstring_info: bool = True,
    strict_json_schema: bool = True,
) -> FuncSchema:
    """The schema of a function, from its signature and its docstring."""
    docs = _documentation(func, docstring_style) if use_docstring_info else None
    name = name_override or getattr(func, "__name__", None) or type(func).__name__
    signature = inspect.signature(func)
    hints = _hints(func)
    parameters = list(signature.parameters.items())
    takes_context = bool(parameters) and _is_context(hints.get(parameters[0][0]))
    described = (docs.param_descriptions if docs else None) or {}
    fields: dict[str, Any] = {}
    for parameter_name, parameter in parameters[takes_context:]:
        annotation = hints.get(parameter_name, Any)
        if _is_context(annotation):
            raise UserError(
                f"RunContextWrapper/ToolContext param found at non-first position in function "
                f"{name}"
            )
        fields[parameter_name] = _field(parameter, annotation, described.get(parameter_name))
    model = create_model(f"{name}_args", __base__=_Arguments, **fields)
    schema = model.model_json_schema()
    return FuncSchema(
        name=name,
        description=description_override or (docs.description if docs else None),
        params_pydantic_model=model,
        params_json_schema=ensure_strict_json_schema(schema) if strict_json_schema else schema,
        signature=signature,
        takes_context=takes_context,
        strict_json_schema=strict_json_schema,
        return_annotation=hints.get("return", inspect.Signature.empty),
    )


class _Arguments(BaseModel):
    model_config = ConfigDict(extra="forbid", protected_namespaces=())


def _documentation(func: Callable[..., Any], style: DocstringStyle | None) -> FuncDocumentation:
    """For a callable object the class tells what it does and `__call__` what its parameters are."""
    if inspect.isroutine(func):
        return generate_func_documentation(func, style)
    name = type(func).__name__
    whole = document(name, inspect.getdoc(type(func)), style)
    call = document(name, inspect.getdoc(type(func).__call__), style)
    return FuncDocumentation(
        name,
        whole.description or call.description,
        {**(whole.param_descriptions or {}), **(call.param_descriptions or {})},
    )


def _hints(func: Callable[..., Any]) -> dict[str, Any]:
    target = func if inspect.isroutine(func) or inspect.isclass(func) else type(func).__call__
    return get_type_hints(target, include_extras=True)


def _is_context(annotation: Any) -> bool:
    if get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    kind = get_origin(annotation) or annotation
    return inspect.isclass(kind) and issubclass(kind, RunContextWrapper)


def _field(parameter: Parameter, annotation: Any, description: str | None) -> tuple[Any, Any]:
    """The type and the field of one parameter in the model of the arguments."""
    metadata: tuple[Any, ...] = ()
    if get_origin(annotation) is Annotated:
        annotation, *rest = get_args(annotation)
        metadata = tuple(rest)
        description = description or next((m for m in metadata if isinstance(m, str)), None)
        metadata = tuple(m for m in metadata if not isinstance(m, str))
    if parameter.kind in VARIADIC:
        annotation = _variadic(parameter, annotation, metadata)
        metadata = ()
        factory = list if parameter.kind is inspect.Parameter.VAR_POSITIONAL else dict
        return annotation, Field(default_factory=factory, description=description)
    typed = Annotated[(annotation, *metadata)] if metadata else annotation
    return typed, _default(parameter, description)


def _default(parameter: Parameter, description: str | None) -> Any:
    default = parameter.default
    if isinstance(default, FieldInfo):
        if description is None:
            return default
        return FieldInfo.merge_field_infos(default, description=description)
    value = ... if default is inspect.Parameter.empty else default
    return Field(value, description=description) if description is not None else Field(value)


def _variadic(parameter: Parameter, annotation: Any, metadata: tuple[Any, ...]) -> Any:
    """`*args: X` is a list of X, `**kwargs: X` a dict of X."""
    origin, args = get_origin(annotation), get_args(annotation)
    if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
        if origin is tuple:
            if len(args) != 2 or args[1] is not Ellipsis:
                raise UserError(
                    f"*{parameter.name} cannot be a tuple of fixed length; use tuple[X, ...]"
                )
            annotation = args[0]
        item = Annotated[(annotation, *metadata)] if metadata else annotation
        return list[item]  # type: ignore[valid-type]
    if origin is dict:
        annotation = args[1]
    item = Annotated[(annotation, *metadata)] if metadata else annotation
    return dict[str, item]  # type: ignore[valid-type]
