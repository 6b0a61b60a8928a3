"""A text that grows: which part of it can be shown by now, and what is missing at the end.

Decisions only.
"""

from bot.ports import Message
from bot.text import neutralised, pages, plain, settled


def divide(text: str) -> tuple[str, str]:
    """What can be shown now, and what later text could still turn into a mention."""
    ready = settled(text)
    return ready, text[len(ready) :]


def remainder(whole: str, shown: str) -> str | None:
    """What is still missing, or `None` if what was shown does not lead to the whole text.

    A run speaks more than once; what it said before its last word stays shown."""
    if whole.startswith(shown):
        return whole[len(shown) :]
    return "" if shown.rstrip().endswith(whole.strip()) else None


def answer_messages(markdown: str) -> list[Message]:
    """The model's text in as many messages as it needs; none for a blank text."""
    return [
        Message(text=plain(page), blocks=[{"type": "markdown", "text": page}])
        for page in pages(neutralised(markdown))
    ]
