"""Tools the model knows without a schema: gated like all others, and answered in their own form."""

from typing import Any

import pytest

from core import (
    Agent,
    ApplyPatchOperation,
    ApplyPatchResult,
    ApplyPatchTool,
    ComputerTool,
    CustomTool,
    HostedMCPTool,
    LocalShellTool,
    RunConfig,
    Runner,
    RunState,
    ShellCallOutcome,
    ShellCommandOutput,
    ShellResult,
    ShellTool,
)
from core.testing import MemoryLedger, ModelStep, ScriptedModel, assistant_message

CALLS: dict[str, dict[str, Any]] = {
    "shell": {"type": "shell_call", "call_id": "c1", "action": {"commands": ["ls"]}},
    "apply_patch": {
        "type": "apply_patch_call",
        "call_id": "c1",
        "operation": {"type": "create_file", "path": "a.txt", "diff": "+hi"},
    },
    "custom": {"type": "custom_tool_call", "call_id": "c1", "name": "sql", "input": "drop x"},
    "mcp": {
        "type": "mcp_approval_request",
        "id": "c1",
        "server_label": "files",
        "name": "remove",
        "arguments": "{}",
    },
}


class Editor:
    def __init__(self, ran: list[str]) -> None:
        self.ran = ran

    def create_file(self, operation: ApplyPatchOperation) -> ApplyPatchResult:
        self.ran.append(operation.path)
        return ApplyPatchResult(output="made")

    def update_file(self, operation: ApplyPatchOperation) -> str:
        raise OSError("read-only")

    def delete_file(self, operation: ApplyPatchOperation) -> None:
        self.ran.append(f"gone {operation.path}")


def tool_of(kind: str, ran: list[str], *, gated: bool = True) -> Any:
    def run(*args: Any) -> str:
        ran.append(str(args[-1]))
        return "done"

    tools: dict[str, Any] = {
        "shell": ShellTool(run, needs_approval=gated),
        "apply_patch": ApplyPatchTool(Editor(ran), needs_approval=gated),
        "custom": CustomTool("sql", "Run SQL.", run, needs_approval=gated),
        "mcp": HostedMCPTool({"type": "mcp", "server_label": "files"}),
    }
    return tools[kind]


def agent_with(tool: Any, *calls: dict[str, Any]) -> tuple[Agent[Any], ScriptedModel]:
    steps = [ModelStep([call]) for call in calls]
    model = ScriptedModel([*steps, ModelStep([assistant_message("end")])])
    return Agent(name="Ops", tools=[tool], model=model), model


def outputs(model: ScriptedModel) -> list[dict[str, Any]]:
    """What the model was told of its calls, last."""
    items: Any = model.calls[-1].input
    return [i for i in items if i.get("type", "").endswith(("_output", "_response"))]


@pytest.mark.parametrize("kind", CALLS)
async def test_a_refused_call_of_any_kind_never_reaches_its_tool(kind: str) -> None:
    ran: list[str] = []
    agent, model = agent_with(tool_of(kind, ran), CALLS[kind])
    paused = await Runner.run(agent, "go")
    [item] = paused.interruptions
    state = await RunState.from_string(agent, paused.to_state().to_string())
    state.reject(state.get_interruptions()[0], rejection_message="not today")
    result = await Runner.run(agent, state)
    assert (result.final_output, ran) == ("end", [])
    assert item.arguments is not None
    [told] = outputs(model)
    assert "not today" in str(told)


@pytest.mark.parametrize("kind", CALLS)
async def test_an_approved_call_of_any_kind_is_answered_in_its_own_form(kind: str) -> None:
    ran: list[str] = []
    agent, model = agent_with(tool_of(kind, ran), CALLS[kind])
    paused = await Runner.run(agent, "go")
    state = await RunState.from_string(agent, paused.to_state().to_string())
    state.approve(state.get_interruptions()[0])
    result = await Runner.run(agent, state)
    assert result.final_output == "end"
    assert len(ran) == (0 if kind == "mcp" else 1)
    [told] = outputs(model)
    forms = {"custom": "custom_tool_call_output", "mcp": "mcp_approval_response"}
    assert told["type"] == forms.get(kind, f"{kind}_call_output")


