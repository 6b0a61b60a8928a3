"""Tools the model provider runs itself; the engine only passes their settings on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NotRequired, Required

from typing_extensions import TypedDict

if TYPE_CHECKING:
    from core.ledger import Effect
    from core.run_context import RunContextWrapper


@dataclass
class FileSearchTool:
    """Search in vector stores."""

    vector_store_ids: list[str]
    max_num_results: int | None = None
    include_search_results: bool = False
    ranking_options: Any = None
    filters: Any = None

    @property
    def name(self) -> str:
        """The name of the tool."""
        return "file_search"


@dataclass
class WebSearchTool:
    """Search on the web."""

    user_location: Any = None
    filters: Any = None
    search_context_size: Literal["low", "medium", "high"] = "medium"
    external_web_access: bool | None = None
    search_content_types: list[Literal["text", "image"]] | None = None
    image_settings: Any = None

    @property
    def name(self) -> str:
        """The name of the tool."""
        return "web_search"


@dataclass
class CodeInterpreterTool:
    """Run Python at the provider's."""

    tool_config: Any

    @property
    def name(self) -> str:
        """The name of the tool."""
        return "code_interpreter"


class ImageMask(TypedDict, total=False):
    """What of an image is to be edited, by file or by address."""

    file_id: str
    image_url: str


class ImageGenerationToolConfig(TypedDict, total=False):
    """How images are made."""

    type: Required[Literal["image_generation"]]
    action: Literal["generate", "edit", "auto"]
    background: Literal["transparent", "opaque", "auto"]
    input_fidelity: Literal["high", "low"] | None
    input_image_mask: ImageMask
    model: str
    moderation: Literal["auto", "low"]
    output_compression: int
    output_format: Literal["png", "webp", "jpeg"]
    partial_images: int
    quality: Literal["low", "medium", "high", "xhigh", "max", "auto"]
    size: str


@dataclass
class ImageGenerationTool:
    """Make images."""

    tool_config: ImageGenerationToolConfig

    @property
    def name(self) -> str:
        """The name of the tool."""
        return "image_generation"


@dataclass
class ToolSearchTool:
    """Let the model find tools whose definitions are loaded later."""

    description: str | None = None
    execution: Literal["server", "client"] | None = None
    parameters: object | None = None

    @property
    def name(self) -> str:
        """The name of the tool."""
        return "tool_search"


@dataclass
class ProgrammaticToolCallingTool:
    """Let the model write programs that call tools; they run at the provider's."""

    @property
    def name(self) -> str:
        """The name of the tool."""
        return "programmatic_tool_calling"


@dataclass
class MCPToolApprovalRequest:
    """The provider wants to call a tool of an MCP server."""

    ctx_wrapper: RunContextWrapper[Any]
    data: Any


class MCPToolApprovalFunctionResult(TypedDict):
    """The answer of a callback to such a request."""

    approve: bool
    reason: NotRequired[str]


MCPToolApprovalFunction = Callable[[MCPToolApprovalRequest], Any]


@dataclass
class HostedMCPTool:
    """The tools of an MCP server, called by the provider."""

    tool_config: Any
    on_approval_request: MCPToolApprovalFunction | None = None

    effect: ClassVar[Effect] = "pure"
    """What is done here is to answer the provider's question."""

    @property
    def name(self) -> str:
        """The name of the tool."""
        return "hosted_mcp"
