"""The example agent "Ops": reading the fleet is free, changing it needs a teammate."""

from typing import Any, Literal

from bot.agents.fleet import Fleet
from bot.agents.services import Asked, FleetError
from core import Agent, FunctionTool, RunContextWrapper, function_tool
from core.models.interface import Model

Env = Literal["prod", "staging"]

INSTRUCTIONS = """You look after a small fleet of services in prod and staging.
Answer briefly, in Markdown. Read before you change anything you are not sure about. Call a tool
as soon as you know service and environment: the approval of a teammate is asked for by the
system, never by you. When a call was rejected, expired or may have run, say so plainly and do not
try it again on your own."""


def ops_agent(fleet: Fleet, model: Model | None = None) -> Agent[Any]:
    """The example agent on this fleet; without a model of its own it takes the run's."""
    return Agent(name="Ops", instructions=INSTRUCTIONS, tools=fleet_tools(fleet), model=model)


def fleet_tools(fleet: Fleet) -> list[Any]:
    """What an agent may do with a fleet."""
    return [*_reading(fleet), _restarting(fleet), _scaling(fleet), _deleting(fleet)]


def _reading(fleet: Fleet) -> list[FunctionTool]:
    @function_tool(effect="pure")
    async def list_services() -> str:
        """List every service with its environment, replicas, version and health."""
        return "\n".join(str(service) for service in await fleet.services())

    @function_tool(effect="pure", failure_error_function=_explain)
    async def service_status(service: str, env: Env | None = None) -> str:
        """Show how a service is and what was done to it last.

        Args:
            service: Name of the service.
            env: Its environment; all of them if left out.
        """
        found = [s for s in await fleet.services() if s.name == service and env in (None, s.env)]
        if not found:
            await fleet.find(service, env or "prod")
        lines = [str(s) for s in found]
        done = [a for a in await fleet.actions() if a.service == service and env in (None, a.env)]
        lines += [f"{a.action} ({a.env}): {a.detail}" for a in done[:3]]
        return "\n".join(lines)

    return [list_services, service_status]


def _restarting(fleet: Fleet) -> FunctionTool:
    async def restart_preview(service: str, env: Env) -> str:
        return f"{await fleet.find(service, env)}. Every replica starts anew."

    @function_tool(
        needs_approval=True,
        effect="at_most_once",
        preview=restart_preview,
        failure_error_function=_explain,
    )
    async def restart_service(ctx: RunContextWrapper[Any], service: str, env: Env) -> str:
        """Restart all replicas of a service.

        Args:
            service: Name of the service.
            env: Its environment.
        """
        restarted = await fleet.restart(service, env, _asked(ctx))
        return f"{service} in {env} was restarted (restart {restarted.restarts}). Now {restarted}"

    return restart_service


def _scaling(fleet: Fleet) -> FunctionTool:
    async def scale_preview(service: str, env: Env, replicas: int) -> str:
        now = await fleet.find(service, env)
        return f"{service} in {env}: from {now.copies} to {replicas}."

    @function_tool(
        needs_approval=True,
        effect="idempotent",
        preview=scale_preview,
        failure_error_function=_explain,
    )
    async def scale_service(
        ctx: RunContextWrapper[Any], service: str, env: Env, replicas: int
    ) -> str:
        """Set how many replicas of a service run.

        Args:
            service: Name of the service.
            env: Its environment.
            replicas: How many replicas should run, 0 to 50.
        """
        scaled = await fleet.scale(service, env, replicas, _asked(ctx))
        return f"{service} in {env} was scaled. Now {scaled}"

    return scale_service


def _deleting(fleet: Fleet) -> FunctionTool:
    async def delete_preview(service: str, env: Env) -> str:
        return f"{await fleet.find(service, env)}. All of it would be gone for good."

    @function_tool(
        needs_approval=True,
        effect="at_most_once",
        preview=delete_preview,
        failure_error_function=_explain,
    )
    async def delete_service(ctx: RunContextWrapper[Any], service: str, env: Env) -> str:
        """Delete a service for good.

        Args:
            service: Name of the service.
            env: Its environment.
        """
        deleted = await fleet.delete(service, env, _asked(ctx))
        return f"{service} in {env} was deleted. It was {deleted}"

    return delete_service


def _asked(ctx: RunContextWrapper[Any]) -> Asked:
    """On whose behalf; outside of the bot there may be nobody to name."""
    scene = ctx.context
    return Asked(
        by=getattr(scene, "requester", ""),
        approvers=getattr(scene, "approvers", ()),
        run=getattr(scene, "run_id", ""),
        key=ctx.idempotency_key,
    )


def _explain(ctx: RunContextWrapper[Any], error: Exception) -> str:
    """Only the fleet's own errors are told; others could hold anything."""
    if isinstance(error, FleetError):
        return f"It did not work: {error}."
    return "It did not work: an unexpected error."
