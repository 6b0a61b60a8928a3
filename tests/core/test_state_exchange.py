"""A paused run goes from this engine to the Agents SDK and back, whatever kind of call waits."""

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import agents
import agents.mcp
import agents.testing
import pytest
from mcp.types import CallToolResult, TextContent, Tool
from openai.types.responses import (
    ResponseApplyPatchToolCall,
    ResponseCustomToolCall,
    ResponseFunctionShellToolCall,
)
from openai.types.responses.response_output_item import McpApprovalRequest

import core
import core.mcp
import core.testing

DONE = [agents.testing.assistant_message("done")]


@dataclass(frozen=True)
class Side:
    """One of the two engines, by the names they share."""

    api: ModuleType
    testing: ModuleType
    mcp: ModuleType

    def agent(self, name: str, answers: list[list[Any]], tool: Any) -> Any:
        model = self.testing.ScriptedModel(answers)
        place = "mcp_servers" if isinstance(tool, self.mcp.MCPServer) else "tools"
        return self.api.Agent(name=name, model=model, **{place: [tool]})

    async def go(self, agent: Any, given: Any) -> Any:
        off = self.api.RunConfig(tracing_disabled=True)
        return await self.api.Runner.run(agent, given, run_config=off)


OURS = Side(core, core.testing, core.mcp)
THEIRS = Side(agents, agents.testing, agents.mcp)


def a_function(side: Side, ran: list[str], *, begins: bool) -> tuple[Any, Any]:
    @side.api.function_tool(needs_approval=True)  # type: ignore[untyped-decorator]
    def restart(service: str) -> str:
        ran.append(service)
        return "restarted"

    return restart, agents.testing.function_call("restart", {"service": "web"}, call_id="c1")


def a_shell(side: Side, ran: list[str], *, begins: bool) -> tuple[Any, Any]:
    async def execute(request: Any) -> str:
        ran.extend(request.data.action.commands)
        return "listed"

    call = {
        "id": "sh_1",
        "call_id": "c1",
        "type": "shell_call",
        "status": "completed",
        "action": {"commands": ["ls"], "timeout_ms": 500, "max_output_length": None},
        "environment": {"type": "local"},
    }
    tool = side.api.ShellTool(executor=execute, needs_approval=True)
    return tool, ResponseFunctionShellToolCall.model_validate(call)


def a_patch(side: Side, ran: list[str], *, begins: bool) -> tuple[Any, Any]:
    class Editor:
        def create_file(self, operation: Any) -> Any:
            ran.append(operation.path)
            return side.api.ApplyPatchResult(output="created")

    call = {
        "id": "ap_1",
        "call_id": "c1",
        "type": "apply_patch_call",
        "status": "completed",
        "operation": {"type": "create_file", "path": "a.txt", "diff": "+x"},
    }
    tool = side.api.ApplyPatchTool(editor=Editor(), needs_approval=True)
    return tool, ResponseApplyPatchToolCall.model_validate(call)


def a_custom_tool(side: Side, ran: list[str], *, begins: bool) -> tuple[Any, Any]:
    async def invoke(context: Any, given: str) -> str:
        ran.append(given)
        return "taken"

    call = {"id": "cu_1", "call_id": "c1", "type": "custom_tool_call", "name": "raw", "input": "x"}
    tool = side.api.CustomTool(
        name="raw", description="Takes text.", on_invoke_tool=invoke, needs_approval=True
    )
    return tool, ResponseCustomToolCall.model_validate(call)


def a_server(side: Side, ran: list[str], *, begins: bool) -> tuple[Any, Any]:
    class Server(side.mcp.MCPServer):  # type: ignore[name-defined, misc]
        name = "files"

        async def list_tools(self, run_context: Any = None, agent: Any = None) -> Any:
            return [Tool(name="rm", inputSchema={"type": "object"})]

        async def call_tool(self, tool_name: str, arguments: Any, meta: Any = None) -> Any:
            ran.append(tool_name)
            return CallToolResult(content=[TextContent(type="text", text="gone")])

        connect = cleanup = list_prompts = get_prompt = None

    call = agents.testing.function_call("rm", {"path": "a"}, call_id="c1")
    return Server(require_approval="always"), call


def an_agent_tool(side: Side, ran: list[str], *, begins: bool) -> tuple[Any, Any]:
    restart, call = a_function(side, ran, begins=begins)
    inner = side.agent("Inner", [[call], DONE] if begins else [DONE], restart)
    tool = inner.as_tool(tool_name="ask_inner", tool_description="Asks the other one.")
    return tool, agents.testing.function_call("ask_inner", {"input": "go"}, call_id="a1")


