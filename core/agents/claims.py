"""Which runs use an agent right now, and whether one of them changes its tools under the others.

An agent may be shared by runs, and a hook may change its tools; both at once would give one run the
tools meant for another. Then all of them end, before the model or a tool sees the difference.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.exceptions import UserError

if TYPE_CHECKING:
    from core.agent import AgentBase

_KEPT = "_claims"
SET_COUNT = "_tools_set"
"""Where an agent counts how often its tools were replaced."""


class Claim:
    """One run's use of one agent."""

    def __init__(self, agent: AgentBase[Any]) -> None:
        self.agent = agent
        self.seen = _tools_of(agent)
        self.spoiled = False
        others = _claims_on(agent)
        others.append(self)
        if any(other.seen != self.seen for other in others):
            _spoil(others)

    def check(self) -> None:
        """UserError when the tools were changed while another run uses the agent."""
        self._look()
        if self.spoiled:
            raise UserError(
                f"The tools of agent {self.agent.name!r} were changed by concurrent runs: give "
                "each run an agent of its own (agent.clone()), or use is_enabled."
            )

    def release(self) -> None:
        """The run does not use the agent any more."""
        self._look()
        claims = _claims_on(self.agent)
        claims.remove(self)
        if not claims:
            del self.agent.__dict__[_KEPT]

    def _look(self) -> None:
        now = _tools_of(self.agent)
        if now == self.seen:
            return
        claims = _claims_on(self.agent)
        if len(claims) > 1:
            _spoil(claims)
        self.seen = now


class Claims:
    """The agents one run uses."""

    def __init__(self) -> None:
        self._by_agent: dict[int, Claim] = {}

    def check(self, agent: AgentBase[Any]) -> None:
        """Claim an agent, or look whether it is still as it was."""
        claim = self._by_agent.get(id(agent))
        if claim is None:
            claim = self._by_agent[id(agent)] = Claim(agent)
        claim.check()

    def release(self) -> None:
        """Leave all agents to others."""
        for claim in self._by_agent.values():
            claim.release()
        self._by_agent.clear()


def _claims_on(agent: AgentBase[Any]) -> list[Claim]:
    """The claims on this very object; a copy has none of them."""
    kept: tuple[int, list[Claim]] | None = agent.__dict__.get(_KEPT)
    if kept is None or kept[0] != id(agent):
        kept = agent.__dict__[_KEPT] = (id(agent), [])
    return kept[1]


def _tools_of(agent: AgentBase[Any]) -> tuple[int, tuple[int, ...]]:
    """What tells a change: a replaced list, even by one with the same tools, or a changed one."""
    return agent.__dict__.get(SET_COUNT, 0), tuple(id(tool) for tool in agent.tools)


def _spoil(claims: list[Claim]) -> None:
    for claim in claims:
        claim.spoiled = True
