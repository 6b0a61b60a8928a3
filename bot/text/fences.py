"""Code fences in Markdown: which one is open at each line."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

_FENCE = re.compile(r"([ \t]*)(`{3,99}|~{3,99})(?!`|~)(.*)")
_LANGUAGE = re.compile(r"\s*([\w+#.-]{0,30})")


@dataclass(frozen=True)
class Fence:
    """An open code fence, and how to close it and to open it again."""

    indent: str
    mark: str
    language: str

    @property
    def opening(self) -> str:
        return f"{self.indent}{self.mark}{self.language}"

    @property
    def closing(self) -> str:
        return f"{self.indent}{self.mark}"

    def ends_with(self, line: str) -> bool:
        mark = line.strip()
        return len(mark) >= len(self.mark) and not mark.strip(self.mark[0])


def opened_by(line: str) -> Fence | None:
    match = _FENCE.fullmatch(line)
    if match is None or (match[2][0] == "`" and "`" in match[3]):
        return None
    language = _LANGUAGE.match(match[3])
    return Fence(match[1][:20], match[2], language[1] if language else "")


def fences(lines: Iterable[str]) -> Iterator[Fence | None]:
    """The fence that is open before each line, and at last the one that is open at the end."""
    fence: Fence | None = None
    yield fence
    for line in lines:
        if fence is None:
            fence = opened_by(line)
        elif fence.ends_with(line):
            fence = None
        yield fence
