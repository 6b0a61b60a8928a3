"""Runs and approvals on a terminal."""

from bot.cli.listing import run_details, run_list
from bot.cli.lookup import described
from bot.records import Approval, AuditEntry, Call, Decision, Place, Request, Rule, Run
from bot.store import memory_store
from bot.testing import FakeClock

PLACE = Place(channel="C1", thread="1.0")
RUN = Run(
    id="r1",
    place=PLACE,
    requester="U1",
    agent="Ops",
    ask="restart payments\nin \x1b[31mstaging",
    asked_ts="1.0",
    status="waiting",
    started_at=0,
    updated_at=60,
    approvals=("a1",),
)


def approval(**changes: object) -> Approval:
    call = Call(
        run="r1", call_id="c1", agent="Ops", tool="restart", arguments='{"x":1}', digest="d"
    )
    request = Request(
        id="a1",
        place=PLACE,
        requester="U1",
        call=call,
        rule=Rule(name="default", approvers=("channel",), version="v"),
        asked_at=0,
        expires_at=3600,
    )
    return Approval(request=request).model_copy(update=changes)


def test_a_run_is_one_line_with_its_id_first() -> None:
    [line] = run_list([RUN], []).splitlines()
    assert line == "r1  waiting    1970-01-01 00:00 UTC  restart payments in [31mstaging"


def test_what_waits_is_listed_with_its_deadline() -> None:
    *_, line = run_list([RUN], [approval()]).splitlines()
    assert line == "a1  waiting, until 1970-01-01 01:00 UTC  restart for U1"


def test_more_than_is_listed_is_said_to_wait() -> None:
    *_, last = run_list([RUN], [approval()] * 50).splitlines()
    assert last.startswith("a1")
    *rows, last = run_list([RUN], [approval()] * 51).splitlines()
    assert sum(each.startswith("a1") for each in rows) == 50
    assert last == "… and more; these 50 expire first"


def test_what_is_not_over_is_listed_however_many_have_come_since() -> None:
    newer = RUN.model_copy(update={"id": "r2", "status": "done"})
    *_, title, line = run_list([newer], [], [RUN]).splitlines()
    assert title == "Older, and not over:"
    assert line.startswith("r1  waiting")
    *rows, last = run_list([newer], [], [RUN] * 51).splitlines()
    assert sum(each.startswith("r1") for each in rows) == 50
    assert last == "… and more; these 50 are the latest"


def test_nothing_is_told_as_nothing() -> None:
    assert run_list([], []) == "Nothing has been asked yet."


def test_a_run_in_detail_says_what_ran_and_whose_word_counted() -> None:
    decision = Decision(verdict="approved", by="U2", at=30, reason="go")
    decided = approval(status="done", decisions=(decision,), outcome="restarted")
    text = run_details(RUN, [decided])
    assert 'restart {"x":1}' in text
    assert "approved by U2 1970-01-01 00:00 UTC: go" in text
    assert "outcome: restarted" in text


def test_hidden_arguments_stay_hidden() -> None:
    request = approval().request.model_copy(update={"hidden": ("x",)})
    text = run_details(RUN, [approval(request=request)])
    assert '{"x":1}' not in text


class Fixed:
    """Runs and approvals that are there."""

    async def find(self, identity: str) -> Run | Approval | None:
        return {"r1": RUN, "a1": approval()}.get(identity)


class Nothing(Fixed):
    async def find(self, identity: str) -> None:
        return None


async def test_a_run_is_found_by_its_id_with_its_approvals_and_what_happened() -> None:
    happened = AuditEntry(
        id="e1",
        at=30_000,
        what="rejected",
        by="U2",
        behalf="U3",
        run="r1",
        approval="a1",
        tool="restart",
        digest="d" * 64,
        detail="not\nnow",
    )
    async with memory_store(FakeClock()) as store:
        await store.audit.add(happened)
        text = await described("r1", Fixed(), Fixed(), store.audit)
    assert text.startswith("r1  waiting")
    assert 'restart {"x":1}' in text
    *_, last = text.splitlines()
    about = f"restart {'d' * 12} a1"
    assert last == f"     1  1970-01-01 00:00 UTC  rejected  {about}  by U2 for U3  not now"


async def test_an_approval_is_found_by_its_id() -> None:
    async with memory_store(FakeClock()) as store:
        text = await described("a1", Nothing(), Fixed(), store.audit)
    assert text.startswith("a1  waiting")
