"""The same work for either engine: what stands here is written against the names both have.

The model costs nothing: its answers are made beforehand, of the objects real clients give, and
which one is due follows from how much it is shown.
"""

import importlib
from dataclasses import dataclass, field
from typing import Any

from openai.types.responses import (
    ResponseFunctionToolCall,
    ResponseOutputMessage,
    ResponseOutputText,
)


def model_of(engine: Any, tool: str, arguments: str, turns: int) -> Any:
    """A model that calls a tool in every turn but the last."""

    class Fake(engine.Model):  # type: ignore[misc]
        async def get_response(self, **request: Any) -> Any:
            given = request["input"]
            return answers[0 if isinstance(given, str) else len(given) // 2]

        def stream_response(self, **request: Any) -> Any:
            raise NotImplementedError

    answers = []
    for number in range(turns):
        usage = engine.Usage(requests=1, input_tokens=10, output_tokens=5, total_tokens=15)
        output: Any = ResponseFunctionToolCall(
            type="function_call",
            id=f"fc_{number}",
            call_id=f"call_{number}",
            name=tool,
            arguments=arguments,
            status="completed",
        )
        if number == turns - 1:
            text = ResponseOutputText(type="output_text", text="All is well.", annotations=[])
            output = ResponseOutputMessage(
                id="msg", type="message", role="assistant", status="completed", content=[text]
            )
        answers.append(
            engine.ModelResponse(output=[output], usage=usage, response_id=f"resp_{number}")
        )
    return Fake()


@dataclass
class Workload:
    """Agents of one engine, and the runs they make."""

    name: str
    """The module: `agents` or `core`."""
    engine: Any = field(init=False)
    config: Any = field(init=False)
    restarts: Any = field(init=False)
    """The model behind agents whose tool needs approval."""
    gated: Any = field(init=False)
    """One of them, for many runs."""

    def __post_init__(self) -> None:
        engine = self.engine = importlib.import_module(self.name)
        self.config = engine.RunConfig(tracing_disabled=True)
        self.restarts = model_of(engine, "restart", '{"service":"payments","force":false}', 2)
        self.gated = self.gatekeeper()

    def gatekeeper(self) -> Any:
        """An agent whose tool needs approval."""

        @self.engine.function_tool(needs_approval=True)  # type: ignore[untyped-decorator]
        async def restart(service: str, force: bool) -> str:
            """Restart a service."""
            return f"restarted {service}"

        return self.engine.Agent(name="Ops", tools=[restart], model=self.restarts)

    def looker(self, turns: int) -> Any:
        """An agent that looks at a file in every turn but the last."""

        @self.engine.function_tool  # type: ignore[untyped-decorator]
        async def look(path: str) -> str:
            """Read a file."""
            return f"contents of {path}"

        model = model_of(self.engine, "look", '{"path":"a.txt"}', turns)
        return self.engine.Agent(name="Ops", tools=[look], model=model)

    async def run(self, agent: Any) -> Any:
        """A run from the beginning, to its end or to a pause."""
        return await self.engine.Runner.run(agent, "go", max_turns=1000, run_config=self.config)

    async def pause(self) -> str:
        """A run up to the question, as JSON."""
        result = await self.run(self.gated)
        assert len(result.interruptions) == 1
        return str(result.to_state().to_string())

    async def resume(self, text: str) -> Any:
        """The rest of it, from JSON and with a yes."""
        state = await self.engine.RunState.from_string(self.gated, text)
        state.approve(state.get_interruptions()[0])
        result = await self.engine.Runner.run(self.gated, state, run_config=self.config)
        assert result.final_output == "All is well."
        return result
