"""Packages whose names are loaded when they are first asked for.

Importing such a package costs next to nothing, and a program pays for what it uses.
"""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def lazy_names(
    package: str, homes: Mapping[str, str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The `__getattr__` and `__dir__` of a package.

    `homes` has the names of each module, with blanks between them. The modules themselves are
    attributes as well, as they are of a package that imports everything at once.
    """
    home = {name: module for module, names in homes.items() for name in names.split()}

    def look_up(name: str) -> Any:
        if name in home:
            value = getattr(importlib.import_module(home[name]), name)
        elif f"{package}.{name}" in homes:
            value = importlib.import_module(f"{package}.{name}")
        else:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        setattr(sys.modules[package], name, value)
        return value

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *home})

    return look_up, names