def an_agent_tool_in_an_agent_tool(side: Side, ran: list[str], *, begins: bool) -> tuple[Any, Any]:
    inner, call = an_agent_tool(side, ran, begins=begins)
    middle = side.agent("Middle", [[call], DONE] if begins else [DONE], inner)
    tool = middle.as_tool(tool_name="ask_middle", tool_description="Asks one further.")
    return tool, agents.testing.function_call("ask_middle", {"input": "go"}, call_id="b1")


KINDS = [
    a_function,
    a_shell,
    a_patch,
    a_custom_tool,
    a_server,
    an_agent_tool,
    an_agent_tool_in_an_agent_tool,
]

Make = Callable[..., tuple[Any, Any]]


async def _handed_over(
    make: Make, first: Side, second: Side, *, approved: bool, decided_before: bool
) -> tuple[Any, list[str], list[str]]:
    """The result of a run that pauses on one side and ends on the other, and what ran on each."""
    ran_first: list[str] = []
    ran_second: list[str] = []
    tool, call = make(first, ran_first, begins=True)
    paused = await first.go(first.agent("Ops", [[call], DONE], tool), "go")
    state = paused.to_state()
    assert len(state.get_interruptions()) == 1
    if decided_before:
        _decide(state, approved=approved)
    tool, _ = make(second, ran_second, begins=False)
    agent = second.agent("Ops", [DONE], tool)
    state = await second.api.RunState.from_string(agent, state.to_string())
    assert len(state.get_interruptions()) == 1
    if not decided_before:
        _decide(state, approved=approved)
    return await second.go(agent, state), ran_first, ran_second


def _decide(state: Any, *, approved: bool) -> None:
    (item,) = state.get_interruptions()
    if approved:
        state.approve(item)
    else:
        state.reject(item)


@pytest.mark.parametrize("decided_before", [True, False], ids=["decided before", "decided after"])
@pytest.mark.parametrize("approved", [True, False], ids=["approved", "rejected"])
@pytest.mark.parametrize(
    ("first", "second"), [(OURS, THEIRS), (THEIRS, OURS)], ids=["to the SDK", "from the SDK"]
)
@pytest.mark.parametrize("make", KINDS, ids=lambda make: make.__name__)
async def test_a_paused_call_is_decided_and_ends_on_the_other_side(
    make: Make, first: Side, second: Side, approved: bool, decided_before: bool
) -> None:
    result, ran_first, ran_second = await _handed_over(
        make, first, second, approved=approved, decided_before=decided_before
    )
    assert result.final_output == "done"
    assert not result.interruptions
    assert ran_first == []
    assert len(ran_second) == (1 if approved else 0)


@pytest.mark.parametrize("decided_before", [True, False], ids=["decided before", "decided after"])
@pytest.mark.parametrize("approved", [True, False], ids=["approved", "rejected"])
@pytest.mark.parametrize(
    ("first", "second"), [(OURS, THEIRS), (THEIRS, OURS)], ids=["to the SDK", "from the SDK"]
)
async def test_a_request_of_a_hosted_server_is_answered_on_the_other_side(
    first: Side, second: Side, approved: bool, decided_before: bool
) -> None:
    def make(side: Side, ran: list[str], *, begins: bool) -> tuple[Any, Any]:
        config = {
            "type": "mcp",
            "server_label": "ops",
            "server_url": "https://ops.example",
            "require_approval": "always",
        }
        request = McpApprovalRequest(
            id="mcpr_1",
            type="mcp_approval_request",
            server_label="ops",
            name="delete",
            arguments='{"b": 1, "a": [null]}',
        )
        return side.api.HostedMCPTool(tool_config=config), request

    result, *_ = await _handed_over(
        make, first, second, approved=approved, decided_before=decided_before
    )
    (answer,) = [i for i in result.new_items if i.type == "mcp_approval_response_item"]
    assert answer.raw_item["approve"] is approved
    assert answer.raw_item["approval_request_id"] == "mcpr_1"


@pytest.mark.parametrize("always", [False, True], ids=["this call", "always"])
async def test_the_sdk_asks_again_about_a_call_with_edited_arguments(always: bool) -> None:
    """It knows no edits: told of the approval alone, it would run what nobody approved."""
    ran: list[str] = []
    tool, call = a_function(OURS, ran, begins=True)
    paused = await OURS.go(OURS.agent("Ops", [[call]], tool), "go")
    state = paused.to_state()
    (item,) = state.get_interruptions()
    state.approve(item, always_approve=always, arguments={"service": "api"})
    text = state.to_string()

    tool, _ = a_function(THEIRS, ran, begins=False)
    agent = THEIRS.agent("Ops", [DONE], tool)
    theirs = await THEIRS.go(agent, await agents.RunState.from_string(agent, text))
    assert len(theirs.interruptions) == 1
    assert ran == []

    tool, _ = a_function(OURS, ran, begins=False)
    agent = OURS.agent("Ops", [DONE], tool)
    ours = await OURS.go(agent, await core.RunState.from_string(agent, text))
    assert ours.final_output == "done"
    assert ran == ["api"]
