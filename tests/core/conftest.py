"""An agent with tools of each kind, and a record of what really ran."""

from dataclasses import dataclass, field
from typing import Any, ClassVar

import pytest

from core import Agent, RunContextWrapper, function_tool
from core.testing import ScriptedModel, assistant_message, function_call


@dataclass
class Ops:
    """Tools that note their runs, and an agent whose model follows a script."""

    ran: list[str] = field(default_factory=list)

    def agent(self, *steps: Any, **fields: Any) -> Agent[Any]:
        """An agent whose model gives these answers."""

        @function_tool(needs_approval=True)
        async def restart(ctx: RunContextWrapper[Any], service: str) -> str:
            """Restart a service."""
            self.ran.append(service)
            return f"restarted {service}"

        @function_tool(effect="pure")
        def look(service: str) -> str:
            """Look at a service."""
            self.ran.append(f"look {service}")
            return f"{service} is up"

        return Agent(name="Ops", tools=[restart, look], model=ScriptedModel(list(steps)), **fields)

    @staticmethod
    def restart(call_id: str, service: str = "db") -> Any:
        """A call of the tool that needs approval."""
        return function_call("restart", {"service": service}, call_id=call_id)

    @staticmethod
    def look(call_id: str, service: str = "db") -> Any:
        """A call of the tool that needs none."""
        return function_call("look", {"service": service}, call_id=call_id)

    done: ClassVar[list[Any]] = [assistant_message("done")]


@pytest.fixture
def ops() -> Ops:
    """A record of what ran, and an agent to run."""
    return Ops()
