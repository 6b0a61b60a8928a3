"""A modal as Slack's view."""

from typing import Any

from bot.ports import Modal


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


def _text(text: str) -> dict[str, Any]:
    return {"type": "plain_text", "text": text[:24], "emoji": False}
