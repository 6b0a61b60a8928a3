"""What a function's docstring says about it and its parameters."""

from __future__ import annotations

import inspect
import logging
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Callable

DocstringStyle = Literal["google", "numpy", "sphinx"]

SPHINX = re.compile(r"^:(param|type|return|rtype|raises)\b[^:]*:", re.MULTILINE)
NUMPY = re.compile(r"^(Parameters|Returns|Yields)\s*\n\s*-{3,}", re.MULTILINE)
SECTION = re.compile(r"^(Args|Arguments|Parameters|Params|Returns|Yields|Raises):[ \t]*$")


@dataclass
class FuncDocumentation:
    """A function's name, description and the descriptions of its parameters."""

    name: str
    description: str | None
    param_descriptions: dict[str, str] | None


def generate_func_documentation(
    func: Callable[..., Any], style: DocstringStyle | None = None
) -> FuncDocumentation:
    """Read the docstring of a function; the style is recognised when it is not given."""
    doc = inspect.getdoc(func)
    name = getattr(func, "__name__", type(func).__name__)
    return document(name, doc, style)


def document(name: str, doc: str | None, style: DocstringStyle | None) -> FuncDocumentation:
    """Read a docstring."""
    if not doc:
        return FuncDocumentation(name, None, None)
    style = style or _style_of(doc)
    if style != "sphinx" and "\n" not in doc:
        # There is no section to find, and nothing to load the parser for.
        return FuncDocumentation(name, doc, None)
    if style == "google":
        doc = _separate_sections(doc)
    description, params = _parse(doc, style)
    return FuncDocumentation(name, description, params or None)


def _style_of(doc: str) -> DocstringStyle:
    if SPHINX.search(doc):
        return "sphinx"
    return "numpy" if NUMPY.search(doc) else "google"


def _separate_sections(doc: str) -> str:
    """Put the empty line in front of a section heading that the parser insists on."""
    lines: list[str] = []
    for line in doc.splitlines():
        if SECTION.match(line) and (not lines or lines[-1].strip()):
            lines.append("")
        lines.append(line)
    return "\n".join(lines)


def _parse(doc: str, style: DocstringStyle) -> tuple[str | None, dict[str, str]]:
    from griffe import Docstring, DocstringSectionKind

    parser_log = logging.getLogger("griffe")
    level = parser_log.level
    parser_log.setLevel(logging.ERROR)
    try:
        sections = Docstring(doc, lineno=1, parser=style).parse()
    finally:
        parser_log.setLevel(level)
    texts = [s.value for s in sections if s.kind is DocstringSectionKind.text]
    params = {
        parameter.name.lstrip("*"): parameter.description
        for section in sections
        if section.kind is DocstringSectionKind.parameters
        for parameter in section.value
    }
    return (texts[0] if texts else None), params