async def test_an_answer_that_always_holds_is_given_to_the_same_tool_of_the_same_server() -> None:
    again = {**CALLS["mcp"], "id": "c2"}
    other = {**CALLS["mcp"], "id": "c3", "server_label": "mail"}
    agent, model = agent_with(tool_of("mcp", []), CALLS["mcp"], again, other)
    agent.tools.append(HostedMCPTool({"type": "mcp", "server_label": "mail"}))
    state = (await Runner.run(agent, "go")).to_state()
    state.approve(state.get_interruptions()[0], always_approve=True)
    result = await Runner.run(agent, state)
    assert [item.raw_item["id"] for item in result.interruptions] == ["c3"]
    assert [told["approve"] for told in outputs(model)] == [True, True]


async def test_a_callback_answers_a_server_in_place_of_a_person() -> None:
    tool = tool_of("mcp", [])
    tool.on_approval_request = lambda request: {"approve": False, "reason": request.data["name"]}
    agent, model = agent_with(tool, CALLS["mcp"])
    result = await Runner.run(agent, "go")
    assert result.final_output == "end"
    assert outputs(model) == [
        {
            "type": "mcp_approval_response",
            "approval_request_id": "c1",
            "approve": False,
            "reason": "remove",
        }
    ]


async def test_an_editor_that_fails_is_news_for_the_model() -> None:
    operation = {"type": "update_file", "path": "a.txt", "diff": "+hi"}
    agent, model = agent_with(
        tool_of("apply_patch", [], gated=False), {**CALLS["apply_patch"], "operation": operation}
    )
    await Runner.run(agent, "go")
    [told] = outputs(model)
    assert (told["status"], told["output"]) == ("failed", "read-only")


async def test_a_policy_of_a_custom_tool_sees_the_text() -> None:
    ran: list[str] = []
    tool = tool_of("custom", ran)
    tool.needs_approval = lambda context, text, call_id: "drop" in text
    harmless = {**CALLS["custom"], "call_id": "c0", "input": "select 1"}
    agent, _ = agent_with(tool, harmless, CALLS["custom"])
    result = await Runner.run(agent, "go")
    assert ran == ["select 1"]
    assert [item.arguments for item in result.interruptions] == ["drop x"]


async def test_a_local_shell_runs_its_command() -> None:
    call = {
        "type": "local_shell_call",
        "id": "l1",
        "call_id": "c1",
        "status": "completed",
        "action": {"type": "exec", "command": ["ls"], "env": {}},
    }
    tool = LocalShellTool(lambda request: " ".join(request.data["action"]["command"]))
    agent, model = agent_with(tool, call)
    await Runner.run(agent, "go")
    assert [told["output"] for told in outputs(model)] == ["ls"]


@pytest.mark.parametrize(
    "make",
    [
        lambda **how: ShellTool(print, **how),
        lambda **how: LocalShellTool(print, **how),
        lambda **how: ApplyPatchTool(Editor([]), **how),
        lambda **how: CustomTool("sql", "Run SQL.", print, **how),
        lambda **how: ComputerTool(print, **how),
    ],
)
def test_an_effect_that_does_not_exist_is_refused_for_tools_of_any_kind(make: Any) -> None:
    assert make().effect == "at_most_once"
    assert make(effect="pure").effect == "pure"
    with pytest.raises(ValueError, match="effect must be one of pure, idempotent, at_most_once"):
        make(effect="harmless")


def shell_call(limit: int | None = None) -> dict[str, Any]:
    action = {"commands": ["ls"], "max_output_length": limit}
    return {"type": "shell_call", "call_id": "c1", "action": action}


