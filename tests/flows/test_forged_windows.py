"""A window that was sent proves nothing: who sent it and what it is about are checked anew."""

from typing import Any

import pytest

from bot.playground.delivery import Outgoing
from bot.playground.workspace import View
from bot.testing import Trial
from tests.flows.approvers import Desk, query, window
from tests.flows.ops import says

CASES: dict[str, tuple[str, dict[str, Any], str]] = {
    "the requester": ("mira", {}, "You asked for this yourself"),
    "a guest": ("gus", {}, "Guests cannot decide"),
    "somebody of another organisation": (
        "jonas",
        {"team": "T0OTHER"},
        "People of other organisations cannot decide here",
    ),
    "an approval nobody knows": ("jonas", {"data": "A" * 24}, "no longer known here"),
    "arguments nobody saw": ("jonas", {"seen": "0" * 12}, "changed meanwhile"),
    "no approval at all": ("jonas", {"data": ""}, "no longer known here"),
}


@pytest.mark.parametrize("case", CASES)
async def test_a_forged_window_runs_nothing(case: str) -> None:
    who, changes, answer = CASES[case]
    desk = Desk([query("select 1")], says("Done."))
    async with Trial(desk.agent()) as trial:
        await trial.person("mira").asks("query")
        card = await trial.card()
        modal = await window(trial, trial.person("jonas"), card, "Edit and approve", "sql")
        await forged(trial, modal, who, changes)
        await trial.settled()
        assert desk.ran == []
        assert trial.now(card).controls
        assert any(answer in text for text in said_to(trial, who)), said_to(trial, who)


def said_to(trial: Trial, who: str) -> list[str]:
    """In private: in the thread, or directly where it is not known which one."""
    person = trial.slack.person(who)
    direct = trial.slack.workspace.timeline.of_channel(person.app_dm.id)
    return [each.text for each in (*person.private_messages, *direct)]


async def forged(trial: Trial, modal: View, who: str, changes: dict[str, Any]) -> None:
    """This window as somebody else sends it, or with something in it changed."""
    person = trial.slack.person(who)
    (block,) = [each["block_id"] for each in modal.blocks if each["type"] == "input"]
    state = {block: {"field": {"type": "plain_text_input", "value": "drop table x"}}}
    payload = person.interactions.submission(modal, state)
    payload["user"] |= {"id": person.id, "team_id": changes.get("team", "T0SIGNOFF")}
    approval = str(payload["view"]["private_metadata"]).partition(" ")[0]
    data = changes.get("data", f"{approval} {changes['seen']}" if "seen" in changes else None)
    if data is not None:
        payload["view"]["private_metadata"] = data
    await person.courier.ask(Outgoing("interactive", payload))
