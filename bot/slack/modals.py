"""Modals and the Home as Slack's views."""

from collections.abc import Sequence
from typing import Any

from bot.ports import Block, Modal


def view(modal: Modal) -> dict[str, Any]:
    shape: dict[str, Any] = {
        "type": "modal",
        "callback_id": modal.callback,
        "private_metadata": modal.data,
        "title": _text(modal.title),
        "close": _text(modal.close),
        "blocks": [dict(block) for block in modal.blocks],
    }
    return shape | ({"submit": _text(modal.submit)} if modal.submit else {})


def home(blocks: Sequence[Block]) -> dict[str, Any]:
    return {"type": "home", "blocks": [dict(block) for block in blocks]}


def _text(text: str) -> dict[str, Any]:
    return {"type": "plain_text", "text": text[:24], "emoji": False}
