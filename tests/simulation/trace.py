"""What happened in a schedule, in words; two runs of one seed have the same."""

import hashlib


class Trace:
    def __init__(self, *, keep: bool = False) -> None:
        """`keep` the words, to be read by people; their digest is always there."""
        self.lines: list[str] = []
        self._keep = keep
        self._digest = hashlib.blake2b(digest_size=12)

    def note(self, at: float, what: str) -> None:
        line = f"{at:10.3f}  {what}"
        self._digest.update(line.encode())
        if self._keep:
            self.lines.append(line)

    @property
    def digest(self) -> str:
        return self._digest.hexdigest()
