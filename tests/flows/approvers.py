"""An agent with tools of every kind that somebody has to judge, and people who fill in windows."""

from typing import Any, Literal

from bot.playground import Answer, Message
from bot.playground.workspace import View
from bot.testing import Teammate, Trial
from core import Agent, function_tool
from core.testing import ScriptedModel, function_call
from tests.flows.outside.conversations import outputs

Level = Literal["low", "high"]


class Desk:
    """`ran` is what the tools were called with, oldest first."""

    def __init__(self, *steps: Any) -> None:
        self.ran: list[Any] = []
        self.model = ScriptedModel(steps)

    def agent(self, *more: Any) -> Agent[Any]:
        @function_tool(needs_approval=True)
        async def scale(
            service: str, replicas: int, urgent: bool, level: Level, tags: list[str]
        ) -> str:
            """Scale a service."""
            self.ran.append((service, replicas, urgent, level, tags))
            return f"{service} has {replicas}"

        @function_tool(needs_approval=True)
        async def query(sql: str) -> str:
            """Run a query."""
            self.ran.append(sql)
            return "3 rows"

        return Agent(name="Ops", tools=[scale, query, *more], model=self.model)

    @property
    def learned(self) -> list[str]:
        """What the model was given as outputs of its calls."""
        return [text for call in self.model.calls[-1:] for text in outputs(call.input).values()]


def scale(replicas: int = 3, call_id: str = "call_1", **more: Any) -> Any:
    given = {
        "service": "payments",
        "replicas": replicas,
        "urgent": False,
        "level": "low",
        "tags": ["a"],
    }
    return function_call("scale", given | more, call_id=call_id)


def query(sql: str, call_id: str = "call_1") -> Any:
    return function_call("query", {"sql": sql}, call_id=call_id)


async def window(trial: Trial, who: Teammate, card: Message, button: str, shown: str = "") -> View:
    """The window a button opens, once it shows this."""
    await who.clicks(card, button)
    await trial.slack.wait_for(
        lambda _: who.person.modal is not None and shown in who.person.modal.shown
    )
    modal = who.person.modal
    assert modal is not None
    return modal


async def fills(who: Teammate, modal: View, **values: Any) -> Answer:
    """Send a window; fields by their labels."""
    return await who.person.submits(modal, values)
