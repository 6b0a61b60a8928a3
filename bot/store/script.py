"""The Lua scripts, complete as they are sent.

The text goes along with every request (`EVAL`): a server knows it by its digest anyway, and there
is no cache of scripts that a restart or a failover could lose.
"""

from functools import cache
from importlib.resources import files


def _text(name: str) -> str:
    return (files("bot.store") / "scripts" / f"{name}.lua").read_text("utf-8")


@cache
def plain(name: str) -> str:
    """A script about one key that is no thread's."""
    return _text(name)


@cache
def look(name: str) -> str:
    """A script that looks at a thread, or may be repeated at will."""
    return _text("thread") + _text(name)


@cache
def change(name: str) -> str:
    """A script that changes a thread, once per request however often it is sent."""
    return f"{_text('thread')}local function apply()\n{_text(name)}end\n{_text('once')}"
