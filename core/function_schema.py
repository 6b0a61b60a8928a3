"""The JSON schema of a Python function, and the way back from JSON to its arguments."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, create_model

from core.exceptions import ModelBehaviorError, UserError
from core.schemas.callables import entry_of, hints_of, name_of
from core.schemas.docstrings import (
    DocstringStyle,
    FuncDocumentation,
    document,
    generate_func_documentation,
)
from core.schemas.parameters import context_kind, field_of, is_context
from core.strict_schema import ensure_strict_json_schema

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "DocstringStyle",
    "FuncDocumentation",
    "FuncSchema",
    "function_schema",
    "generate_func_documentation",
]


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
            names = ", ".join(repr(name) for name in sorted(clash))
            raise ModelBehaviorError(
                f"Invalid input for tool {self.name}: its keyword arguments contain {names}, "
                "which is a parameter of its own."
            )
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
    hints = hints_of(func)
    name = name_override or name_of(func)
    signature = inspect.signature(func)
    parameters = list(signature.parameters.items())
    takes_context = bool(parameters) and _takes_context(parameters[0][1], hints)
    described = (docs.param_descriptions if docs else None) or {}
    if any(is_context(hints.get(n)) for n, _ in parameters[takes_context:]):
        more = "" if entry_of(func) is func else "; use an explicit wrapper function"
        raise UserError(
            f"RunContextWrapper/ToolContext param found at non-first position in function "
            f"{name}{more}"
        )
    fields: dict[str, Any] = {
        n: field_of(p, hints.get(n, Any), described.get(n)) for n, p in parameters[takes_context:]
    }
    keywords = next((n for n, p in parameters if p.kind is p.VAR_KEYWORD), None)
    base = _Arguments if keywords is None else _OnlyArguments
    model = create_model(f"{name}_args", __base__=base, **fields)
    schema = model.model_json_schema()
    if strict_json_schema:
        schema = _strict(schema, keywords)
    return FuncSchema(
        name=name,
        description=description_override or (docs.description if docs else None),
        params_pydantic_model=model,
        params_json_schema=schema,
        signature=signature,
        takes_context=takes_context,
        strict_json_schema=strict_json_schema,
        return_annotation=hints.get("return", inspect.Signature.empty),
    )


class _Arguments(BaseModel):
    model_config = ConfigDict(protected_namespaces=())


class _OnlyArguments(_Arguments):
    """For a function with `**kwargs`: what is meant for them stands under their own name."""

    model_config = ConfigDict(extra="forbid")


def _strict(schema: dict[str, Any], keywords: str | None) -> dict[str, Any]:
    try:
        return ensure_strict_json_schema(schema)
    except UserError as error:
        if keywords is None:
            raise
        raise UserError(
            f"**{keywords} takes any names, so the tool has no strict schema. Use "
            f"strict_mode=False; the model then gives them nested under {keywords!r}."
        ) from error


def _takes_context(first: inspect.Parameter, hints: dict[str, Any]) -> bool:
    positional = first.kind in (first.POSITIONAL_ONLY, first.POSITIONAL_OR_KEYWORD)
    return positional and is_context(hints.get(first.name))


def asked_context(func: Callable[..., Any]) -> Any:
    """The kind of context the first parameter asks for; None when it asks for none."""
    first = next(iter(inspect.signature(func).parameters), "")
    return context_kind(hints_of(func).get(first))


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
