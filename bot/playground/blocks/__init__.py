"""Block Kit validation: tables say what is allowed, a small checker says what is wrong.

The rules are those of Slack's reference and of measurements others published; where these leave
a doubt the stricter reading holds, so that what passes here passes at Slack.
"""

from typing import Any, Literal

from bot.playground.blocks import whole
from bot.playground.blocks.layout import HOME, IN_MESSAGES, MODAL
from bot.playground.blocks.rules import ListOf, Typed
from bot.playground.blocks.whole import markdown_total, text_total

_MESSAGE = ListOf(IN_MESSAGES, 0, whole.ITEMS)
_VIEWS = {"modal": Typed({"modal": MODAL}), "home": Typed({"home": HOME})}


def check_message(blocks: Any) -> list[str]:
    """What is wrong with a message's blocks, each problem with a JSON pointer to its place."""
    problems = list(_MESSAGE.problems(blocks, "/blocks"))
    if not problems:
        problems = [
            *whole.across(blocks, "/blocks"),
            *whole.across_message(blocks, "/blocks"),
        ]
    return problems


def check_view(view: Any, kind: Literal["modal", "home"]) -> list[str]:
    """What is wrong with a view definition."""
    problems = list(_VIEWS[kind].problems(view, "/view"))
    if not problems:
        problems = list(whole.across(view["blocks"], "/view/blocks"))
        if kind == "modal":
            problems += whole.across_modal(view)
    return problems


__all__ = ["check_message", "check_view", "markdown_total", "text_total"]
