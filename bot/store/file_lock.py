"""Locks the kernel frees when their last holder dies, however it dies."""

import fcntl
import os
from pathlib import Path
from types import TracebackType
from typing import Self


class FileLock:
    """One open file and the lock on it; a child that inherits the file shares the lock."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> Self:
        self.file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.close(self.file)

    def take(self, *, shared: bool = False) -> bool:
        """At once or not at all; a lock that is held changes its kind."""
        how = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
        try:
            fcntl.flock(self.file, how | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
