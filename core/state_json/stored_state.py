"""A state as JSON and back."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from core.exceptions import UserError
from core.run_context import RunContextWrapper

if TYPE_CHECKING:
    from core.agent import Agent
    from core.run_state import RunState

ContextSerializer = Callable[[Any], Mapping[str, Any]]
ContextDeserializer = Callable[[Mapping[str, Any]], Any]
ContextOverride = Mapping[str, Any] | RunContextWrapper[Any]


class StoredState:
    """What a run state can do with JSON. The format is that of the Agents SDK."""

    def to_json(
        self,
        *,
        context_serializer: ContextSerializer | None = None,
        strict_context: bool = False,
        include_tracing_api_key: bool = False,
    ) -> dict[str, Any]:
        """The state as JSON, in the format of the Agents SDK."""
        from core.state_json.write import write_state

        return write_state(
            self,  # type: ignore[arg-type]
            context_serializer=context_serializer,
            strict_context=strict_context,
            include_tracing_api_key=include_tracing_api_key,
        )

    def to_string(
        self,
        *,
        context_serializer: ContextSerializer | None = None,
        strict_context: bool = False,
        include_tracing_api_key: bool = False,
    ) -> str:
        """The state as JSON text."""
        document = self.to_json(
            context_serializer=context_serializer,
            strict_context=strict_context,
            include_tracing_api_key=include_tracing_api_key,
        )
        return json.dumps(document, separators=(",", ":"), ensure_ascii=False)

    @staticmethod
    async def from_string(
        initial_agent: Agent[Any],
        state_string: str,
        *,
        context_override: ContextOverride | None = None,
        context_deserializer: ContextDeserializer | None = None,
        strict_context: bool = False,
    ) -> RunState[Any, Agent[Any]]:
        """The state from JSON text; the agent is the one the run was started with."""
        try:
            document = json.loads(state_string)
        except ValueError as error:
            raise UserError(f"Failed to parse run state JSON: {error}") from error
        return await StoredState.from_json(
            initial_agent,
            document,
            context_override=context_override,
            context_deserializer=context_deserializer,
            strict_context=strict_context,
        )

    @staticmethod
    async def from_json(
        initial_agent: Agent[Any],
        state_json: dict[str, Any],
        *,
        context_override: ContextOverride | None = None,
        context_deserializer: ContextDeserializer | None = None,
        strict_context: bool = False,
    ) -> RunState[Any, Agent[Any]]:
        """The state from JSON; the agent is the one the run was started with."""
        from core.state_json.read import read_state

        return read_state(
            initial_agent,
            state_json,
            context_override=context_override,
            context_deserializer=context_deserializer,
            strict_context=strict_context,
        )
