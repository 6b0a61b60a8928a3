"""The Lua scripts, complete as they are sent.

The text goes along with every request (`EVAL`): a server knows it by its digest anyway, and there
is no cache of scripts that a restart or a failover could lose.
"""

from functools import cache
from importlib.resources import files


def text(name: str) -> str:
    """Without comments and indentation: a server reads and hashes all of it each time."""
    lines = (files("bot.store") / "scripts" / f"{name}.lua").read_text("utf-8").splitlines()
    return "".join(f"{line.strip()}\n" for line in lines if not line.lstrip().startswith("--"))


@cache
def plain(name: str) -> str:
    """A script about one key that is no thread's."""
    return text(name)


@cache
def look(name: str) -> str:
    """A script that looks at a thread, or may be repeated at will."""
    return text("thread") + text(name)


@cache
def change(name: str) -> str:
    """A script that changes a thread, once per request however often it is sent."""
    before = text("thread") + text("keeping")
    return f"{before}local function apply()\n{text(name)}end\n{text('once')}"
