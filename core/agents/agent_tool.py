"""Agents as tools: a run inside a call. It pauses with the run around it and goes on with it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from core.agent_tool_input import ToolInput, resolve_agent_tool_input
from core.approvals.book import ApprovalBook
from core.concurrency.event_relay import relay
from core.concurrency.maybe_await import settled
from core.exceptions import UserError
from core.handoffs import function_name
from core.outputs.tool_pause import ToolPause
from core.result import AgentToolInvocation, RunResult, RunResultStreaming
from core.run import Runner
from core.run_config import DEFAULT_MAX_TURNS, RunConfig, coerce_run_config
from core.tools.failure import default_tool_error_function
from core.tools.function_invoker import failed
from core.tools.function_tools import FunctionTool
from core.tools.origin import ToolOrigin, ToolOriginType
from core.transcript.item_text import ItemHelpers

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.agent import Agent
    from core.lifecycle import RunHooks
    from core.memory.session import Session
    from core.run_state import RunState
    from core.tool_context import ToolContext
    from core.tools.function_tools import NeedsApproval, ToolErrorFunction


def agent_tool(
    agent: Agent[Any],
    tool_name: str | None,
    tool_description: str | None,
    custom_output_extractor: Callable[[Any], Any] | None = None,
    is_enabled: Any = True,
    on_stream: Callable[[Any], Any] | None = None,
    run_config: RunConfig | dict[str, Any] | None = None,
    max_turns: int | None = None,
    hooks: RunHooks[Any] | None = None,
    previous_response_id: str | None = None,
    conversation_id: str | None = None,
    session: Session | None = None,
    failure_error_function: ToolErrorFunction | None = default_tool_error_function,
    needs_approval: NeedsApproval = False,
    parameters: type[Any] | None = None,
    input_builder: Callable[[Any], Any] | None = None,
    include_input_schema: bool = False,
    on_stream_max_pending_events: int | None = 1024,
) -> FunctionTool:
    """A tool that runs an agent on its input and returns the agent's final output."""
    _check_stream(on_stream, on_stream_max_pending_events)
    takes = ToolInput(parameters, include_schema=include_input_schema)
    name = tool_name or function_name(agent.name)
    options = {
        "max_turns": DEFAULT_MAX_TURNS if max_turns is None else max_turns,
        "hooks": hooks,
        "previous_response_id": previous_response_id,
        "conversation_id": conversation_id,
        "session": session,
    }
    return FunctionTool(
        name=name,
        description=tool_description or "",
        params_json_schema=takes.schema,
        on_invoke_tool=AgentInvoker(
            agent=agent,
            takes=takes,
            input_builder=input_builder,
            extractor=custom_output_extractor,
            on_stream=on_stream,
            backlog=on_stream_max_pending_events,
            config=None if run_config is None else coerce_run_config(run_config),
            options=options,
            policy=failure_error_function,
        ),
        is_enabled=is_enabled,
        needs_approval=needs_approval,
        failure_error_function=failure_error_function,
        # What runs inside is protected call by call; starting it anew repeats none of it.
        effect="idempotent",
        origin=ToolOrigin(
            ToolOriginType.AGENT_AS_TOOL, agent_name=agent.name, agent_tool_name=name
        ),
        agent=agent,
    )


@dataclass(frozen=True)
class AgentInvoker:
    """Runs the agent behind a tool."""

    agent: Agent[Any]
    takes: ToolInput
    input_builder: Callable[[Any], Any] | None
    extractor: Callable[[Any], Any] | None
    on_stream: Callable[[Any], Any] | None
    backlog: int | None
    config: RunConfig | None
    options: dict[str, Any]
    policy: ToolErrorFunction | None

    async def __call__(self, ctx: ToolContext[Any], input: str) -> Any:  # noqa: A002
        try:
            return await self._run(ctx, input)
        except Exception as error:  # noqa: BLE001 - whatever a nested run raises is a failure
            return await failed(self.policy, ctx, error)

    async def _run(self, ctx: ToolContext[Any], input: str) -> Any:  # noqa: A002
        nested = None if ctx.call is None else ctx.call.nested
        options = self.options | {"run_config": self._config(ctx)}
        if nested is None:
            given, options["context"] = await self._begin(ctx, input)
        else:
            given, options["context"] = nested, None
            nested.context.usage = ctx.usage
        if self.on_stream is None:
            result: Any = await Runner.run(self.agent, given, **options)
        else:
            result = await self._streamed(ctx, given, options)
        # A runner put in place of ours may give results that know nothing of pauses.
        if getattr(result, "interruptions", None):
            return ToolPause(result.to_state())
        result.__dict__["_invocation"] = AgentToolInvocation(
            ctx.tool_name, ctx.tool_call_id, ctx.tool_arguments
        )
        if self.extractor is not None:
            return await settled(self.extractor(result))
        return exported(result)

    async def _begin(self, ctx: ToolContext[Any], text: str) -> tuple[Any, ToolContext[Any]]:
        """The input of the nested run, and a context of its own: decisions do not leak."""
        params = self.takes.read(ctx.tool_name, text)
        config = self.config or ctx.run_config
        context = replace(ctx, approvals=ApprovalBook(), tool_input=None, run_config=config)
        if self.takes.is_structured(params):
            context.tool_input = params
        given = await resolve_agent_tool_input(
            params=params, schema_info=self.takes.info, input_builder=self.input_builder
        )
        return given, context

    def _config(self, ctx: ToolContext[Any]) -> RunConfig:
        """The settings of the nested run; its checkpoints are checkpoints of the run around it."""
        config = self.config or ctx.run_config or RunConfig()
        outer = ctx.run_config
        call, save = ctx.call, None if outer is None else outer.checkpoint
        if call is None or ctx.save is None:
            return config

        async def checkpoint(state: RunState[Any, Any]) -> None:
            call.nested = state
            if save is not None and ctx.save is not None:
                await ctx.save()

        ledger = config.ledger or (None if outer is None else outer.ledger)
        return replace(
            config,
            checkpoint=checkpoint,
            ledger=ledger,
            run_id=f"{ctx.run_id}.{ctx.tool_call_id}",
        )

    async def _streamed(
        self, ctx: ToolContext[Any], given: Any, options: dict[str, Any]
    ) -> RunResult | RunResultStreaming:
        result = Runner.run_streamed(self.agent, given, **options)
        agent = getattr(result, "current_agent", self.agent)

        async def tell(event: Any) -> None:
            nonlocal agent
            agent = getattr(event, "new_agent", agent)
            if self.on_stream is not None:
                told = {"event": event, "agent": agent, "tool_call": ctx.tool_call}
                await settled(self.on_stream(told))

        await relay(result.stream_events(), tell, self.backlog)
        return result


def _check_stream(on_stream: Any, backlog: int | None) -> None:
    if on_stream is not None and not callable(on_stream):
        raise UserError(
            "on_stream must be callable or None; settings of the nested run go to run_config=."
        )
    if backlog is not None and backlog < 1:
        raise UserError("on_stream_max_pending_events must be a positive integer or None.")


def exported(result: Any) -> Any:
    """What a nested run answers with: its final output, or when that says nothing, the last thing
    that was said in it. Of a checked output nothing else gets out."""
    output = result.final_output
    if output not in (None, "") or result.output_guardrail_results:
        return output
    for item in reversed(result.new_items):
        text = None
        if item.type == "message_output_item":
            text = ItemHelpers.text_message_output(item)
        elif item.type == "tool_call_output_item" and isinstance(item.output, str):
            text = item.output
        if text:
            return text
    return output
