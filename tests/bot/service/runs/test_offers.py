"""What is put before people when a run pauses."""

import asyncio
from typing import Any

import pytest

from bot.policy import parse_policies
from bot.records import Place, Run
from bot.service.access.policy_book import PolicyBook
from bot.service.runs.offers import MOST_OPEN, Offer, Offers
from bot.testing import FakeClock
from core import Agent, Runner, function_tool
from core.testing import ScriptedModel, function_call

RUN = Run(
    id="run1", place=Place(channel="C1", thread="1.1"), requester="U1", agent="Ops", ask="?",
    asked_ts="1.1", status="running", started_at=1, updated_at=1,
)  # fmt: skip


async def broken(x: int) -> str:
    raise RuntimeError("secret")


async def hanging(x: int) -> str:
    await asyncio.Event().wait()
    return ""


def fine(x: int) -> str:
    return f"{x} pods restart"


async def offer(*calls: Any, policies: str = "", **tool: Any) -> Offer:
    @function_tool(needs_approval=True, **tool)
    async def act(x: int) -> str:
        """Does something.

        And more.
        """
        return str(x)

    agent = Agent(name="Ops", tools=[act], model=ScriptedModel([list(calls)]))
    result = await Runner.run(agent, "go")
    book = PolicyBook(parse_policies(policies))
    return await Offers(book, FakeClock(), patience=0.01).make(result.to_state(), RUN, {})


def act(x: int = 1, call_id: str = "a") -> Any:
    return function_call("act", {"x": x}, call_id=call_id)


@pytest.mark.parametrize(
    ("preview", "shown", "problem"),
    [
        (None, "", ""),
        (fine, "1 pods restart", ""),
        (broken, "", "it failed"),
        (hanging, "", "it took longer than 0.01 s"),
    ],
)
async def test_a_preview_is_shown_or_its_absence_explained(
    preview: Any, shown: str, problem: str
) -> None:
    (request,) = (await offer(act(), preview=preview)).requests
    assert (request.preview, request.preview_problem) == (shown, problem)
    assert request.description == "Does something."


async def test_calls_under_one_rule_know_each_other() -> None:
    policies = '[[policy]]\ntools = ["*"]\nwhen = { x = "3" }\napprovers = ["U5"]'
    calls = [act(n, f"c{n}") for n in (1, 2, 3)]
    one, two, three = (await offer(*calls, policies=policies)).requests
    assert one.together == two.together == (one.id, two.id)
    assert three.together == ()


async def test_a_request_carries_what_an_edit_is_checked_against() -> None:
    (request,) = (await offer(act())).requests
    assert '"x"' in request.parameters


async def test_policies_are_read_anew_and_bad_ones_leave_the_old_in_force() -> None:
    texts = ['[[policy]]\ntools = ["a"]', "[[policy]]\ntools = 3"]
    book = PolicyBook(parse_policies(""), lambda: parse_policies(texts.pop(0)))
    before = book.current.version
    assert book.reload()
    fresh = book.current
    assert fresh.version != before
    assert not book.reload()
    assert book.current is fresh


def test_what_was_never_read_from_a_file_cannot_be_read_anew() -> None:
    assert not PolicyBook(parse_policies("")).reload()


async def test_a_model_that_asks_for_very_much_at_once_does_not_bury_anybody() -> None:
    made = await offer(*(act(n, f"c{n}") for n in range(MOST_OPEN + 3)))
    assert [each.call.call_id for each in made.requests] == [f"c{n}" for n in range(MOST_OPEN)]
    assert [item.call_id for item, _ in made.undecidable] == ["c50", "c51", "c52"]
    assert {words for _, words in made.undecidable} == {
        "I ask for at most 50 approvals of one run at a time, and there were more."
    }
