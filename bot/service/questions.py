"""Tools by which an agent asks people, in the same way in which it asks for approval."""

from dataclasses import dataclass, field, fields
from typing import Any

from core import FunctionTool, RunContextWrapper, function_tool


@dataclass
class Question(FunctionTool):
    """A tool whose output is what a person answers."""

    people: tuple[str, ...] = field(default=(), kw_only=True)
    """Ids of users or groups who may answer; the requester if it names nobody."""


def question_tool(*people: str) -> Question:
    """`ask(question, choices)`: to the requester, or to the people and groups with these ids."""

    @function_tool(needs_approval=True, effect="pure")
    async def ask(ctx: RunContextWrapper[Any], question: str, choices: list[str]) -> str:
        """Ask a person something and wait for the answer.

        Args:
            question: What you want to know, in full.
            choices: The possible answers; leave it empty for an answer in free words.
        """
        return str(ctx.context["answer"])

    settings = {each.name: getattr(ask, each.name) for each in fields(ask)}
    return Question(**settings, people=people)


@function_tool(needs_approval=True, effect="pure")
async def request_approval(ctx: RunContextWrapper[Any], summary: str, details: str) -> str:
    """A decision by people; nothing else happens by itself.

    For what no other tool asks about. It waits until they have decided.

    Args:
        summary: What is to be decided, in one sentence.
        details: Everything somebody needs to know to decide.
    """
    names = ", ".join(ctx.context["approvers"])
    return f"Approved by {names}."
