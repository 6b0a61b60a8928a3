"""The agent-run engine: agents, tools, approvals, and states to go on from."""

from __future__ import annotations

import importlib
from typing import Any

from core.agent import (
    Agent,
    AgentBase,
    AgentToolStreamEvent,
    StopAtTools,
    ToolsToFinalOutputFunction,
    ToolsToFinalOutputResult,
)
from core.arguments import ArgumentsError
from core.exceptions import (
    AgentsException,
    InputGuardrailTripwireTriggered,
    MaxTurnsExceeded,
    MCPToolCancellationError,
    ModelBehaviorError,
    ModelRefusalError,
    ModelTimeoutError,
    OutputGuardrailTripwireTriggered,
    RunErrorDetails,
    ToolInputGuardrailTripwireTriggered,
    ToolOutputGuardrailTripwireTriggered,
    ToolTimeoutError,
    UserError,
    state_of,
)
from core.function_tool import FunctionTool, default_tool_error_function, function_tool
from core.guardrail import (
    GuardrailFunctionOutput,
    InputGuardrail,
    InputGuardrailResult,
    OutputGuardrail,
    OutputGuardrailResult,
    input_guardrail,
    output_guardrail,
)
from core.handoffs import Handoff, HandoffInputData, HandoffInputFilter, handoff
from core.items import (
    CompactionItem,
    HandoffCallItem,
    HandoffOutputItem,
    InputItem,
    ItemHelpers,
    MCPApprovalRequestItem,
    MCPApprovalResponseItem,
    MCPListToolsItem,
    MessageOutputItem,
    ModelResponse,
    ReasoningItem,
    RunItem,
    ToolApprovalItem,
    ToolCallItem,
    ToolCallOutputItem,
    ToolSearchCallItem,
    ToolSearchOutputItem,
    TResponseInputItem,
)
from core.ledger import AlreadyDone, Effect, Go, InDoubt, LedgerCall, Refused, ToolLedger
from core.lifecycle import AgentHooks, RunHooks
from core.memory import Session, SessionABC, SessionSettings, SQLiteSession
from core.model_settings import ModelSettings
from core.models.interface import Model, ModelProvider, ModelTracing
from core.models.multi_provider import MultiProvider
from core.prompts import DynamicPromptFunction, GenerateDynamicPromptData, Prompt
from core.result import AgentToolInvocation, RunResult, RunResultStreaming
from core.retry import (
    ModelRetryAdvice,
    ModelRetryAdviceRequest,
    ModelRetryBackoffSettings,
    ModelRetryNormalizedError,
    ModelRetrySettings,
    RetryDecision,
    RetryPolicy,
    RetryPolicyContext,
)
from core.run import Runner
from core.run_config import (
    CallModelData,
    ModelInputData,
    OutputGuardrailBlockedMessageArgs,
    OutputGuardrailBlockedMessageFormatter,
    ReasoningItemIdPolicy,
    RunConfig,
    ToolErrorFormatter,
    ToolErrorFormatterArgs,
    ToolExecutionConfig,
    ToolNameCollisionPolicy,
    ToolNotFoundBehavior,
)
from core.run_context import AgentHookContext, RunContextWrapper, TContext
from core.run_error_handlers import (
    RunErrorData,
    RunErrorHandler,
    RunErrorHandlerInput,
    RunErrorHandlerResult,
    RunErrorHandlers,
)
from core.run_state import RunState
from core.stream_events import (
    AgentUpdatedStreamEvent,
    RawResponsesStreamEvent,
    RunItemStreamEvent,
    StreamEvent,
)
from core.tool import (
    CodeInterpreterTool,
    FileSearchTool,
    FunctionToolResult,
    HostedMCPTool,
    ImageGenerationTool,
    ShellActionRequest,
    ShellCallData,
    ShellCallOutcome,
    ShellCommandOutput,
    ShellCommandRequest,
    ShellExecutor,
    ShellResult,
    ShellTool,
    Tool,
    ToolOrigin,
    ToolOriginType,
    ToolSearchTool,
    WebSearchTool,
)
from core.tool_context import ToolContext
from core.tool_guardrails import (
    ToolGuardrailFunctionOutput,
    ToolInputGuardrail,
    ToolInputGuardrailData,
    ToolInputGuardrailResult,
    ToolOutputGuardrail,
    ToolOutputGuardrailData,
    ToolOutputGuardrailResult,
    tool_input_guardrail,
    tool_output_guardrail,
)
from core.usage import Usage

__version__ = "0.24.0"
"""The version of the Agents SDK whose public names these are."""

LAZY = {
    "OpenAIResponsesModel": "core.models.openai_responses",
    "OpenAIChatCompletionsModel": "core.models.openai_chatcompletions",
    "OpenAIProvider": "core.models.openai_provider",
}
"""Names whose modules import `openai`, which takes longer than everything else together."""


def __getattr__(name: str) -> Any:
    if name in LAZY:
        return getattr(importlib.import_module(LAZY[name]), name)
    raise AttributeError(f"module 'core' has no attribute {name!r}")


__all__ = [name for name in globals() if name[0].isupper()]
