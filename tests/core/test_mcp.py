"""Tools of MCP servers: offered, asked about, called and answered like other tools."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any

import pytest
from mcp.types import CallToolResult, ImageContent, Tool

from core import (
    Agent,
    AgentsException,
    MCPToolCancellationError,
    ModelBehaviorError,
    RunConfig,
    Runner,
    RunState,
    ToolOriginType,
    UserError,
    function_tool,
)
from core.mcp import MCPServer
from core.testing import MemoryLedger, ScriptedModel, assistant_message, function_call

SCHEMA = {
    "type": "object",
    "properties": {"path": {"type": "string"}, "n": {"type": "integer"}},
    "required": ["path"],
}


@dataclass
class Listed:
    name: str = "rm"
    description: str | None = "Remove a file."
    title: str | None = "Remove"
    inputSchema: dict[str, Any] = field(default_factory=lambda: SCHEMA)  # noqa: N815


@dataclass
class Result:
    content: list[dict[str, Any]]
    structuredContent: dict[str, Any] | None = None  # noqa: N815
    isError: bool = False  # noqa: N815


GONE = Result([{"type": "text", "text": "gone"}])


class Files(MCPServer):
    def __init__(
        self,
        *tools: Listed,
        name: str = "files",
        result: Result | BaseException = GONE,
        **settings: Any,
    ) -> None:
        super().__init__(**settings)
        self._name = name
        self.tools = tools or (Listed(),)
        self.result = result
        self.called: list[tuple[str, Any]] = []

    @property
    def name(self) -> str:
        return self._name

    async def list_tools(self, run_context: Any = None, agent: Any = None) -> Any:
        return self.tools

    async def call_tool(self, tool_name: str, arguments: Any, meta: Any = None) -> Any:
        self.called.append((tool_name, arguments))
        if isinstance(self.result, BaseException):
            raise self.result
        return self.result


def agent_with(*servers: Files, arguments: Any = None, **settings: Any) -> Agent[Any]:
    call = function_call("rm", arguments or {"path": "a"}, call_id="c1")
    model = ScriptedModel([[call], [assistant_message("done")]])
    return Agent(name="Ops", mcp_servers=[*servers], model=model, **settings)


def offered(agent: Agent[Any]) -> Any:
    assert isinstance(agent.model, ScriptedModel)
    return agent.model.calls[0].tools


def told(agent: Agent[Any]) -> Any:
    assert isinstance(agent.model, ScriptedModel)
    item: Any = agent.model.calls[-1].input[-1]
    return item["output"]


async def test_a_tool_of_a_server_is_offered_called_and_answered() -> None:
    server = Files()
    agent = agent_with(server)
    result = await Runner.run(agent, "go")
    assert server.called == [("rm", {"path": "a"})]
    assert told(agent) == [{"type": "input_text", "text": "gone"}]
    (tool,) = offered(agent)
    assert (tool.name, tool.description, tool.params_json_schema) == (
        "rm",
        "Remove a file.",
        SCHEMA,
    )
    origin = getattr(result.new_items[0], "tool_origin", None)
    assert origin is not None
    assert (origin.type, origin.mcp_server_name) == (ToolOriginType.MCP, "files")


async def test_a_tool_without_words_and_parameters_goes_by_its_title() -> None:
    agent = agent_with(Files(Listed(description=None, inputSchema={"type": "object"})))
    await Runner.run(agent, "go")
    (tool,) = offered(agent)
    assert tool.description == "Remove"
    assert tool.params_json_schema == {"type": "object", "properties": {}}


@pytest.mark.parametrize(
    ("setting", "asked"),
    [
        (None, False),
        (True, True),
        ("always", True),
        ("never", False),
        ({"rm": "always"}, True),
        ({"rm": False}, False),
        ({"other": "always"}, False),
        ({"always": {"tool_names": ["rm"]}}, True),
        ({"always": {"tool_names": ["ls"]}, "never": {"tool_names": ["rm"]}}, False),
        (lambda context, agent, tool: agent.name == "Ops" and tool.name == "rm", True),
        (lambda context, agent, tool: False, False),
    ],
)
async def test_the_server_says_which_tools_a_person_is_asked_about(
    setting: Any, asked: bool
) -> None:
    server = Files(require_approval=setting)
    result = await Runner.run(agent_with(server), "go")
    assert [i.tool_name for i in result.interruptions] == (["rm"] if asked else [])
    assert bool(server.called) is not asked


def test_a_tool_cannot_be_always_and_never_asked_about() -> None:
    with pytest.raises(UserError, match="both in always and in never"):
        Files(require_approval={"always": {"tool_names": ["rm"]}, "never": {"tool_names": ["rm"]}})


async def test_a_setting_that_is_changed_later_counts_as_well() -> None:
    server = Files()
    server.require_approval = {"always": {"tool_names": ["rm"]}}
    assert (await Runner.run(agent_with(server), "go")).interruptions


@pytest.mark.parametrize(
    "setting", ["sometimes", 3, {"rm": "maybe"}, {"always": {"tool_names": [Listed()]}}]
)
def test_a_setting_that_is_neither_yes_nor_no_is_refused(setting: Any) -> None:
    with pytest.raises(UserError, match="always or never"):
        Files(require_approval=setting)


async def test_an_approved_call_runs_in_another_process() -> None:
    first = Files(require_approval="always")
    paused = await Runner.run(agent_with(first), "go")
    stored = paused.to_state().to_string()

    second = Files(require_approval="always")
    agent = agent_with(second)
    assert isinstance(agent.model, ScriptedModel)
    agent.model = ScriptedModel([[assistant_message("done")]])
    state = await RunState.from_string(agent, stored)
    state.approve(state.get_interruptions()[0])
    assert (await Runner.run(agent, state)).final_output == "done"
    assert (first.called, second.called) == ([], [("rm", {"path": "a"})])


async def test_arguments_nobody_can_check_are_not_changed() -> None:
    state = (await Runner.run(agent_with(Files(require_approval=True)), "go")).to_state()
    with pytest.raises(UserError, match="cannot be checked"):
        state.approve(state.get_interruptions()[0], arguments={"path": "b"})


async def test_a_disabled_tool_of_the_same_name_checks_no_arguments() -> None:
    @function_tool(name_override="rm", is_enabled=False)
    def other(place: int) -> str:
        return "other"

    agent = agent_with(Files(require_approval=True), tools=[other])
    state = (await Runner.run(agent, "go")).to_state()
    with pytest.raises(UserError, match="cannot be checked"):
        state.approve(state.get_interruptions()[0], arguments={"place": 1})


async def test_an_approved_call_reaches_no_other_server() -> None:
    asked, other = Files(name="staging", require_approval=True), Files(name="production")
    agent = agent_with(asked)
    state = (await Runner.run(agent, "go")).to_state()
    state.approve(state.get_interruptions()[0])
    stored = state.to_string()

    agent.mcp_servers = [other]
    agent.model = ScriptedModel([[assistant_message("done")]])
    with pytest.raises(UserError, match="not the tool of an MCP server"):
        await Runner.run(agent, await RunState.from_string(agent, stored))

    agent.mcp_servers = [Files(Listed("ls"), name="new"), asked]
    resumed = await RunState.from_string(agent, stored)
    assert (await Runner.run(agent, resumed)).final_output == "done"
    assert (asked.called, other.called) == ([("rm", {"path": "a"})], [])


@pytest.mark.parametrize(
    ("result", "structured", "output"),
    [
        (Result([{"type": "text", "text": "a"}] * 2), False, [("input_text", "a")] * 2),
        (
            Result([{"type": "image", "mimeType": "image/png", "data": "AAA"}]),
            False,
            [("input_image", "data:image/png;base64,AAA")],
        ),
        (Result([{"type": "audio", "data": "B"}]), False, [("input_text", '{"type": "audio"')]),
        (Result([], {"x": 1}), True, '{"x": 1}'),
        (Result([{"type": "text", "text": "a"}], {"x": 1}), False, [("input_text", "a")]),
        (Result([]), False, "[]"),
    ],
)
async def test_a_result_is_told_by_its_parts_or_as_an_object(
    result: Result, structured: bool, output: Any
) -> None:
    agent = agent_with(Files(result=result, use_structured_content=structured))
    await Runner.run(agent, "go")
    said = told(agent)
    if isinstance(said, list):
        parts = [(part["type"], part.get("text") or part.get("image_url")) for part in said]
        assert [kind for kind, _ in parts] == [kind for kind, _ in output]
        assert all(
            text.startswith(start) for (_, text), (_, start) in zip(parts, output, strict=True)
        )
    else:
        assert said == output


async def test_objects_of_the_mcp_package_are_read_under_the_names_it_has_for_fields() -> None:
    image = ImageContent(type="image", data="AAA", mimeType="image/png")
    said: Any = CallToolResult(content=[image], structuredContent={"x": 1}, isError=True)
    tool: Any = Tool(name="rm", inputSchema=SCHEMA)
    for structured, output in (
        (False, [{"type": "input_image", "image_url": "data:image/png;base64,AAA"}]),
        (True, '{"x": 1}'),
    ):
        agent = agent_with(Files(tool, result=said, use_structured_content=structured))
        ledger = MemoryLedger()
        await Runner.run(agent, "go", run_config=RunConfig(ledger=ledger))
        assert offered(agent)[0].params_json_schema == SCHEMA
        assert told(agent) == output
        assert len(ledger.failed) == 1


async def test_what_was_said_in_parts_is_on_record_as_text() -> None:
    ledger = MemoryLedger()
    for name, content in (
        ("texts", [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]),
        ("more", [{"type": "text", "text": "a"}, {"type": "image", "data": "A", "mimeType": "b"}]),
        ("none", []),
    ):
        agent = agent_with(Files(name=name, result=Result(content)))
        await Runner.run(agent, "go", run_config=RunConfig(ledger=ledger))
    texts, more, none = (output for _, output in ledger.finished)
    assert (texts, none) == ("a\nb", "[]")
    assert json.loads(more)[0] == {"type": "input_text", "text": "a"}


async def test_a_failure_is_news_for_the_model_and_on_record() -> None:
    ledger = MemoryLedger()
    for server in (
        Files(result=OSError("lost")),
        Files(result=Result([{"type": "text", "text": "no such file"}], isError=True)),
    ):
        agent = agent_with(server)
        await Runner.run(agent, "go", run_config=RunConfig(ledger=ledger))
    assert [call.call_id for call in ledger.failed] == ["c1", "c1"]


async def test_a_result_nobody_can_read_is_a_failure_of_a_call_that_has_run() -> None:
    ledger = MemoryLedger()
    agent = agent_with(Files(result=Result([{"type": "text"}])))
    result = await Runner.run(agent, "go", run_config=RunConfig(ledger=ledger))
    assert result.final_output == "done"
    assert [call.call_id for call in ledger.failed] == ["c1"]


@pytest.mark.parametrize("who", ["server", "agent"])
async def test_a_failure_may_end_the_run(who: str) -> None:
    lost = OSError("lost")
    if who == "server":
        agent = agent_with(Files(result=lost, failure_error_function=None))
    else:
        agent = agent_with(Files(result=lost), mcp_config={"failure_error_function": None})
    with pytest.raises(AgentsException, match="MCP tool rm on server 'files': lost"):
        await Runner.run(agent, "go")


async def test_a_call_the_server_cancels_is_a_failure_and_cancels_nothing_else() -> None:
    server = Files(result=asyncio.CancelledError())
    assert (await Runner.run(agent_with(server), "go")).final_output == "done"

    server.failure_error_function = None
    with pytest.raises(MCPToolCancellationError, match="rm on server 'files'"):
        await Runner.run(agent_with(server), "go")


async def test_a_server_that_cancels_listing_its_tools_does_not_cancel_the_run() -> None:
    class Gone(Files):
        async def list_tools(self, run_context: Any = None, agent: Any = None) -> Any:
            raise asyncio.CancelledError

    with pytest.raises(AgentsException, match="'files' cancelled listing"):
        await Runner.run(agent_with(Gone()), "go")


async def test_arguments_that_are_none_never_reach_a_server() -> None:
    server = Files(failure_error_function=None)
    with pytest.raises(ModelBehaviorError):
        await Runner.run(agent_with(server, arguments="not json"), "go")
    assert server.called == []


async def test_two_tools_of_one_name_are_told_apart_by_their_servers() -> None:
    servers = Files(name="one"), Files(name="the other")
    with pytest.raises(UserError, match="Duplicate tool names"):
        await Runner.run(agent_with(*servers), "go")

    agent = agent_with(*servers, mcp_config={"include_server_in_tool_names": True})
    agent.model = ScriptedModel([[assistant_message("done")]])
    await Runner.run(agent, "go")
    assert [tool.name for tool in offered(agent)] == ["mcp_one__rm", "mcp_the_other__rm"]


async def test_a_name_that_is_too_long_or_there_twice_ends_with_what_it_is() -> None:
    servers = Files(Listed("x" * 80), name="srv"), Files(Listed("a.b"), Listed("a_b"), name="srv")
    agent = agent_with(*servers, mcp_config={"include_server_in_tool_names": True})
    agent.model = ScriptedModel([[assistant_message("done")]])
    await Runner.run(agent, "go")
    assert [tool.name for tool in offered(agent)] == [
        f"mcp_srv__{'x' * 46}_57f26620",
        "mcp_srv__a_b_6499632b",
        "mcp_srv__a_b_4e689df9",
    ]


async def test_schemas_are_made_strict_where_that_is_wanted_and_possible() -> None:
    loose = {"type": "object", "additionalProperties": True}
    server = Files(Listed(), Listed(name="put", inputSchema=loose))
    agent = agent_with(server, mcp_config={"convert_schemas_to_strict": True})
    await Runner.run(agent, "go")
    assert [tool.strict_json_schema for tool in offered(agent)] == [True, False]
    assert json.dumps(offered(agent)[0].params_json_schema["required"]) == '["path", "n"]'


async def test_what_is_no_server_is_named() -> None:
    other: Any = object()
    with pytest.raises(UserError, match=r"core\.mcp\.MCPServer, not <object"):
        await Runner.run(agent_with(other), "go")
