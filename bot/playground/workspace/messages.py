"""A message as it stands, and what a reader finds on it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

Json = dict[str, Any]
"""One JSON object as it travels."""

StreamState = Literal["streaming", "stopped_by_user", "finished"]

_BLOCK_TEXTS = ("text", "title", "subtitle", "body", "label", "hint", "description")
_BLOCK_CHILDREN = (
    "fields", "elements", "rows", "tasks", "child_blocks", "accessory", "element",
    "details", "output", "sources", "actions", "options", "rich_text_title",
    "positive_button", "negative_button",
)  # fmt: skip

_ENTITIES = {
    "user": "<@{user_id}>",
    "usergroup": "<!subteam^{usergroup_id}>",
    "channel": "<#{channel_id}>",
    "broadcast": "<!{range}>",
    "emoji": ":{name}:",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """One interactive element on a surface, with the id of the block that holds it."""

    block_id: str
    element: Json

    @property
    def action_id(self) -> str:
        return str(self.element.get("action_id", ""))

    @property
    def text(self) -> str:
        """The words on it; empty for a menu or a field."""
        text = self.element.get("text")
        return str(text["text"]) if isinstance(text, dict) else ""

    @property
    def value(self) -> str | None:
        return self.element.get("value")

    def shown_to(self, user_id: str) -> bool:
        """Whether this person's client draws it (`visible_to_user_ids`)."""
        audience = self.element.get("visible_to_user_ids")
        return audience is None or user_id in audience

    def is_called(self, name: str) -> bool:
        return self.action_id == name or (bool(self.text) and self.text.startswith(name))


def controls(blocks: tuple[Json, ...] | list[Json]) -> Iterator[Control]:
    """Every interactive element of these blocks, in reading order."""
    for block in blocks:
        block_id = str(block.get("block_id", ""))
        held = [block.get("accessory"), block.get("element")]
        if block.get("type") in ("actions", "context_actions"):
            held += block.get("elements", [])
        held += block.get("actions") or []
        for element in held:
            if not isinstance(element, dict) or element.get("type") == "image":
                continue
            if element.get("type") == "feedback_buttons":
                yield from _feedback(block_id, element)
            else:
                yield Control(block_id=block_id, element=element)
        children = block.get("child_blocks") or []
        if block.get("type") == "carousel":
            children = block.get("elements", [])
        yield from controls(children)


def _feedback(block_id: str, element: Json) -> Iterator[Control]:
    for side in ("positive_button", "negative_button"):
        button = {
            "type": "feedback_buttons",
            "action_id": element.get("action_id"),
            **element[side],
        }
        yield Control(block_id=block_id, element=button)


def with_ids(block: Json, new_id: Callable[[str], str]) -> Json:
    """A block with its block_id, its interactive elements with their action_ids."""
    whole = block if block.get("block_id") else {**block, "block_id": new_id("b")}
    if block["type"] in ("actions", "context_actions"):
        whole = {**whole, "elements": [_with_action(e, new_id) for e in block["elements"]]}
    for place in ("accessory", "element"):
        if place in block:
            whole = {**whole, place: _with_action(block[place], new_id)}
    if "child_blocks" in block:
        whole = {**whole, "child_blocks": [with_ids(b, new_id) for b in block["child_blocks"]]}
    return whole


def _with_action(element: Json, new_id: Callable[[str], str]) -> Json:
    if element["type"] == "image" or element.get("action_id"):
        return element
    return {**element, "action_id": new_id("a")}


def words(node: Any) -> Iterator[str]:
    """Every piece of text in a block, in reading order."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, list):
        for item in node:
            yield from words(item)
    elif isinstance(node, dict):
        if node.get("type") in _ENTITIES:
            yield _ENTITIES[node["type"]].format(**node)
        for key in _BLOCK_TEXTS + _BLOCK_CHILDREN:
            if key in node:
                yield from words(node[key])


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    channel: str
    ts: str
    text: str = ""
    user: str = ""
    """The author; for the app's own posts its bot user, for a webhook's empty."""
    team: str = ""
    bot_id: str | None = None
    app_id: str | None = None
    blocks: tuple[Json, ...] = ()
    attachments: tuple[Json, ...] = ()
    files: tuple[Json, ...] = ()
    thread_ts: str | None = None
    reply_broadcast: bool = False
    subtype: str | None = None
    edited: Json | None = None
    metadata: Json | None = None
    reactions: tuple[Json, ...] = ()
    client_msg_id: str | None = None
    visible_to: str | None = None
    """Set on an ephemeral message: the one person who sees it."""
    unfurls: bool = True
    """Whether Slack may fetch previews of its links."""
    stream: StreamState | None = None

    @property
    def root(self) -> str:
        """The ts of the thread it is in, or its own."""
        return self.thread_ts or self.ts

    @property
    def shown(self) -> str:
        """What a reader sees: the text of the blocks, or `text` where there are none."""
        parts = list(words(list(self.blocks))) if self.blocks else [self.text]
        parts += [str(f.get("title") or f.get("name")) for f in self.files]
        return "\n".join(parts)

    @property
    def controls(self) -> tuple[Control, ...]:
        return tuple(controls(self.blocks))

    @property
    def buttons(self) -> tuple[str, ...]:
        """The words on its live buttons."""
        return tuple(c.text for c in self.controls if c.text)

    def json(self) -> Json:
        """The message object of Slack's answers and events, without the channel."""
        body: Json = {"type": "message", "ts": self.ts, "text": self.text}
        optional = {
            "user": self.user or None,
            "subtype": self.subtype,
            "client_msg_id": self.client_msg_id,
            "bot_id": self.bot_id,
            "app_id": self.app_id,
            "team": self.team or None,
            "blocks": list(self.blocks) or None,
            "attachments": list(self.attachments) or None,
            "files": list(self.files) or None,
            "thread_ts": self.thread_ts,
            "edited": self.edited,
            "metadata": self.metadata,
            "reactions": list(self.reactions) or None,
        }
        return body | {k: v for k, v in optional.items() if v is not None}
