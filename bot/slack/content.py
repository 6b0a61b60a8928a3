"""A message as arguments of Slack's methods."""

from typing import Any

from bot.ports import Message


def content(message: Message) -> dict[str, Any]:
    """Text and blocks, taken as they are: names in them stay names, links stay as written.

    The blocks are always named: an update without them would leave the old ones, live buttons
    included."""
    return {
        "text": message.text,
        "blocks": [dict(block) for block in message.blocks],
        "parse": "none",
        "link_names": False,
    }
