"""Whose a decision is: a token for each agent object, which its copies do not share.

A decision may be stored and come back while the agent lives on; it then finds its agent again,
and no other one of the same name.
"""

from __future__ import annotations

import secrets
from typing import Any

_KEPT = "_owner_token"


def owner_of(agent: Any | None) -> str:
    """The token of an agent; empty for what belongs to no agent."""
    if agent is None:
        return ""
    known = agent.__dict__.get(_KEPT)
    if known is None or known[1] != id(agent):
        # A copied object has the token of another one, and says so by the id beside it.
        known = (secrets.token_hex(8), id(agent))
        agent.__dict__[_KEPT] = known
    token: str = known[0]
    return token
