"""Tools made of functions: which ones can be made, and what the model is told."""

from __future__ import annotations

import copy
import dataclasses
import functools
from typing import Annotated, Any

import pytest
from pydantic import Field

from core import (
    Agent,
    ModelBehaviorError,
    RunContextWrapper,
    Runner,
    RunState,
    ToolContext,
    UserError,
    function_tool,
)
from core.function_schema import function_schema
from core.testing import ScriptedModel, assistant_message, function_call
from core.tool import FunctionTool, invoke_function_tool, tool_namespace


def context(arguments: str) -> ToolContext[Any]:
    return ToolContext(None, tool_name="t", tool_call_id="c1", tool_arguments=arguments)


class Counter:
    """An object that can be called."""

    async def __call__(self, by: int) -> int:
        """Count.

        Args:
            by: How far.
        """
        return by + 1


async def test_a_callable_object_is_a_tool() -> None:
    tool = function_tool(Counter())
    assert tool.name == "Counter"
    assert tool.params_json_schema["properties"]["by"]["description"] == "How far."
    assert await tool.on_invoke_tool(context(""), '{"by": 1}') == 2


@pytest.mark.parametrize("hidden", [functools.partial(print, 1), functools.wraps(print)(Counter())])
def test_a_callable_that_hides_what_it_takes_is_refused(hidden: Any) -> None:
    with pytest.raises(UserError, match="explicit wrapper function"):
        function_tool(hidden)


@pytest.mark.parametrize("kind", [dict[str, int], dict, list[dict[str, str]], dict | None])
def test_a_parameter_with_any_names_is_named_with_the_way_out(kind: Any) -> None:
    def send(to: str, headers: Any) -> None:
        """Send it."""

    send.__annotations__["headers"] = kind
    with pytest.raises(UserError, match=r"'headers'.*strict_mode=False"):
        function_tool(send)
    assert function_tool(send, strict_mode=False).params_json_schema["properties"]["headers"]


def test_limits_of_variadic_parameters_hold_for_each_value() -> None:
    def add(*scores: Annotated[int, Field(ge=0)], **more: Annotated[int, Field(le=9)]) -> int:
        return sum(scores) + sum(more.values())

    schema = function_schema(add, strict_json_schema=False)
    assert schema.params_json_schema["properties"]["scores"]["items"]["minimum"] == 0
    data = schema.params_pydantic_model.model_validate({"scores": [1, 2], "more": {"x": 3}})
    positional, keyword = schema.to_call_args(data)
    assert add(*positional, **keyword) == 6
    with pytest.raises(ValueError, match="less than or equal to 9"):
        schema.params_pydantic_model.model_validate({"more": {"x": 10}})


def test_a_keyword_cannot_take_the_place_of_a_parameter() -> None:
    def send(to: str, **options: str) -> str:
        return to

    schema = function_schema(send, strict_json_schema=False)
    data = schema.params_pydantic_model.model_validate({"to": "a", "options": {"to": "b"}})
    with pytest.raises(ModelBehaviorError, match="'to'"):
        schema.to_call_args(data)


def test_a_namespace_is_given_to_copies() -> None:
    tool = function_tool(Counter())
    (named,) = tool_namespace(name="crm", description="Customers.", tools=[tool])
    assert (named.qualified_name, tool.qualified_name) == ("crm.Counter", "Counter")


async def test_a_hand_made_tool_gets_the_context_it_asks_for() -> None:
    seen: list[Any] = []

    async def of_run(ctx: RunContextWrapper[Any], text: str) -> None:
        seen.append(ctx)

    async def of_call(ctx: ToolContext[Any], text: str) -> None:
        seen.append(ctx)

    for invoke in (of_run, of_call):
        tool = FunctionTool("t", "", {}, invoke)
        await invoke_function_tool(function_tool=tool, context=context("{}"), arguments="{}")
    assert [type(ctx) for ctx in seen] == [RunContextWrapper, ToolContext]


async def test_what_an_application_attaches_to_an_output_is_kept_from_the_model() -> None:
    tool = function_tool(
        Counter(), name_override="count", custom_data_extractor=lambda ctx: {"shown": ctx.output}
    )
    call = function_call("count", {"by": 1}, call_id="c1")
    model = ScriptedModel([[call], [assistant_message("done")]])
    agent = Agent(name="A", tools=[tool], model=model)
    result = await Runner.run(agent, "go")
    state = await RunState.from_string(agent, result.to_state().to_string())
    for items in (result.new_items, state.session_items):
        data = [i.custom_data for i in items if i.type == "tool_call_output_item"]
        assert data == [{"shown": 2}]
    assert "shown" not in str(model.calls[1].input)


async def test_what_a_schema_was_made_of_is_what_runs() -> None:
    class Doubler:
        def __call__(self, value: int) -> int:
            return 2 * value

    doubler = Doubler()
    tool = function_tool(doubler)
    Doubler.__call__ = lambda self, value: 0  # type: ignore[method-assign]
    assert await tool.on_invoke_tool(context(""), '{"value": 2}') == 4
    assert tool.__wrapped__ is doubler
    with pytest.raises(AttributeError):
        tool.__wrapped__ = print


async def test_a_copied_tool_runs_by_itself() -> None:
    class Own(FunctionTool):
        def __init__(self, says: str) -> None:
            self.says = says
            super().__init__("own", "", {}, self.say)

        async def say(self, context: Any, text: str) -> str:
            return self.says

    first = Own("first")
    second = copy.copy(first)
    second.says = "second"
    said = [await tool.on_invoke_tool(context(""), "") for tool in (first, second)]
    assert said == ["first", "second"]


def restart(service: str, token: str, note: Note) -> str:
    """Restart it."""
    return service


@dataclasses.dataclass
class Note:
    secret: str


@pytest.mark.parametrize("effect", ["at-most-once", "Pure", "", None])
def test_an_effect_that_does_not_exist_is_refused_where_the_tool_is_made(effect: Any) -> None:
    with pytest.raises(ValueError, match="effect must be one of pure, idempotent, at_most_once"):
        function_tool(restart, effect=effect)


def test_a_redacted_name_that_is_no_argument_is_refused() -> None:
    assert function_tool(restart, redact=["token", "secret"]).redact == ["token", "secret"]
    with pytest.raises(ValueError, match=r"redact names 'tokn', .*did you mean token\?"):
        function_tool(restart, redact=["tokn"])
    with pytest.raises(ValueError, match="there is service, token, note, secret"):
        function_tool(restart, redact=["password"], strict_mode=False)


def test_one_name_in_place_of_a_list_is_not_taken_for_its_letters() -> None:
    with pytest.raises(TypeError, match=r"redact is a list of names, as \['token'\]"):
        function_tool(restart, redact="token")


def test_a_tool_that_takes_any_names_may_redact_any() -> None:
    def send(headers: dict[str, str]) -> str:
        """Send it."""
        return ""

    assert function_tool(send, redact=["cookie"], strict_mode=False).redact == ["cookie"]
