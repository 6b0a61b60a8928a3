"""The agents reachable from one agent by handoffs, and the names they are stored under.

Agents with a name of their own are stored by it. Of several agents with one name the later ones
carry a number as well, in the order of their configuration: the handoffs that lead to them may be
listed in another order when the state is read.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from core.agents.signature import Signature, outer_signature, signature
from core.approvals.owner import owner_of
from core.exceptions import UserError

if TYPE_CHECKING:
    from core.agent import Agent


class AgentGraph:
    """Agents by name, and names by agent."""

    def __init__(self, root: Agent[Any]) -> None:
        self._by_identity: dict[str, Agent[Any]] = {}
        self._identity: dict[int, str] = {}
        self._by_owner: dict[str, Agent[Any]] = {}
        self._groups: list[list[Agent[Any]]] = []
        for name, agents in _by_name(root).items():
            # The first agent keeps its place: everything starts with it.
            kept = 1 if agents[0] is root else 0
            rest = sorted(agents[kept:], key=signature) if len(agents) > 1 else agents[kept:]
            if len(rest) > 1:
                self._groups.append(rest)
            for number, agent in enumerate([*agents[:kept], *rest], start=1):
                identity = name if number == 1 else f"{name}#{number}"
                self._by_identity.setdefault(identity, agent)
                self._identity[id(agent)] = identity
                self._by_owner[owner_of(agent)] = agent

    def check(self, *, by_hooks: bool = False) -> None:
        """UserError when it cannot be told which of several agents is meant.

        `by_hooks` says that the names were given by a version that looked into hook objects, whose
        contents change as they are used.
        """
        for group in self._groups:
            hooked = [agent for agent in group if agent.hooks is not None]
            if _has_equals([signature(agent) for agent in hooked]):
                raise UserError(
                    f"A run state cannot distinguish same-name agents: several are called "
                    f"{group[0].name!r} and differ in nothing but their hooks. Give each its name."
                )
            if by_hooks and _has_equals([outer_signature(agent) for agent in hooked]):
                raise UserError(
                    "The run state has legacy duplicate-agent identities with hooks: several "
                    f"agents are called {group[0].name!r}. Resume it with the version that wrote "
                    "it, and give each agent its name."
                )

    def is_sure(self, agent: Agent[Any]) -> bool:
        """Whether no other agent could be meant by the name of this one."""
        for group in self._groups:
            if any(agent is one for one in group):
                return [signature(other) for other in group].count(signature(agent)) == 1
        return True

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


def _by_name(root: Agent[Any]) -> dict[str, list[Agent[Any]]]:
    found: dict[str, list[Agent[Any]]] = {}
    for agent in _reachable(root):
        found.setdefault(agent.name, []).append(agent)
    return found


def _has_equals(signatures: list[Signature]) -> bool:
    return len(set(signatures)) < len(signatures)


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
