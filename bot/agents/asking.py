"""Tools a team may give its agent, so that it can ask by itself.

    from bot.agents.asking import ask, ask_people, request_approval

    agent = Agent(name="Ops", tools=[request_approval, ask, ask_people("S0SRE")])

The run pauses as it does for any other approval, with the same card and the same durability.
"""

from bot.service.runs.questions import Matter, Question, decision_tool, question_tool

__all__ = ["ask", "ask_people", "request_approval"]

request_approval: Matter = decision_tool()
"""`request_approval(summary, details)`: people decide about what the summary says."""

ask: Question = question_tool()
"""`ask(question, choices)`: the requester answers, with a button or in their own words."""


def ask_people(*people: str, name: str = "ask_people") -> Question:
    """The same question to other people: ids of users or user groups."""
    if not people:
        raise ValueError("name at least one user or user group by its id")
    tool = question_tool(*people)
    tool.name = name
    return tool
