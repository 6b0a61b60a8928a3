"""Tools by which an agent asks people, in the same way in which it asks for approval."""

from dataclasses import dataclass, field, fields
from typing import Any

from core import FunctionTool, RunContextWrapper, function_tool

MOST_CHOICES = 100
"""More than Slack's menus hold."""


@dataclass
class Question(FunctionTool):
    """A tool whose output is what a person answers."""

    people: tuple[str, ...] = field(default=(), kw_only=True)
    """Ids of users or groups who may answer; the requester if it names nobody."""


@dataclass
class Matter(FunctionTool):
    """A tool that does nothing but wait for a decision on what one of its arguments says."""

    headed_by: str = field(default="", kw_only=True)
    """Name of that argument."""


def question_tool(*people: str) -> Question:
    """`ask(question, choices)`: to the requester, or to the people and groups with these ids."""

    @function_tool(needs_approval=_can_be_asked, effect="pure")
    async def ask(ctx: RunContextWrapper[Any], question: str, choices: list[str]) -> str:
        """Ask a person something and wait for the answer.

        Args:
            question: What you want to know, in full.
            choices: The possible answers, 100 at most; leave it empty for an answer in free words.
        """
        if len(choices) > MOST_CHOICES:
            return (
                f"Nobody was asked: these are {len(choices)} choices, and people can be given "
                f"{MOST_CHOICES} at most. Offer fewer, or none for an answer in free words."
            )
        return str(ctx.context["answer"])

    return Question(**_settings(ask), people=people)


async def _can_be_asked(
    ctx: RunContextWrapper[Any], arguments: dict[str, Any], call_id: str
) -> bool:
    """Whether people are to see the question at all."""
    choices = arguments.get("choices")
    return not isinstance(choices, list) or len(choices) <= MOST_CHOICES


def decision_tool() -> Matter:
    """`request_approval(summary, details)`: a decision that no other tool carries."""

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

    return Matter(**_settings(request_approval), headed_by="summary")


def _settings(tool: FunctionTool) -> dict[str, Any]:
    return {each.name: getattr(tool, each.name) for each in fields(tool)}
