"""Where a growing text can be cut so that nothing is read differently for it. Decisions only."""

import re

CHUNK = 12_000
"""Characters Slack takes at once."""
HELD = 256
"""A word or a mention that is longer than this is let through unfinished."""

OPENED = re.compile(
    r"""(?: < | &(?:lt|\#0*60|\#x0*3c); ) (?: [!@\#] [^<>]* )? $   # <!subteam^S1|on ca
      | & [\#\w]* $                                            # &#6""",
    re.IGNORECASE | re.VERBOSE,
)
"""A mention, or the entity it could begin with, that has no end yet."""


def divide(text: str) -> tuple[str, str]:
    """What can be shown now, and what must wait: a word or a mention still being written."""
    cut = _last_break(text)
    opened = OPENED.search(text, max(0, len(text) - HELD))
    if opened:
        cut = min(cut, opened.start())
    if len(text) - cut > HELD:
        cut = len(text)
    return text[:cut], text[cut:]


def chunks(text: str, limit: int = CHUNK) -> list[str]:
    """The text in parts Slack takes; cut at line ends where there are any."""
    parts = []
    while len(text) > limit:
        cut = text.rfind("\n", limit // 2, limit) + 1 or limit
        parts.append(text[:cut])
        text = text[cut:]
    return [*parts, text] if text else parts


def remainder(whole: str, shown: str) -> str | None:
    """What is still missing, or `None` if what was shown does not lead to the whole text.

    A run speaks more than once; what it said before its last word stays shown."""
    if whole.startswith(shown):
        return whole[len(shown) :]
    return "" if shown.rstrip().endswith(whole.strip()) else None


def _last_break(text: str) -> int:
    """The position behind the last white space."""
    return next((at for at in range(len(text), 0, -1) if text[at - 1].isspace()), 0)
