"""The few Block Kit shapes the cards are made of, each within Slack's limits.

Foreign text goes into `plain_text` and `rich_text` alone, where nothing in it is parsed; mrkdwn is
for our own words.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from bot.text import brief, clip, line, size

Block = dict[str, Any]
Element = dict[str, Any]


DIVIDER: Block = {"type": "divider"}


def words(mrkdwn: str) -> Element:
    """Our own mrkdwn; foreign text in it must be escaped already."""
    return {"type": "mrkdwn", "text": brief(mrkdwn, 2_000), "verbatim": True}


def plain(text: str, limit: int = 300) -> Element:
    """Foreign text on one line."""
    return {"type": "plain_text", "text": clip(line(text), limit) or "-", "emoji": False}


def said(text: str, limit: int = 300) -> Element:
    """Foreign text on one line, in quotes: nobody takes it for ours."""
    return {"type": "plain_text", "text": f"“{clip(line(text), limit - 2)}”", "emoji": False}


def header(text: str) -> Block:
    return {"type": "header", "text": plain(text, 150)}


def section(text: Element) -> Block:
    return {"type": "section", "text": text}


def context(*elements: Element) -> Block:
    return {"type": "context", "elements": list(elements)}


def strong(text: str) -> Block:
    """Foreign text on one line, in bold."""
    words = {"type": "text", "text": clip(line(text), 150) or "-", "style": {"bold": True}}
    return {
        "type": "rich_text",
        "elements": [{"type": "rich_text_section", "elements": [words]}],
    }


def preformatted(text: str, *, title: str = "") -> Block:
    """Text exactly as it is, in a fixed-width box below an optional title."""
    box = {"type": "rich_text_preformatted", "elements": [{"type": "text", "text": text or " "}]}
    if not title:
        return {"type": "rich_text", "elements": [box]}
    head = strong(title)
    return head | {"elements": [*head["elements"], box]}


def button(text: str, *, action_id: str, value: str, about: str, style: str = "") -> Element:
    """`about` is what a screen reader says after the text."""
    element: Element = {
        "type": "button",
        "text": plain(text, 75),
        "action_id": action_id,
        "value": value,
        "accessibility_label": clip(line(f"{text}: {about}"), 75),
    }
    return element | ({"style": style} if style else {})


def asks_first(title: str, text: str, yes: str) -> Element:
    """What a button asks before it counts."""
    confirm = {"title": plain(title, 100), "text": plain(text), "confirm": plain(yes, 30)}
    return {"confirm": confirm | {"deny": plain("Not now", 30)}}


def labelled(label: str, element: Element, *, name: str, optional: bool, hint: str = "") -> Block:
    """A field of a window; `name` comes back with what is filled in."""
    block: Block = {
        "type": "input",
        "block_id": name,
        "label": plain(label, 200),
        "element": element | {"action_id": "field"},
        "optional": optional,
    }
    return block | ({"hint": plain(hint, 200)} if hint else {})


def text_field(value: str = "", *, lines: bool = False, most: int = 3_000) -> Element:
    element: Element = {"type": "plain_text_input", "multiline": lines, "max_length": most}
    return element | ({"initial_value": value} if value else {})


def select(options: Sequence[tuple[str, str]], chosen: str = "") -> Element:
    """Options as text and value; at most 100."""
    listed = [{"text": plain(text, 75), "value": value} for text, value in options[:100]]
    element: Element = {"type": "static_select", "options": listed}
    preset = [each for each in listed if each["value"] == chosen]
    return element | ({"initial_option": preset[0]} if preset else {})


def actions(*buttons: Element) -> Block:
    return {"type": "actions", "elements": list(buttons)}


def numbered(blocks: Sequence[Block], *, name: str) -> tuple[Block, ...]:
    """Each with its own `block_id`; another name after a change makes clients draw it anew."""
    return tuple(
        block | {"block_id": f"{index}.{name}"[:255]} for index, block in enumerate(blocks)
    )


def weight(part: Any) -> int:
    """Bytes of text in blocks or in a part of one."""
    if isinstance(part, Mapping):
        text = part.get("text")
        own = size(text) if isinstance(text, str) else 0
        return own + sum(map(weight, part.values()))
    return sum(map(weight, part)) if isinstance(part, list | tuple) else 0
