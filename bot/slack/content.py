"""A message as arguments of Slack's methods."""

from typing import Any

from bot.ports import Message


def content(message: Message) -> dict[str, Any]:
    """Text and blocks, taken as they are: names in them stay names, links stay as written."""
    said: dict[str, Any] = {"text": message.text, "parse": "none", "link_names": False}
    return said | ({"blocks": _blocks(message)} if message.blocks else {})


def new_content(message: Message) -> dict[str, Any]:
    """The same in the place of what a message held. The blocks are always named: an update
    without them would leave the old ones, live buttons included."""
    return content(message) | {"blocks": _blocks(message)}


def _blocks(message: Message) -> list[dict[str, Any]]:
    return [dict(block) for block in message.blocks]
