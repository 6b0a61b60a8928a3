"""What somebody wrote in Slack, as clean text for the agent, with the ids it names.

Slack sends `&`, `<` and `>` as entities and everything it understood as `<…>`. Ids are what counts;
labels are only what the writer saw.
"""

import re
from dataclasses import dataclass

_TOKEN = re.compile(r"<([^<>]*)>")
_MENTION = re.compile(r"(?P<sign>[@#])(?P<id>[A-Z0-9]+)", re.ASCII)
_GROUP = re.compile(r"!subteam\^(?P<id>[A-Z0-9]+)", re.ASCII)


@dataclass(frozen=True)
class Heard:
    """What was said, and whom and what it names, in order of appearance."""

    text: str
    users: tuple[str, ...] = ()
    channels: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()


def hear(text: str, *, bot: str) -> Heard:
    """Clean text of a message; mentions of the bot (its user id) are taken out."""
    ids: dict[str, list[str]] = {"@": [], "#": [], "!": []}
    text = _without(bot, text)

    def token(match: re.Match[str]) -> str:
        body, _, label = match[1].partition("|")
        if mention := _MENTION.fullmatch(body):
            ids[mention["sign"]].append(mention["id"])
            return _named(mention["sign"], label, mention["id"])
        if group := _GROUP.fullmatch(body):
            ids["!"].append(group["id"])
            return _named("@", label, group["id"])
        if body.startswith("!"):
            return label if "^" in body else "@" + (label or body[1:]).lstrip("@")
        return _link(body, label)

    clean = unescape(_TOKEN.sub(token, text)).strip()
    users, channels, groups = (tuple(dict.fromkeys(ids[sign])) for sign in "@#!")
    return Heard(clean, users, channels, groups)


def unescape(text: str) -> str:
    """Undo Slack's three entities, once; any other entity was typed and stays."""
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def _without(bot: str, text: str) -> str:
    """Take out the bot's own mention, with the space it leaves behind and a `:` or `,` after a
    salutation."""
    own = rf"<@{re.escape(bot)}(?:\|[^<>]*)?>"
    text = re.sub(rf"^(?:\s*{own})+\s*(?:,|:(?![\w+'-]+:))?\s*", "", text)
    text = re.sub(rf"(?<![^\S\n])[^\S\n]*{own}(?=[\s.,;:!?)]|$)", "", text)
    return re.sub(own, "", text)


def _named(sign: str, label: str, identity: str) -> str:
    label = label.lstrip("@#")
    return f"{sign}{label} ({identity})" if label else f"{sign}{identity}"


def _link(target: str, label: str) -> str:
    shown = re.sub(r"^(?:mailto|tel):", "", target)
    same = {"", target, shown, re.sub(r"^https?://", "", target).rstrip("/")}
    return shown if label in same else f"{label} ({shown})"
