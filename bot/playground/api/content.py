"""What a message may hold: text, blocks and attachments, checked the way Slack checks them.

Where Slack cuts text in silence the answer here is `msg_too_long`, so that a loss shows.
"""

import re
from dataclasses import dataclass
from typing import Any

from bot.playground.api.arguments import Arguments
from bot.playground.blocks import check_message, markdown_total, text_total
from bot.playground.errors import Refused
from bot.playground.workspace import Json, Workspace

TEXT = 16_000
"""Characters of `text` in a new message; one measurement saw Slack cut there."""
UPDATED_TEXT = 4_000
"""Bytes of `text` in chat.update."""
MARKDOWN = 12_000
"""Characters of `markdown_text`."""
ATTACHMENTS = 100
BLOCK_TEXT = 10_600
"""Bytes of UTF-8 in all blocks of a message together. Slack names no number; from 10,600 on it was
seen to refuse."""

_WORD_BROADCAST = re.compile(r"(?<![\w<!])@(channel|here|everyone)\b")


@dataclass(frozen=True, slots=True)
class Content:
    text: str
    blocks: tuple[Json, ...] | None
    """None when the call says nothing about blocks."""
    attachments: tuple[Json, ...] | None
    metadata: Json | None

    def changes(self) -> dict[str, Any]:
        """As fields of a new Message."""
        return {
            "text": self.text,
            "blocks": self.blocks or (),
            "attachments": self.attachments or (),
            "metadata": self.metadata,
        }


def new_content(workspace: Workspace, arguments: Arguments) -> Content:
    """The content of a message that is posted."""
    content = read_content(workspace, arguments, parse="none")
    if content.blocks is not None and not content.blocks:
        raise Refused("invalid_blocks", problems=["no less than 1 items allowed"])
    if len(content.text) > TEXT:
        raise Refused("msg_too_long")
    if not (content.text or content.blocks or content.attachments):
        raise Refused("no_text")
    return content


def updated_content(workspace: Workspace, arguments: Arguments) -> Content:
    """The content of a message that is changed; its `parse` defaults to `client`."""
    content = read_content(workspace, arguments, parse="client")
    if len(content.text.encode()) > UPDATED_TEXT:
        raise Refused("msg_too_long")
    if not content.text and content.blocks is None and content.attachments is None:
        raise Refused("no_text")
    return content


def read_content(workspace: Workspace, arguments: Arguments, *, parse: str) -> Content:
    text, blocks = arguments.text("text") or "", arguments.array("blocks")
    markdown = arguments.text("markdown_text")
    if markdown is not None:
        if text or blocks:
            raise Refused("markdown_text_conflict")
        check_markdown(markdown)
        text, blocks = markdown, [{"type": "markdown", "text": markdown}] if markdown else None
    attachments = arguments.array("attachments")
    return Content(
        text=parsed(text, arguments.text("parse") or parse),
        blocks=None if blocks is None else valid_blocks(workspace, blocks),
        attachments=None if attachments is None else valid_attachments(workspace, attachments),
        metadata=valid_metadata(arguments),
    )


def valid_blocks(workspace: Workspace, blocks: list[Any]) -> tuple[Json, ...]:
    """The blocks as stored, each with an id."""
    problems = check_message(blocks)
    if problems:
        raise Refused("invalid_blocks", problems=problems)
    if markdown_total(blocks) > MARKDOWN:
        raise Refused("msg_too_long")
    if text_total(blocks) > BLOCK_TEXT:
        raise Refused("msg_blocks_too_long")
    return workspace.identified(blocks)


def valid_metadata(arguments: Arguments) -> Json | None:
    """What the app wants to find again in the message, a named event with its payload."""
    given = arguments.object("metadata")
    if given is None:
        return None
    if given.keys() - {"event_type", "event_payload", "entities"}:
        raise Refused("invalid_metadata_format")
    if not (
        isinstance(given.get("event_type"), str) and isinstance(given.get("event_payload"), dict)
    ):
        raise Refused("invalid_metadata_schema")
    return given


def valid_attachments(workspace: Workspace, attachments: list[Any]) -> tuple[Json, ...]:
    """The attachments as stored; blocks inside one keep the same rules."""
    if len(attachments) > ATTACHMENTS:
        raise Refused("too_many_attachments")
    if not all(isinstance(a, dict) for a in attachments):
        raise Refused("invalid_attachments")
    return tuple(
        {**a, "blocks": list(valid_blocks(workspace, a["blocks"]))} if "blocks" in a else a
        for a in attachments
    )


def check_markdown(text: str) -> None:
    if len(text) > MARKDOWN:
        raise Refused("msg_too_long")


def parsed(text: str, parse: str) -> str:
    """The text after Slack looked for names in it: bare @channel and @here come alive."""
    return text if parse == "none" else _WORD_BROADCAST.sub(r"<!\1>", text)
