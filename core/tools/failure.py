"""What happens when a tool fails: who puts it into words for the model, or that the run ends.

In order: the tool's own function; None, which lets the error end the run; else the run's
`tool_error_formatter`; else the usual words. The error itself is never shown to the model unasked.
"""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from core.concurrency.maybe_await import settled
from core.exceptions import AgentsException, UserError
from core.logger import logger
from core.tools.error_words import ToolErrorFormatterArgs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.run_context import RunContextWrapper
    from core.tools.error_words import ToolErrorFormatter
    from core.tools.function_tools import FunctionTool, ToolErrorFunction

DEFAULT_MESSAGE = "An error occurred while running the tool. Please try again."
CANCELLED = "Tool execution cancelled."


class UNSET:
    """Nothing was arranged for failures, where None means something."""


@contextmanager
def ends_the_run(name: str) -> Iterator[None]:
    """What fails inside is an error of ours that names the tool."""
    try:
        yield
    except AgentsException:
        raise
    except Exception as error:
        raise UserError(f"Error running tool {name}: {error}") from error


def default_tool_error_function(ctx: RunContextWrapper[Any], error: Exception) -> str:
    """What the model reads when a tool fails and nothing else is arranged."""
    return DEFAULT_MESSAGE


def resolve_function_tool_failure_error_function(
    function_tool: FunctionTool,
) -> ToolErrorFunction | None:
    """Who puts the failures of a tool into words; None when they end the run."""
    policy: Any = function_tool.failure_error_function
    return default_tool_error_function if policy is UNSET else policy


async def maybe_invoke_function_tool_failure_error_function(
    *, function_tool: FunctionTool, context: RunContextWrapper[Any], error: BaseException
) -> str | None:
    """What the model reads about a failure of a tool; None when it ends the run."""
    return await explain(function_tool.failure_error_function, context, error)


async def explain(policy: Any, context: RunContextWrapper[Any], error: BaseException) -> str | None:
    """What the model reads about a failure; None when it ends the run."""
    if policy is None:
        return None
    told = error if isinstance(error, Exception) else RuntimeError(CANCELLED)
    logger.error("A tool failed (%s); the model is told.", type(error).__name__)
    if policy is not UNSET:
        text: str = await settled(policy(context, told))
        return text
    default = default_tool_error_function(context, told)
    config = getattr(context, "run_config", None)
    if config is None or isinstance(error, asyncio.CancelledError):
        return default
    args: ToolErrorFormatterArgs[Any] = ToolErrorFormatterArgs(
        kind="tool_exception",
        tool_type="function",
        tool_name=getattr(context, "qualified_tool_name", ""),
        call_id=getattr(context, "tool_call_id", ""),
        default_message=default,
        run_context=context,
        error=told,
    )
    return await formatted(config.tool_error_formatter, args)


async def formatted(formatter: ToolErrorFormatter | None, args: ToolErrorFormatterArgs[Any]) -> str:
    """What the formatter of the run makes of an error; the default when it makes nothing of it."""
    if formatter is None:
        return args.default_message
    try:
        text = await settled(formatter(args))
    except Exception as error:  # noqa: BLE001 - a broken formatter must not hide the message
        logger.error("The tool error formatter failed (%s).", type(error).__name__)
        return args.default_message
    return text if isinstance(text, str) else args.default_message
