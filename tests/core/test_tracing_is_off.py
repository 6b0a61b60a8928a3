"""Nobody is told of a run until somebody asks to be told."""

import os
import subprocess
import sys

CODE = """
import asyncio
from core import Agent, Runner, add_trace_processor, function_tool, get_current_trace
from core.testing import ScriptedModel, assistant_message, function_call
from core.tracing import NoOpTrace, TracingProcessor

class Names(TracingProcessor):
    names = []
    def on_trace_start(self, trace): self.names.append(trace.name)
    def on_trace_end(self, trace): pass
    def on_span_start(self, span): pass
    def on_span_end(self, span): pass
    def shutdown(self): pass
    def force_flush(self): pass

seen = []

@function_tool
def look() -> str:
    seen.append(get_current_trace())
    return "seen"

def run():
    steps = [[function_call("look", {}, call_id="c")], [assistant_message("done")]]
    return asyncio.run(Runner.run(Agent("A", tools=[look], model=ScriptedModel(steps)), "go"))

off = run().to_state().trace
add_trace_processor(Names())
on = run().to_state().trace
import sys
exporter = "core.tracing.backend" in sys.modules
print(isinstance(seen[0], NoOpTrace | None), off, Names.names, on is not None, exporter)
"""


def test_tracing_is_off_until_a_processor_is_added_and_nothing_is_exported() -> None:
    environment = os.environ | {"OPENAI_API_KEY": "sk-test"}
    done = subprocess.run(
        [sys.executable, "-c", CODE], capture_output=True, text=True, check=True, env=environment
    )
    assert done.stdout.split("\n")[0] == "True None ['Agent workflow'] True False"
