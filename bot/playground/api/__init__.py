"""The Web API: every method the stand-in knows, without HTTP."""

from bot.playground.api import auth, chat
from bot.playground.api.arguments import Arguments
from bot.playground.api.method import Desk, Method

METHODS: dict[str, Method] = {m.name: m for family in (auth, chat) for m in family.METHODS}

__all__ = ["METHODS", "Arguments", "Desk", "Method"]
