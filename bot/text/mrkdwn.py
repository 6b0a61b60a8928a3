"""Foreign text inside our own Slack mrkdwn: on one line, and neither markup nor a mention."""

import re

from bot.text.cut import clip
from bot.text.length import fitting, units
from bot.text.visible import line

_ID = re.compile(r"[UW][A-Z0-9]+", re.ASCII)


def escape(text: str) -> str:
    """Slack's three entities."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def code(text: str, limit: int = 120) -> str:
    """Foreign text as inline code: nothing in it is formatted, linked or notifies."""
    shown = clip(line(text), limit).replace("`", "'")
    return f"`{escape(shown) or ' '}`"


def user(identity: str) -> str:
    """A live mention of a person; anything but a user id is shown as code."""
    return f"<@{identity}>" if _ID.fullmatch(identity) else code(identity)


def bounded(text: str, limit: int = 3_800) -> str:
    """Cut to so many bytes of UTF-8, not inside an entity or a token; code stays code."""
    raw = text.encode("utf-8", "replace")
    if len(raw) <= limit:
        return raw.decode("utf-8")
    return _ended(raw[: limit - 4].decode("utf-8", "ignore"))


def brief(text: str, limit: int) -> str:
    """The same, cut to so many UTF-16 units."""
    return text if units(text) <= limit else _ended(text[: fitting(text, limit - 2)])


def _ended(short: str) -> str:
    for start, end in (("&", ";"), ("<", ">")):
        begun = short.rfind(start)
        if begun >= 0 and end not in short[begun:]:
            short = short[:begun]
    return short + "…" + "`" * (short.count("`") % 2)
