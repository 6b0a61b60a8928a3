"""How objects of the engine look to pydantic, when a program sends a run context along.

Asked for by pydantic itself, so that nothing here is imported before pydantic is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Callable


def form(
    cls: type[Any],
    shape: Literal["dict", "list"],
    write: Callable[[Any], Any],
    read: Callable[[Any], Any],
) -> Any:
    """The schema of a class whose objects are written and read as plain JSON."""
    from pydantic_core import core_schema as schema

    def check(value: Any, inner: Any) -> Any:
        return value if isinstance(value, cls) else read(inner(value))

    return schema.no_info_wrap_validator_function(
        check,
        schema.dict_schema() if shape == "dict" else schema.list_schema(),
        serialization=schema.plain_serializer_function_ser_schema(write),
    )
