"""The tools an agent can have, all in the module where the Agents SDK has them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from core.computer import AsyncComputer, Computer
from core.lazy_names import lazy_names
from core.outputs.tool_results import FunctionToolResult
from core.tools.computer_tool import (
    ComputerProvider,
    ComputerTool,
    ComputerToolSafetyCheckData,
    dispose_resolved_computers,
    resolve_computer,
)
from core.tools.custom_data import (
    ApplyPatchToolCustomDataContext,
    ApplyPatchToolCustomDataExtractor,
    ComputerToolCustomDataContext,
    ComputerToolCustomDataExtractor,
    CustomToolCustomDataContext,
    CustomToolCustomDataExtractor,
    FunctionToolCustomDataContext,
    FunctionToolCustomDataExtractor,
)
from core.tools.failure import (
    default_tool_error_function,
    maybe_invoke_function_tool_failure_error_function,
    resolve_function_tool_failure_error_function,
)
from core.tools.function_invoker import invoke_function_tool
from core.tools.function_tools import (
    FunctionTool,
    MaybeAwaitable,
    ToolErrorFunction,
    ToolTimeoutBehavior,
    function_tool,
)
from core.tools.hosted_tools import (
    CodeInterpreterTool,
    FileSearchTool,
    HostedMCPTool,
    ImageGenerationTool,
    ImageGenerationToolConfig,
    ProgrammaticToolCallingTool,
    ToolSearchTool,
    WebSearchTool,
)
from core.tools.namespaces import tool_namespace
from core.tools.native_tools import (
    ApplyPatchTool,
    CustomTool,
    LocalShellCommandRequest,
    LocalShellExecutor,
    LocalShellTool,
)
from core.tools.origin import ToolOrigin, ToolOriginType
from core.tools.shell_tool import (
    ShellActionRequest,
    ShellCallData,
    ShellCallOutcome,
    ShellCommandOutput,
    ShellCommandRequest,
    ShellExecutor,
    ShellResult,
    ShellTool,
)
from core.transcript.callers import ToolCaller

if TYPE_CHECKING:
    from core.outputs.content import (
        ToolOutputFileContent,
        ToolOutputFileContentDict,
        ToolOutputImage,
        ToolOutputImageDict,
        ToolOutputText,
        ToolOutputTextDict,
        ValidToolOutputPydanticModels,
    )
else:
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "core.outputs.content": """
                ToolOutputFileContent ToolOutputFileContentDict ToolOutputImage ToolOutputImageDict
                ToolOutputText ToolOutputTextDict ValidToolOutputPydanticModels
            """
        },
    )

DEFAULT_APPROVAL_REJECTION_MESSAGE = "Tool execution was not approved."
"""What the model reads in place of the output of a refused call."""

Tool: TypeAlias = (
    FunctionTool
    | ShellTool
    | LocalShellTool
    | ApplyPatchTool
    | CustomTool
    | ComputerTool[Any]
    | FileSearchTool
    | WebSearchTool
    | HostedMCPTool
    | CodeInterpreterTool
    | ImageGenerationTool
    | ToolSearchTool
    | ProgrammaticToolCallingTool
)
"""Any tool."""

__all__ = [
    "DEFAULT_APPROVAL_REJECTION_MESSAGE",
    "ApplyPatchTool",
    "ApplyPatchToolCustomDataContext",
    "ApplyPatchToolCustomDataExtractor",
    "AsyncComputer",
    "CodeInterpreterTool",
    "Computer",
    "ComputerProvider",
    "ComputerTool",
    "ComputerToolCustomDataContext",
    "ComputerToolCustomDataExtractor",
    "ComputerToolSafetyCheckData",
    "CustomTool",
    "CustomToolCustomDataContext",
    "CustomToolCustomDataExtractor",
    "FileSearchTool",
    "FunctionTool",
    "FunctionToolCustomDataContext",
    "FunctionToolCustomDataExtractor",
    "FunctionToolResult",
    "HostedMCPTool",
    "ImageGenerationTool",
    "ImageGenerationToolConfig",
    "LocalShellCommandRequest",
    "LocalShellExecutor",
    "LocalShellTool",
    "MaybeAwaitable",
    "ProgrammaticToolCallingTool",
    "ShellActionRequest",
    "ShellCallData",
    "ShellCallOutcome",
    "ShellCommandOutput",
    "ShellCommandRequest",
    "ShellExecutor",
    "ShellResult",
    "ShellTool",
    "Tool",
    "ToolCaller",
    "ToolErrorFunction",
    "ToolOrigin",
    "ToolOriginType",
    "ToolOutputFileContent",
    "ToolOutputFileContentDict",
    "ToolOutputImage",
    "ToolOutputImageDict",
    "ToolOutputText",
    "ToolOutputTextDict",
    "ToolSearchTool",
    "ToolTimeoutBehavior",
    "ValidToolOutputPydanticModels",
    "WebSearchTool",
    "default_tool_error_function",
    "dispose_resolved_computers",
    "function_tool",
    "invoke_function_tool",
    "maybe_invoke_function_tool_failure_error_function",
    "resolve_computer",
    "resolve_function_tool_failure_error_function",
    "tool_namespace",
]
