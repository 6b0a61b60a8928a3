"""Handoffs: tools by which one agent lets another go on."""

from __future__ import annotations

import inspect
import json
import re
import weakref
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeAlias

from typing_extensions import TypeVar

from core.concurrency.maybe_await import settled
from core.exceptions import ModelBehaviorError, UserError
from core.handoffs.history import (
    default_handoff_history_mapper,
    get_conversation_history_wrappers,
    nest_handoff_history,
    reset_conversation_history_wrappers,
    set_conversation_history_wrappers,
)
from core.run_context import TContext
from core.strict_schema import ensure_strict_json_schema

if TYPE_CHECKING:
    from core.agent import Agent, AgentBase
    from core.items import RunItem, TResponseInputItem
    from core.run_context import RunContextWrapper

__all__ = [
    "Handoff",
    "HandoffHistoryMapper",
    "HandoffInputData",
    "HandoffInputFilter",
    "default_handoff_history_mapper",
    "function_name",
    "get_conversation_history_wrappers",
    "handoff",
    "nest_handoff_history",
    "reset_conversation_history_wrappers",
    "set_conversation_history_wrappers",
]

TAgent = TypeVar("TAgent", default=Any)
THandoffInput = TypeVar("THandoffInput", default=Any)
OnHandoffWithInput: TypeAlias = Callable[..., Any]
OnHandoffWithoutInput: TypeAlias = Callable[..., Any]
HandoffInputFilter: TypeAlias = Callable[
    ["HandoffInputData"], "Awaitable[HandoffInputData] | HandoffInputData"
]
HandoffHistoryMapper: TypeAlias = Callable[[list["TResponseInputItem"]], list["TResponseInputItem"]]


@dataclass(frozen=True)
class HandoffInputData:
    """What the next agent is given, for a filter to change."""

    input_history: str | tuple[TResponseInputItem, ...]
    """The input of the run."""
    pre_handoff_items: tuple[RunItem, ...]
    """Items made before the turn of the handoff."""
    new_items: tuple[RunItem, ...]
    """Items of that turn, the handoff among them."""
    run_context: RunContextWrapper[Any] | None = None
    input_items: tuple[RunItem, ...] | None = None
    """What the model sees in place of `new_items`; those stay in the record of the run."""

    def clone(self, **kwargs: Any) -> HandoffInputData:
        """A copy with other values for some fields."""
        twin = replace(self, **kwargs)
        if "_forwarded" in self.__dict__:
            twin.__dict__["_forwarded"] = self.__dict__["_forwarded"]
        return twin


@dataclass
class Handoff(Generic[TContext, TAgent]):
    """A tool by which an agent hands over."""

    tool_name: str
    tool_description: str
    input_json_schema: dict[str, Any]
    on_invoke_handoff: Callable[[RunContextWrapper[Any], str], Awaitable[TAgent]]
    """Gets the arguments as JSON text; returns the agent that goes on."""
    agent_name: str
    input_filter: HandoffInputFilter | None = None
    nest_handoff_history: bool | None = None
    strict_json_schema: bool = True
    is_enabled: bool | Callable[..., Any] = True
    agent_ref: weakref.ref[AgentBase[Any]] | None = field(default=None, init=False, repr=False)
    """The agent it leads to, when that is known beforehand."""

    def get_transfer_message(self, agent: AgentBase[Any]) -> str:
        """What the model reads as the output of the handoff."""
        return json.dumps({"assistant": agent.name})

    @classmethod
    def default_tool_name(cls, agent: AgentBase[Any]) -> str:
        """The name of the tool that leads to an agent."""
        return function_name(f"transfer_to_{agent.name}")

    @classmethod
    def default_tool_description(cls, agent: AgentBase[Any]) -> str:
        """What the model is told about that tool."""
        more = agent.handoff_description or ""
        return f"Handoff to the {agent.name} agent to handle the request. {more}"


def function_name(text: str) -> str:
    """A text as the name of a function."""
    return re.sub(r"[^a-zA-Z0-9_]", "_", text).lower()


def handoff(
    agent: Agent[TContext],
    tool_name_override: str | None = None,
    tool_description_override: str | None = None,
    on_handoff: OnHandoffWithInput | OnHandoffWithoutInput | None = None,
    input_type: type[Any] | None = None,
    input_filter: HandoffInputFilter | None = None,
    nest_handoff_history: bool | None = None,
    is_enabled: bool | Callable[[RunContextWrapper[Any], Agent[TContext]], Any] = True,
) -> Handoff[TContext, Agent[TContext]]:
    """A handoff to an agent, with a callback and typed input if wanted."""
    _check_callback(on_handoff, input_type)
    adapter: Any = None
    if input_type is not None:
        from pydantic import TypeAdapter

        adapter = TypeAdapter(input_type)
    schema = adapter.json_schema() if adapter is not None else {}

    async def invoke(context: RunContextWrapper[Any], text: str) -> Agent[TContext]:
        if adapter is not None:
            data = _read_input(adapter, text)
            if on_handoff is not None:
                await settled(on_handoff(context, data))
        elif on_handoff is not None:
            await settled(on_handoff(context))
        return agent

    made: Handoff[TContext, Agent[TContext]] = Handoff(
        tool_name=tool_name_override or Handoff.default_tool_name(agent),
        tool_description=tool_description_override or Handoff.default_tool_description(agent),
        input_json_schema=ensure_strict_json_schema(schema),
        on_invoke_handoff=invoke,
        agent_name=agent.name,
        input_filter=input_filter,
        nest_handoff_history=nest_handoff_history,
        is_enabled=partial(_asked, is_enabled) if callable(is_enabled) else is_enabled,
    )
    made.agent_ref = weakref.ref(agent)
    return made


async def _asked(
    condition: Callable[..., Any], context: RunContextWrapper[Any], agent: Agent[Any]
) -> bool:
    return bool(await settled(condition(context, agent)))


def _check_callback(on_handoff: Any, input_type: type[Any] | None) -> None:
    if on_handoff is None:
        if input_type is not None:
            raise UserError("You must provide on_handoff when input_type is provided")
        return
    if not callable(on_handoff):
        raise UserError("on_handoff must be callable")
    wanted = 1 if input_type is None else 2
    if len(inspect.signature(on_handoff).parameters) != wanted:
        arguments = "one argument: context" if wanted == 1 else "two arguments: context and input"
        raise UserError(f"on_handoff must take {arguments}")


def _read_input(adapter: Any, text: str | None) -> Any:
    if text is None:
        raise ModelBehaviorError("Handoff function expected non-null input, but got None")
    try:
        return adapter.validate_json(text, strict=True)
    except ValueError as error:
        raise ModelBehaviorError(f"Invalid JSON input for handoff: {error}") from error
