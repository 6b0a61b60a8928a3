"""The computer tool: the model points and types, a computer of the application does it.

A tool has its computer, or a way to make one. A computer that is made belongs to one run: it is
there from the first turn that may need it until the run ends or pauses.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, cast

from core.computer import AsyncComputer, Computer, ComputerLike
from core.concurrency.maybe_await import settled
from core.logger import logger
from core.tools.declarations import LocalTool

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from core.agent import Agent
    from core.run_context import RunContextWrapper
    from core.tools.custom_data import ComputerToolCustomDataExtractor
    from core.tools.native_tools import Gate, OnApproval

ComputerT = TypeVar("ComputerT", bound=ComputerLike)
ComputerT_co = TypeVar("ComputerT_co", bound=ComputerLike, covariant=True)
ComputerT_contra = TypeVar("ComputerT_contra", bound=ComputerLike, contravariant=True)


class ComputerCreate(Protocol[ComputerT_co]):
    """Makes a computer for a run."""

    def __call__(
        self, *, run_context: RunContextWrapper[Any]
    ) -> ComputerT_co | Awaitable[ComputerT_co]:
        """The computer, ready to be used."""
        ...


class ComputerDispose(Protocol[ComputerT_contra]):
    """Takes a computer of a run away again."""

    def __call__(
        self, *, run_context: RunContextWrapper[Any], computer: ComputerT_contra
    ) -> Awaitable[None] | None:
        """Let go of what the computer holds."""
        ...


@dataclass
class ComputerProvider(Generic[ComputerT]):
    """Makes a computer for each run, and takes it away when the run ends or pauses."""

    create: ComputerCreate[ComputerT]
    dispose: ComputerDispose[ComputerT] | None = None


@dataclass
class ComputerToolSafetyCheckData:
    """A check the provider wants to be acknowledged before a call runs."""

    ctx_wrapper: RunContextWrapper[Any]
    agent: Agent[Any]
    tool_call: Any
    safety_check: Any


@dataclass(eq=False)
class ComputerTool(LocalTool, Generic[ComputerT]):
    """Use a computer.

    Where the provider reports safety checks and there is no `on_safety_check`, a person is asked.
    """

    computer: ComputerT | ComputerCreate[ComputerT] | ComputerProvider[ComputerT]
    on_safety_check: Callable[[ComputerToolSafetyCheckData], Awaitable[bool] | bool] | None = None
    custom_data_extractor: ComputerToolCustomDataExtractor | None = field(
        default=None, kw_only=True
    )
    needs_approval: Gate = field(default=False, kw_only=True)
    """Whether a person is asked; a policy gets (context, list of actions, call id)."""
    on_approval: OnApproval | None = field(default=None, kw_only=True)

    @property
    def name(self) -> str:
        """The name of the tool."""
        return "computer_use_preview"

    @property
    def trace_name(self) -> str:
        """The name of its spans."""
        return "computer"

    def provider(self) -> ComputerProvider[ComputerT] | None:
        """How a computer is made for a run; None when the tool has the same one for all."""
        given: Any = self.computer
        if isinstance(given, ComputerProvider):
            return given
        if isinstance(given, Computer | AsyncComputer) or not callable(given):
            return None
        return ComputerProvider(given)


@dataclass(frozen=True)
class MadeComputer:
    """A computer that belongs to a run."""

    tool: ComputerTool[Any]
    computer: Any


async def resolve_computer(
    *, tool: ComputerTool[Any], run_context: RunContextWrapper[Any]
) -> ComputerLike:
    """The computer of a tool in a run; made when it is first asked for."""
    provider = tool.provider()
    if provider is None:
        own: Any = tool.computer
        return cast("ComputerLike", own)
    for made in run_context.computers:
        if made.tool is tool:
            return cast("ComputerLike", made.computer)
    computer: ComputerLike = await settled(provider.create(run_context=run_context))
    run_context.computers.append(MadeComputer(tool, computer))
    return computer


async def with_computers(tools: list[Any], run_context: RunContextWrapper[Any]) -> list[Any]:
    """The tools as a model is told of them: with the computers they have in this run."""
    return [
        replace(tool, computer=await resolve_computer(tool=tool, run_context=run_context))
        if isinstance(tool, ComputerTool)
        else tool
        for tool in tools
    ]


async def dispose_resolved_computers(*, run_context: RunContextWrapper[Any]) -> None:
    """Take away what was made for a run; a failure is no reason to keep other computers."""
    while run_context.computers:
        made = run_context.computers.pop()
        provider = made.tool.provider()
        if provider is None or provider.dispose is None:
            continue
        try:
            await settled(provider.dispose(run_context=run_context, computer=made.computer))
        except Exception as error:  # noqa: BLE001 - the run has its result already
            logger.warning("A computer could not be disposed of (%s).", type(error).__name__)