async def test_a_shell_result_is_told_to_hooks_as_a_terminal_shows_it() -> None:
    done, late = ShellCallOutcome("exit", 2), ShellCallOutcome("timeout")
    printed = [
        ShellCommandOutput("a\n", "oh", done, command="ls"),
        ShellCommandOutput("", "slow", late),
        ShellCommandOutput(),
    ]
    agent, model = agent_with(ShellTool(lambda request: ShellResult(printed)), shell_call())
    result = await Runner.run(agent, "go")
    (output,) = [item.output for item in result.new_items if item.type == "tool_call_output_item"]
    shown = "$ ls\na\n\nstderr:\noh\nexit code: 2\n\nstderr:\nslow\nstatus: timeout"
    assert output == shown
    (told,) = outputs(model)
    assert [(part["stdout"], part["stderr"]) for part in told["output"]] == [
        ("a\n", "oh"),
        ("", "slow"),
        ("", ""),
    ]
    outcomes = [part["outcome"] for part in told["output"]]
    assert outcomes == [
        {"type": "exit", "exit_code": 2},
        {"type": "timeout"},
        {"type": "exit", "exit_code": 0},
    ]


@pytest.mark.parametrize(
    ("asked", "own", "kept"), [(4, None, 4), (8, 2, 2), (2, 8, 2), (None, 4, 4), (3, 0, 0)]
)
async def test_a_shell_output_is_no_longer_than_the_model_or_the_executor_wants(
    asked: int | None, own: int | None, kept: int
) -> None:
    printed = [ShellCommandOutput("abc", "def"), ShellCommandOutput("ghi")]
    tool = ShellTool(lambda request: ShellResult(printed, max_output_length=own))
    agent, model = agent_with(tool, shell_call(asked))
    await Runner.run(agent, "go")
    (told,) = outputs(model)
    assert "".join(part["stdout"] + part["stderr"] for part in told["output"]) == "abcdefghi"[:kept]
    assert told["max_output_length"] == kept


@pytest.mark.parametrize("printed", [[], [ShellCommandOutput(stdout=None, stderr=None)]])  # type: ignore[arg-type]
async def test_a_shell_that_printed_nothing_says_so(printed: list[ShellCommandOutput]) -> None:
    agent, model = agent_with(ShellTool(lambda request: ShellResult(printed)), shell_call())
    (item,) = (await Runner.run(agent, "go")).new_items[1:2]
    assert getattr(item, "output", None) == "(no output)"
    told: Any = model.calls[-1].input[-1]
    assert [part["stdout"] for part in told["output"]] == ["" if printed else "(no output)"]


async def test_a_shell_output_that_is_a_text_is_cut_as_well() -> None:
    agent, model = agent_with(ShellTool(lambda request: "abcdef"), shell_call(2))
    await Runner.run(agent, "go")
    (told,) = outputs(model)
    assert told["output"][0]["stdout"] == "ab"


@pytest.mark.parametrize("kind", ["shell", "apply_patch", "custom", "local_shell"])
async def test_a_native_tool_that_fails_is_on_record_as_failed(kind: str) -> None:
    def fail(*_: Any) -> str:
        raise OSError("read-only")

    update = {"type": "update_file", "path": "a.txt", "diff": "+hi"}
    local: dict[str, Any] = {"type": "exec", "command": ["ls"], "env": {}}
    tools: dict[str, tuple[Any, dict[str, Any]]] = {
        "shell": (ShellTool(fail), CALLS["shell"]),
        "apply_patch": (ApplyPatchTool(Editor([])), {**CALLS["apply_patch"], "operation": update}),
        "custom": (CustomTool("sql", "Run SQL.", fail), CALLS["custom"]),
        "local_shell": (
            LocalShellTool(fail),
            {"type": "local_shell_call", "id": "l1", "call_id": "c1", "action": local},
        ),
    }
    ledger = MemoryLedger()
    agent, model = agent_with(*tools[kind])
    await Runner.run(agent, "go", run_config=RunConfig(ledger=ledger))
    assert [call.call_id for call in ledger.failed] == ["c1"]
    assert "read-only" in str(outputs(model)[0]["output"])
