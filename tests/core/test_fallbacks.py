"""Handlers that give a final output in place of an error."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel

from core import Agent, ItemHelpers, RunErrorHandlerResult, Runner, SQLiteSession, UserError
from core.testing import ScriptedModel, assistant_message


class Answer(BaseModel):
    """A typed output."""

    text: str


def agent(*steps: Any, **fields: Any) -> Agent[Any]:
    return Agent(name="A", model=ScriptedModel(list(steps)), **fields)


async def test_a_fallback_is_said_checked_and_saved() -> None:
    session = SQLiteSession("s")
    typed = agent([assistant_message("no json")], output_type=Answer)
    result = await Runner.run(
        typed,
        "go",
        session=session,
        error_handlers={"invalid_final_output": lambda data: Answer(text="sorry")},
    )
    assert result.final_output == Answer(text="sorry")
    assert ItemHelpers.text_message_outputs(result.new_items) == 'no json{"text":"sorry"}'
    saved = await session.get_items()
    assert len([item for item in saved if item.get("role") == "assistant"]) == 2


async def test_a_fallback_can_be_kept_out_of_the_history() -> None:
    quiet = RunErrorHandlerResult("sorry", include_in_history=False)
    result = await Runner.run(
        agent(), "go", max_turns=0, error_handlers={"max_turns": lambda data: quiet}
    )
    assert (result.final_output, result.new_items) == ("sorry", [])


async def test_a_fallback_must_have_the_type_of_the_output() -> None:
    with pytest.raises(UserError, match="Answer"):
        await Runner.run(
            agent(output_type=Answer),
            "go",
            max_turns=0,
            error_handlers={"max_turns": lambda data: {"other": 1}},
        )


async def test_a_handler_that_gives_nothing_changes_nothing() -> None:
    typed = agent([], [assistant_message('{"text": "late"}')], output_type=Answer)
    result = await Runner.run(
        typed, "go", error_handlers={"invalid_final_output": lambda data: None}
    )
    assert result.final_output == Answer(text="late")
