"""The agents reachable from one agent by handoffs, and the names they are stored under.

Agents with a name of their own are stored by it. Of several agents with one name the later ones,
in the order in which they are found, carry a number as well.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from core.owner import owner_of

if TYPE_CHECKING:
    from core.agent import Agent


class AgentGraph:
    """Agents by name, and names by agent."""

    def __init__(self, root: Agent[Any]) -> None:
        self._by_identity: dict[str, Agent[Any]] = {}
        self._identity: dict[int, str] = {}
        self._by_owner: dict[str, Agent[Any]] = {}
        counts: dict[str, int] = {}
        for agent in _reachable(root):
            counts[agent.name] = counts.get(agent.name, 0) + 1
            number = counts[agent.name]
            identity = agent.name if number == 1 else f"{agent.name}#{number}"
            self._by_identity.setdefault(identity, agent)
            self._identity[id(agent)] = identity
            self._by_owner[owner_of(agent)] = agent

    def reference(self, agent: Agent[Any] | None) -> dict[str, str] | None:
        """How an agent is stored."""
        if agent is None:
            return None
        identity = self._identity.get(id(agent), agent.name)
        if identity == agent.name:
            return {"name": agent.name}
        return {"name": agent.name, "identity": identity}

    def owner(self, token: str) -> Agent[Any] | None:
        """The agent a decision was made for; None when it is not one of these."""
        return self._by_owner.get(token)

    def find(self, reference: Any) -> Agent[Any] | None:
        """The agent a stored reference means."""
        if not isinstance(reference, dict):
            return None
        return self._by_identity.get(str(reference.get("identity") or reference.get("name")))


def _reachable(root: Agent[Any]) -> list[Agent[Any]]:
    found: list[Agent[Any]] = []
    queue = deque([root])
    seen = {id(root)}
    while queue:
        agent = queue.popleft()
        found.append(agent)
        for way in agent.handoffs:
            target = _target(way)
            if target is not None and id(target) not in seen:
                seen.add(id(target))
                queue.append(target)
    return found


def _target(way: Any) -> Agent[Any] | None:
    """Where a handoff leads; None when only calling it would tell."""
    if hasattr(way, "handoffs"):
        agent: Agent[Any] = way
        return agent
    reference = getattr(way, "agent_ref", None)
    return None if reference is None else reference()
