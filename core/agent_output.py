"""The type of an agent's final output: its JSON schema, and how an answer is read."""

from __future__ import annotations

import abc
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel, TypeAdapter, ValidationError
from typing_extensions import TypedDict

from core.exceptions import ModelBehaviorError, UserError
from core.strict_schema import ensure_strict_json_schema

_WRAPPER_DICT_KEY = "response"
"""The one key of the object a type that is no JSON object is put in."""


class AgentOutputSchemaBase(abc.ABC):
    """How the final output of an agent is described and read."""

    @abc.abstractmethod
    def is_plain_text(self) -> bool:
        """Whether the output is text, with no schema."""

    @abc.abstractmethod
    def name(self) -> str:
        """The name of the output type."""

    @abc.abstractmethod
    def json_schema(self) -> dict[str, Any]:
        """The JSON schema of the output."""

    @abc.abstractmethod
    def is_strict_json_schema(self) -> bool:
        """Whether the provider is to enforce the schema."""

    @abc.abstractmethod
    def validate_json(self, json_str: str) -> Any:
        """The output an answer stands for; ModelBehaviorError when it does not match."""


@dataclass(init=False)
class AgentOutputSchema(AgentOutputSchemaBase):
    """The schema of a Python type."""

    output_type: Any

    def __init__(self, output_type: Any, strict_json_schema: bool = True) -> None:
        self.output_type = output_type
        self._strict = strict_json_schema
        self._wrapped = False
        if output_type is None or output_type is str:
            self._adapter: TypeAdapter[Any] = TypeAdapter(output_type)
            self._schema = self._adapter.json_schema()
            return
        self._wrapped = not _is_object(output_type)
        self._adapter = TypeAdapter(_wrapper(output_type) if self._wrapped else output_type)
        self._schema = self._adapter.json_schema()
        if strict_json_schema:
            try:
                self._schema = ensure_strict_json_schema(self._schema)
            except UserError as error:
                raise UserError(
                    f"The output type {output_type!r} has no strict schema; change it, or wrap it "
                    "in AgentOutputSchema(…, strict_json_schema=False)."
                ) from error

    def is_plain_text(self) -> bool:
        """Whether the output is text, with no schema."""
        return self.output_type is None or self.output_type is str

    def is_strict_json_schema(self) -> bool:
        """Whether the provider is to enforce the schema."""
        return self._strict

    def json_schema(self) -> dict[str, Any]:
        """The JSON schema of the output."""
        if self.is_plain_text():
            raise UserError("Output type is plain text, so no JSON schema is available")
        return self._schema

    def validate_json(self, json_str: str) -> Any:
        """The output an answer stands for."""
        try:
            value = self._adapter.validate_json(json_str, strict=self._strict)
        except ValidationError as error:
            raise ModelBehaviorError(
                f"Invalid JSON when parsing the final output for {self.name()}: {error}"
            ) from error
        return value[_WRAPPER_DICT_KEY] if self._wrapped else value

    def to_json(self, value: Any) -> str:
        """The answer a value stands in."""
        whole = {_WRAPPER_DICT_KEY: value} if self._wrapped else value
        return TypeAdapter(Any).dump_json(whole).decode()

    def name(self) -> str:
        """The name of the output type."""
        return _type_name(self.output_type)


def _is_object(kind: Any) -> bool:
    origin = get_origin(kind) or kind
    return isinstance(origin, type) and issubclass(origin, BaseModel | dict)


def _wrapper(kind: Any) -> Any:
    made: Any = TypedDict
    return made("OutputType", {_WRAPPER_DICT_KEY: kind})


def _type_name(kind: Any) -> str:
    args = get_args(kind)
    if get_origin(kind) is Literal:
        return f"Literal[{', '.join(repr(arg) for arg in args)}]"
    if not args:
        return getattr(kind, "__name__", str(kind))
    origin = get_origin(kind)
    name = getattr(origin, "__name__", str(origin))
    return f"{name}[{', '.join(_type_name(arg) for arg in args)}]"
