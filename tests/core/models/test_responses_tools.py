"""What the Responses API is told of computers and of programs."""

from dataclasses import dataclass
from typing import Any

import pytest
from openai import AsyncOpenAI

from core import (
    Agent,
    ComputerProvider,
    ComputerTool,
    ModelSettings,
    ProgrammaticToolCallingTool,
    Runner,
    ToolSearchTool,
    UserError,
    function_tool,
)
from core.models.openai_chatcompletions import OpenAIChatCompletionsModel
from core.models.openai_responses import OpenAIResponsesModel
from tests.core.models.provider import message, response
from tests.core.test_computers import Desk


@dataclass
class Stock:
    """How much is left."""

    units: int


@function_tool(allowed_callers=["programmatic"])
def look() -> Stock:
    return Stock(4)


class Screen(Desk):
    environment = "browser"
    dimensions = (800, 600)


def screen(*, run_context: Any) -> Screen:
    return Screen([])


@pytest.mark.parametrize(
    ("model", "told"),
    [
        ("gpt-5.6", {"type": "computer"}),
        (
            "computer-use-preview",
            {
                "type": "computer_use_preview",
                "environment": "browser",
                "display_width": 800,
                "display_height": 600,
            },
        ),
    ],
)
async def test_each_model_is_told_of_the_computer_it_knows(
    provider: Any, client: AsyncOpenAI, model: str, told: dict[str, Any]
) -> None:
    provider.answers = [response(message("done"))]
    agent = Agent(
        name="A",
        tools=[ComputerTool(ComputerProvider(screen))],
        model=OpenAIResponsesModel(model, client),
        model_settings=ModelSettings(tool_choice="computer"),
    )
    await Runner.run(agent, "hi")
    assert provider.asked[0]["tools"] == [told]
    assert provider.asked[0]["tool_choice"] == {"type": told["type"]}


async def test_a_program_is_told_which_tools_it_may_call_and_what_they_return(
    provider: Any, client: AsyncOpenAI
) -> None:
    provider.answers = [response(message("done"))]
    agent = Agent(
        name="A",
        tools=[look, ProgrammaticToolCallingTool()],
        model=OpenAIResponsesModel("m", client),
        model_settings=ModelSettings(tool_choice="programmatic_tool_calling"),
    )
    await Runner.run(agent, "hi")
    function, programs = provider.asked[0]["tools"]
    assert function["allowed_callers"] == ["programmatic"]
    assert function["output_schema"]["properties"] == {
        "units": {"title": "Units", "type": "integer"}
    }
    assert programs == {"type": "programmatic_tool_calling"}
    assert provider.asked[0]["tool_choice"] == programs


@pytest.mark.parametrize(
    "tools",
    [
        [ProgrammaticToolCallingTool()],
        [look, ProgrammaticToolCallingTool(), ProgrammaticToolCallingTool()],
    ],
)
async def test_programs_that_could_call_nothing_are_refused(
    provider: Any, client: AsyncOpenAI, tools: list[Any]
) -> None:
    agent = Agent(name="A", tools=tools, model=OpenAIResponsesModel("m", client))
    with pytest.raises(UserError, match="ProgrammaticToolCallingTool"):
        await Runner.run(agent, "hi")
    assert provider.asked == []


async def test_only_the_responses_api_has_programs(client: AsyncOpenAI) -> None:
    tools: list[Any] = [ToolSearchTool(), ProgrammaticToolCallingTool()]
    agent = Agent(name="A", tools=tools, model=OpenAIChatCompletionsModel("m", client))
    with pytest.raises(UserError, match="Chat Completions"):
        await Runner.run(agent, "hi")
