"""A Redis server of a bench's own, with its log on disk."""

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal


@contextmanager
def server(
    folder: Path, *, fsync: Literal["always", "everysec", "no"] = "everysec"
) -> Iterator[str]:
    """Its address. `fsync` as in `appendfsync`."""
    binary = shutil.which("redis-server")
    assert binary, "redis-server is not on the PATH"
    command = [binary, "--port", "0", "--unixsocket", str(folder / "s"), "--dir", str(folder)]
    command += ["--save", "", "--appendonly", "yes", "--auto-aof-rewrite-percentage", "0"]
    command += ["--appendfsync", fsync]
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        while not _listens(folder / "s"):
            time.sleep(0.01)
        yield f"unix://{folder / 's'}"
    finally:
        running.terminate()
        running.wait()


def _listens(path: Path) -> bool:
    """The file of a socket is there a moment before anybody listens behind it."""
    with socket.socket(socket.AF_UNIX) as client:
        return client.connect_ex(str(path)) == 0
