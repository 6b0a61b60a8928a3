"""The agent's answer: its Markdown in as many messages as it needs, with nobody notified."""

from bot.ports import Message
from bot.text import neutralised, pages, plain

_NOTHING = "The agent ended without an answer."


def answer_messages(markdown: str) -> tuple[Message, ...]:
    """In order, never none; each within Slack's limits."""
    return tuple(
        Message(text=plain(page), blocks=({"type": "markdown", "text": page},))
        for page in pages(neutralised(markdown)) or [_NOTHING]
    )
