"""What a Slack client makes of typed text before it sends it.

`&`, `<` and `>` are escaped, `@name`, `#channel` and web addresses become entities. Pure.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bot.playground.workspace import Json, Workspace

_TOKEN = re.compile(r"https?://[^\s<>|]+|[@#][\w.-]*\w")
_BROADCASTS = ("channel", "everyone", "here")


@dataclass(frozen=True, slots=True)
class Composed:
    text: str
    elements: tuple[Json, ...]
    """The same as elements of a rich text section."""

    def block(self, block_id: str) -> Json:
        section = {"type": "rich_text_section", "elements": list(self.elements)}
        return {"type": "rich_text", "block_id": block_id, "elements": [section]}


def escape(text: str) -> str:
    """The three characters Slack escapes, and no other."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def compose(typed: str, workspace: Workspace, *, named: bool = False) -> Composed:
    """Encode typed text; `named` adds handles to mentions, as slash commands get them."""
    parts = list(_parts(typed, workspace, named=named))
    text = "".join(wire for wire, _ in parts)
    return Composed(text, tuple(element for _, element in parts))


def _parts(typed: str, workspace: Workspace, *, named: bool) -> Iterator[tuple[str, Json]]:
    end = 0
    for match in _TOKEN.finditer(typed):
        entity = _entity(match.group(), workspace, named=named)
        if entity is None or typed[match.start() - 1 : match.start()].isalnum():
            continue
        if match.start() > end:
            yield _plain(typed[end : match.start()])
        yield entity
        end = match.end()
    if end < len(typed):
        yield _plain(typed[end:])


def _plain(text: str) -> tuple[str, Json]:
    return escape(text), {"type": "text", "text": text}


def _entity(token: str, workspace: Workspace, *, named: bool) -> tuple[str, Json] | None:
    if token.startswith("http"):
        return f"<{escape(token)}>", {"type": "link", "url": token}
    name = token[1:]
    if token.startswith("#"):
        channel = workspace.channel_named(name) or workspace.channels.get(name)
        if channel is None:
            return None
        return f"<#{channel.id}|{channel.name}>", {"type": "channel", "channel_id": channel.id}
    if name in _BROADCASTS:
        return f"<!{name}>", {"type": "broadcast", "range": name}
    user = workspace.user_named(name) or workspace.users.get(name)
    if user:
        label = f"|{user.name}" if named else ""
        return f"<@{user.id}{label}>", {"type": "user", "user_id": user.id}
    group = next((g for g in workspace.groups.values() if name in (g.handle, g.id)), None)
    if group:
        wire = f"<!subteam^{group.id}|@{group.handle}>"
        return wire, {"type": "usergroup", "usergroup_id": group.id}
    return None
