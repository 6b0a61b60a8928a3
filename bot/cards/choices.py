"""The answers on offer to a question: by number where a button could not show all of one."""

from collections.abc import Sequence

from bot.text import line, units

_ON_A_BUTTON = 30
"""UTF-16 units a phone shows of a button's text."""


def labels(choices: Sequence[str]) -> list[str]:
    """What stands on the buttons, or in the menu."""
    if not is_listed(choices):
        return list(choices)
    return [f"{number}. {choice}" for number, choice in enumerate(choices, start=1)]


def is_listed(choices: Sequence[str]) -> bool:
    """Whether they must stand in the text as well: nobody picks what they cannot read."""
    return any(units(line(each)) > _ON_A_BUTTON for each in choices)


def listing(choices: Sequence[str]) -> str:
    """Each on a line of its own; foreign text."""
    return "\n".join(line(each) for each in labels(choices)) if is_listed(choices) else ""
