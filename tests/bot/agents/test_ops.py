"""The example agent in runs of the engine, from the first word to the changed fleet."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.agents.fleet import Fleet
from bot.agents.ops import fleet_tools, ops_agent
from bot.agents.scripted import ScriptedModel
from bot.agents.services import Asked
from core import Agent, Runner, RunState


@dataclass(frozen=True)
class Scene:
    requester: str = "U1"
    approvers: tuple[str, ...] = ("U2",)
    run_id: str = "r1"


@pytest.fixture
def fleet(tmp_path: Path) -> Fleet:
    return Fleet(tmp_path / "fleet.db", restart_takes=0)


@pytest.fixture
def agent(fleet: Fleet) -> Agent[Any]:
    return ops_agent(fleet, ScriptedModel(fleet.catalog, pace=0))


async def test_reading_needs_nobody(agent: Agent[Any]) -> None:
    result = await Runner.run(agent, "what's running?")
    assert result.interruptions == []
    assert "- **search** in prod: 6 replicas of 1.7.4, degraded" in result.final_output


async def test_a_change_waits_and_nothing_has_happened(agent: Agent[Any], fleet: Fleet) -> None:
    result = await Runner.run(agent, "restart payments in staging", context=Scene())
    [item] = result.interruptions
    assert (item.tool_name, item.arguments) == (
        "restart_service",
        '{"service": "payments", "env": "staging"}',
    )
    assert await fleet.actions() == []


async def test_an_approved_change_happens_on_behalf_of_who_asked(
    agent: Agent[Any], fleet: Fleet
) -> None:
    result = await Runner.run(agent, "restart payments in staging", context=Scene())
    state = result.to_state()
    state.approve(result.interruptions[0])
    done = await Runner.run(agent, state)
    assert done.final_output.startswith("Done. **payments** in staging was restarted (restart 1).")
    [action] = await fleet.actions()
    assert (action.asked.by, action.asked.approvers, action.asked.run) == ("U1", ("U2",), "r1")
    assert action.asked.key.endswith(f":{result.interruptions[0].call_id}")


async def test_a_rejected_change_is_told_with_the_reason(agent: Agent[Any], fleet: Fleet) -> None:
    result = await Runner.run(agent, "delete the old-reports service", context=Scene())
    state = result.to_state()
    state.reject(result.interruptions[0], rejection_message="Rejected by Jonas: keep it")
    done = await Runner.run(agent, state)
    assert done.final_output.startswith("Somebody said no, so **old-reports** in staging was not")
    assert "> Rejected by Jonas: keep it" in done.final_output
    assert await fleet.actions() == []


async def test_what_cannot_be_done_is_told(agent: Agent[Any], fleet: Fleet) -> None:
    result = await Runner.run(agent, "scale checkout to 5", context=Scene())
    await fleet.delete("checkout", "prod", Asked())
    state = result.to_state()
    state.approve(result.interruptions[0])
    done = await Runner.run(agent, state)
    assert "**checkout** in prod was not scaled." in done.final_output
    assert "> It did not work: checkout does not run in prod, only in staging." in done.final_output


async def test_a_status_tells_how_it_is_and_what_was_done_last(
    agent: Agent[Any], fleet: Fleet
) -> None:
    await fleet.scale("checkout", "prod", 5, Asked())
    result = await Runner.run(agent, "how is checkout?")
    assert result.final_output.splitlines() == [
        "- **checkout** in prod: 5 replicas of 2.18.1, healthy",
        "- **checkout** in staging: 1 replica of 2.19.0, healthy",
        "- scale (prod): 3 to 5",
    ]


async def test_the_status_of_what_is_gone_is_told(fleet: Fleet) -> None:
    async def stale() -> dict[str, list[str]]:
        return {"ghost": ["prod"]}

    result = await Runner.run(ops_agent(fleet, ScriptedModel(stale, pace=0)), "how is ghost?")
    assert "It did not work: there is no service ghost; there are catalog" in result.final_output


async def test_a_deleted_service_is_gone(agent: Agent[Any], fleet: Fleet) -> None:
    result = await Runner.run(agent, "delete the old-reports service", context=Scene())
    state = result.to_state()
    state.approve(result.interruptions[0])
    done = await Runner.run(agent, state)
    assert done.final_output.startswith("Done. **old-reports** in staging was deleted.")
    assert "old-reports" not in await fleet.catalog()


async def test_an_unexpected_error_is_told_without_its_text(tmp_path: Path) -> None:
    async def catalog() -> dict[str, list[str]]:
        return {"payments": ["prod"]}

    (tmp_path / "fleet.db").mkdir()
    agent = ops_agent(Fleet(tmp_path / "fleet.db"), ScriptedModel(catalog, pace=0))
    result = await Runner.run(agent, "how is payments?")
    assert "It did not work: an unexpected error." in result.final_output


async def test_two_changes_are_two_questions(agent: Agent[Any], fleet: Fleet) -> None:
    result = await Runner.run(
        agent, "restart payments in staging and scale checkout to 5", context=Scene()
    )
    state = result.to_state()
    for item in result.interruptions:
        state.approve(item)
    done = await Runner.run(agent, state)
    assert {action.action for action in await fleet.actions()} == {"restart", "scale"}
    assert "**checkout** in prod was scaled" in done.final_output


async def test_a_pause_survives_a_restart_of_the_process(agent: Agent[Any], fleet: Fleet) -> None:
    paused = await Runner.run(agent, "scale mailer to 3", context={"requester": "U1"})
    stored = paused.to_state().to_string()
    state = await RunState.from_string(agent, stored)
    state.approve(state.get_interruptions()[0])
    await Runner.run(agent, state)
    assert (await fleet.find("mailer", "prod")).replicas == 3


async def test_a_streamed_run_shows_its_words(agent: Agent[Any]) -> None:
    result = Runner.run_streamed(agent, "help")
    words = [
        event.data.delta
        async for event in result.stream_events()
        if event.type == "raw_response_event" and event.data.type == "response.output_text.delta"
    ]
    assert "".join(words) == result.final_output


EFFECTS = {
    "list_services": ("pure", False),
    "service_status": ("pure", False),
    "restart_service": ("at_most_once", True),
    "scale_service": ("idempotent", True),
    "delete_service": ("at_most_once", True),
}


def test_only_reading_is_free(fleet: Fleet) -> None:
    found = {tool.name: (tool.effect, tool.needs_approval) for tool in fleet_tools(fleet)}
    assert found == EFFECTS


PREVIEWS = [
    ("restart_service", {}, "2 replicas of 4.3.0-rc2, degraded. Every replica starts anew."),
    ("scale_service", {"replicas": 5}, "payments in staging: from 2 replicas to 5."),
    ("delete_service", {}, "All of it would be gone for good."),
]


@pytest.mark.parametrize(("name", "more", "shown"), PREVIEWS)
async def test_a_preview_says_what_would_change_and_changes_nothing(
    fleet: Fleet, name: str, more: dict[str, int], shown: str
) -> None:
    [tool] = [tool for tool in fleet_tools(fleet) if tool.name == name]
    assert tool.preview is not None
    text = await tool.preview(service="payments", env="staging", **more)
    assert text.endswith(shown)
    assert await fleet.actions() == []
