"""Answers for operators, read from the store and changing nothing."""

from bot.cli.listing import MOST, approval_details, run_details, run_list
from bot.cli.problems import Problem
from bot.clock import WallClock
from bot.ports import Approvals, Audit, Runs
from bot.settings import Settings
from bot.storage import store_for


async def list_runs(settings: Settings, *, limit: int) -> str:
    """Raises `StoreUnavailable`, `NotRecorded`."""
    async with store_for(settings, WallClock()) as store:
        runs = store.runs
        latest, known = await runs.recent(limit=limit), await runs.onlookers()
        unfinished = await runs.unfinished(known, limit=limit + MOST + 1)
        listed = {run.id for run in latest}
        older = [run for run in unfinished.shown if run.id not in listed]
        waiting = await runs.pending(limit=MOST + 1)
        return run_list(latest, waiting, older)


async def show_run(settings: Settings, identity: str) -> str:
    """A run or an approval by its id. Raises `Problem`, `StoreUnavailable`, `NotRecorded`."""
    async with store_for(settings, WallClock()) as store:
        return await described(identity, store.runs, store.approvals, store.audit)


async def described(identity: str, runs: Runs, approvals: Approvals, audit: Audit) -> str:
    """Raises `Problem` when there is nothing with this id."""
    if run := await runs.find(identity):
        found = [await approvals.find(each) for each in run.approvals]
        steps = await audit.of_run(run.id)
        return run_details(run, [approval for approval in found if approval], steps)
    if approval := await approvals.find(identity):
        return "\n".join(approval_details(approval))
    raise Problem(f"there is no run or approval {identity}; signoff runs lists them", code=1)
