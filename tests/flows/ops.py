"""An agent whose tools count what they did, on a model that follows a script."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

from core import Agent, function_tool
from core.testing import ModelStep, ScriptedModel, assistant_message, function_call
from tests.flows.outside.conversations import faults, texts


class Ops:
    """`ran` is every side effect, oldest first."""

    def __init__(self, *steps: Any) -> None:
        self.ran: list[str] = []
        self.model = ScriptedModel(steps)
        self.gate = asyncio.Event()
        """What `wait` waits for."""
        self.waiting = asyncio.Event()
        """Set when `wait` has begun."""

    def agent(self, *more: Any) -> Agent[Any]:
        @function_tool(needs_approval=True)
        async def deploy(env: str) -> str:
            """Deploy to an environment."""
            self.ran.append(env)
            return f"deployed to {env}"

        @function_tool
        async def look(what: str) -> str:
            """Look something up."""
            self.ran.append(f"look {what}")
            return f"seen {what}"

        @function_tool
        async def wait(what: str) -> str:
            """Take long."""
            self.ran.append(f"wait {what}")
            self.waiting.set()
            await self.gate.wait()
            return f"waited for {what}"

        return Agent(name="Ops", tools=[deploy, look, wait, *more], model=self.model)

    @property
    def heard(self) -> list[list[str]]:
        """What users had said at each call of the model."""
        return [texts(call.input) for call in self.model.calls]

    @property
    def faults(self) -> list[str]:
        """What was wrong with what the model was given, over all calls."""
        return [fault for call in self.model.calls for fault in faults(call.input)]


async def until(look: Callable[[], Any], within: float = 30.0) -> None:
    """Wait for something that Slack does not see."""
    deadline = time.monotonic() + within
    while not look():
        assert time.monotonic() < deadline, "it did not happen"
        await asyncio.sleep(0.005)


def says(text: str) -> list[Any]:
    return [assistant_message(text)]


def deploy(env: str, call_id: str = "call_1") -> Any:
    return function_call("deploy", {"env": env}, call_id=call_id)


def look(what: str, call_id: str = "call_look") -> Any:
    return function_call("look", {"what": what}, call_id=call_id)


def wait(what: str, call_id: str = "call_wait") -> Any:
    return function_call("wait", {"what": what}, call_id=call_id)


def raises(error: Exception) -> ModelStep:
    return ModelStep.raise_error(error)
