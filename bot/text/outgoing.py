"""The model's Markdown on its way to Slack: it may format what it likes, and notify nobody.

Mentioning people is up to the bot's own words. Code is left byte for byte as it is, except that a
mention or a link that deceives is broken there as well: which of them Slack lets live inside code
is nowhere promised. What turns the order in which text is read is shown by its number.
"""

import re
import unicodedata
from html import unescape

from bot.text.mrkdwn import bounded, escape
from bot.text.oddities import oddities
from bot.text.visible import visible

_JOINER = "\u2060"
"""Word joiner: takes no room and breaks what it stands in."""
_LESS = r"(?:<|&(?:amp;){0,2}(?:lt|LT|#0{0,5}60|#[xX]0{0,5}3[cC]);?)"
_SIGNS = (
    r"!(?!--|\[CDATA|(?i:doctype))"
    r"|@"
    r"|\#[CDG][A-Z0-9]"
    r"|&(?:excl|commat|num|#0{0,5}(?:33|64|35)|#[xX]0{0,5}(?:21|40|23));?"
    r"|[A-Za-z][A-Za-z0-9+.-]{0,20}:[^\s<>|]{0,300}\|"
)
_REST = rf"\\{{0,2}}(?:{_SIGNS})"
_TOKEN = re.compile(rf"({_LESS})(?={_REST})")
_SHOUT = re.compile(r"(?<![\w.@/+-])@(?=(?:channel|here|everyone|group)\b)", re.IGNORECASE)
_LABEL = r"(?:[^\[\]\\]|\\.|\[[^\[\]]{0,80}\]){1,200}"
_TARGET = r"<?\s{0,9}([^\s)>]{0,300})"
_LEADS = r"[(\[:]"
"""What follows the label of a link: its target, where that is defined, or the definition."""
_LINK = re.compile(rf"\[({_LABEL})\](?=({_LEADS}){_TARGET})", re.DOTALL)
_WHOLE = re.compile(_LESS + _REST), re.compile(rf"\[{_LABEL}\]{_LEADS}{_TARGET}", re.DOTALL)
_TURNS = re.compile("[\u202a-\u202e\u2066-\u2069]")
_BUTTON = re.compile(r"[\W_]*(?:approve|reject)", re.IGNORECASE)
_ADDRESS = re.compile(r"(?:https?://|www\.)[^\s/?#]+", re.IGNORECASE)
_HOST = re.compile(r"(?:https?://)?(?:[^/?#]*@)?(?:www\.)?([^/?#:]*)", re.IGNORECASE)
_UNFINISHED = r"\\|\[[^\[\]]{0,80}|\](?:[(\[:]<?\s{0,9}[^\s)]{0,300})?"
_UNSETTLED = re.compile(rf"(?:[<&@]\S{{0,350}}|\[(?:{_LABEL})?(?:{_UNFINISHED})?)\Z", re.DOTALL)


def neutralised(markdown: str) -> str:
    """The same text without live mentions: `<!channel>`, `<@U1>`, `<#C1>`, their entity forms, and
    a bare `@channel`; and without links that pass for another address or for a button of ours, be
    their targets beside them or defined elsewhere. Doing it twice changes nothing."""
    straight = _TURNS.sub(lambda sign: visible(sign[0]), markdown)
    broken = _SHOUT.sub("@" + _JOINER, _TOKEN.sub(r"\1" + _JOINER, straight))
    return _LINK.sub(_honest, broken).encode("utf-8", "replace").decode("utf-8")


def _honest(link: re.Match[str]) -> str:
    """The link as it is, or broken, so that everybody sees where it would lead."""
    label, sign, target = link.groups()
    inner, words = _LINK.sub(_honest, label), _read(label)
    address = _ADDRESS.search(unescape(label))
    is_other = address is not None and (sign == "[" or _host(address[0]) != _host(target))
    poses = is_other or _BUTTON.match(words) or oddities(words).mixed
    return f"[{inner}]{_JOINER if poses else ''}"


def _read(label: str) -> str:
    """As people see it."""
    plain = unicodedata.normalize("NFKC", unescape(label))
    return "".join(c for c in plain if c not in r"*_~`\\" and unicodedata.category(c) != "Cf")


def _host(address: str) -> str:
    found = _HOST.match(address)
    return found[1].casefold() if found is not None else ""


def settled(markdown: str) -> str:
    """The beginning of a text that still grows, up to what later text could turn into a mention or
    a link."""
    unsettled = _UNSETTLED.search(markdown)
    end = unsettled.start() if unsettled else len(markdown)
    found = [each.span() for whole in _WHOLE for each in whole.finditer(markdown)]
    while torn := [start for start, stop in found if start < end < stop]:
        end = min(torn)
    return markdown[:end]


def plain(markdown: str) -> str:
    """The text for banners and screen readers, at most 3,800 bytes."""
    return bounded(escape(neutralised(markdown)).strip())
