"""The Web API: every method the stand-in knows, as functions on the workspace, without HTTP."""

from bot.playground.api import (
    auth,
    blocks,
    chat,
    conversations,
    files,
    reactions,
    sessions,
    streams,
    usergroups,
    users,
    views,
)
from bot.playground.api.arguments import Arguments
from bot.playground.api.method import Desk, Method

_FAMILIES = (
    auth, blocks, chat, conversations, files, reactions, sessions, streams, usergroups, users,
    views,
)  # fmt: skip

METHODS: dict[str, Method] = {m.name: m for family in _FAMILIES for m in family.METHODS}

__all__ = ["METHODS", "Arguments", "Desk", "Method"]
