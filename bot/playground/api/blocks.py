"""blocks.validate, which takes no token."""

from bot.playground.api.arguments import Arguments
from bot.playground.api.content import valid_blocks
from bot.playground.api.method import Desk, method
from bot.playground.workspace import Json


def validate(desk: Desk, arguments: Arguments) -> Json:
    valid_blocks(desk.workspace, arguments.array("blocks") or [])
    return {}


METHODS = (method("blocks.validate", validate, token=None),)
