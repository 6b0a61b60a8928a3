"""The model's Markdown on its way to Slack: it may format what it likes, and notify nobody.

Mentioning people is up to the bot's own words. Code is left byte for byte as it is, except that a
mention is broken there as well: which of them Slack lets live inside code is nowhere promised.
"""

import re

from bot.text.mrkdwn import bounded, escape

_JOINER = "\u2060"
"""Word joiner: takes no room and breaks what it stands in."""
_LESS = r"(?:<|&(?:amp;){0,2}(?:lt|LT|#0{0,5}60|#[xX]0{0,5}3[cC]);?)"
_SIGNS = (
    r"!(?!--|\[CDATA|(?i:doctype))"
    r"|@"
    r"|\#[CDG][A-Z0-9]"
    r"|&(?:excl|commat|num|#0{0,5}(?:33|64|35)|#[xX]0{0,5}(?:21|40|23));?"
)
_TOKEN = re.compile(rf"({_LESS})(?=\\{{0,2}}(?:{_SIGNS}))")
_SHOUT = re.compile(r"(?<![\w.@/+-])@(?=(?:channel|here|everyone|group)\b)", re.IGNORECASE)
_UNSETTLED = re.compile(r"[<&@]\S{0,40}\Z")


def neutralised(markdown: str) -> str:
    """The same text without live mentions: `<!channel>`, `<@U1>`, `<#C1>`, their entity forms, and
    a bare `@channel`. Doing it twice changes nothing."""
    broken = _SHOUT.sub("@" + _JOINER, _TOKEN.sub(r"\1" + _JOINER, markdown))
    return broken.encode("utf-8", "replace").decode("utf-8")


def settled(markdown: str) -> str:
    """The beginning of a text that still grows, up to what later text could turn into a mention."""
    return _UNSETTLED.sub("", markdown)


def plain(markdown: str) -> str:
    """The text for banners and screen readers, at most 3,800 bytes."""
    return bounded(escape(neutralised(markdown)).strip())
