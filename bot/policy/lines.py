"""Where something stands in a TOML text, so that a fault can be found by its line."""

import re

_HEADER = re.compile(r"\s*\[")
_POLICY = re.compile(r"\s*\[\[\s*policy\s*\]\]")


class Lines:
    """The lines of one file. A key that cannot be found is placed at its table, or at none."""

    def __init__(self, source: str, text: str) -> None:
        self._source = source
        self._lines = text.splitlines()

    def place(self, key: str, policy: int = 0) -> str:
        """`"bot.toml, line 4: "` for a key of the policy with this number, 0 for the top."""
        start = self._header(policy)
        line = self._key(key, start) or start
        return f"{self._source}, line {line}: " if line else f"{self._source}: "

    def _header(self, policy: int) -> int:
        """Line of the table, counted from 1; 0 when there is none."""
        found = [number for number, line in enumerate(self._lines, 1) if _POLICY.match(line)]
        return found[policy - 1] if 0 < policy <= len(found) else 0

    def _key(self, key: str, after: int) -> int:
        table = r"\[{1,2}\s*(?:policy\s*\.\s*)?"
        wanted = re.compile(rf"""\s*(?:{table})?["']?{re.escape(key)}["']?\s*[=.\]]""")
        for number, line in enumerate(self._lines[after:], after + 1):
            if key and wanted.match(line):
                return number
            if after and _HEADER.match(line) and not line.strip().startswith("[policy."):
                break
        return 0
