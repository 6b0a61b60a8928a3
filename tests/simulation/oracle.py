"""Judges a schedule, whatever happened in it. Pure: a history in, what is wrong with it out.

`broken` is about promises that hold at every moment; `unsettled` about what must have come to rest
once nothing goes wrong any more and some time has passed.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Set

from bot.records import Approval
from tests.bot.cards.samples import card_of
from tests.simulation.history import Click, Effect, End, History, Told

_BROKEN_OFF = ("failed", "cancelled")
_SWEPT_WITHIN = 30.0
"""Seconds after its time within which an approval is ended."""
_SETTLED = ("done", "failed", "superseded")
NEVER_RUN = ("waiting", "rejected", "expired", "cancelled", "undeliverable", "approved")
"""A call whose approval stands so has not been started."""


def broken(history: History, end: End, *, may_decide: Set[str]) -> Iterator[str]:
    yield from dict.fromkeys(history.mishaps)
    yield from _doubled(history.effects)
    for effect in history.effects:
        yield from _unapproved(effect, may_decide)
    yield from _after_a_no(history.effects, end)
    yield from _beyond_attempts(history.effects, end)
    yield from _doubled_runs(end)
    for approval in end.approvals:
        yield from _strangers(approval, may_decide)


def unsettled(history: History, end: End) -> Iterator[str]:
    yield from (f"left lying: {each}" for each in end.undelivered)
    waiting = {run.place for run in end.runs if run.status == "waiting"}
    for place, entry in end.inboxes:
        if entry.kind != "said" or place not in waiting:
            yield f"left unread in {place.tag}: {entry!r}"
    for run in end.runs:
        if run.status == "running":
            yield f"{run.id} runs in nobody's hands"
        waits = [a for a in end.approvals if a.request.call.run == run.id and _asks(a)]
        if run.status == "waiting" and not waits:
            yield f"{run.id} waits for nobody"
        if run.is_over and any(each.is_open for each in waits):
            yield f"{run.id} is over but something of it can still be decided"
        if run.status == "done" and not _answered(run.ask, end, run.place.channel):
            yield f"the answer to {run.ask!r} was never said"
    for approval in end.approvals:
        yield from _unfinished(approval, end)
        yield from _misdrawn(approval, end)
    yield from _strays(end)
    yield from _said_twice(end)
    yield from _unheard(history, end)
    yield from _unanswered(history, end)


def _doubled(effects: Iterable[Effect]) -> Iterator[str]:
    starts = Counter(each.key for each in effects if not each.repeatable and each.key)
    yield from (f"{key} took effect {n} times" for key, n in starts.items() if n > 1)


def _beyond_attempts(effects: Iterable[Effect], end: End) -> Iterator[str]:
    """Once, and once more for every time a person said so, whatever the calls are named and whether
    their run came to its end."""
    again = Counter(
        approval.request.call.arguments
        for approval in end.approvals
        if approval.status == "superseded"
    )
    done = Counter(each.work for each in effects if not each.repeatable)
    for work, times in done.items():
        allowed = 1 + sum(n for given, n in again.items() if f'"{work}"' in given)
        if times > allowed:
            yield f"{work} was done {times} times, {allowed} at most were wanted"


def _unapproved(effect: Effect, may_decide: Set[str]) -> Iterator[str]:
    if not effect.gated:
        return
    approval = effect.approval
    if approval is None:
        yield f"{effect.work} ran without an approval on record"
        return
    if approval.request.call.digest != effect.digest:
        yield f"{effect.work} ran with other arguments than those approved"
    if approval.status != "started":
        yield f"{effect.work} ran while its approval was {approval.status}"
    words = {each.by: each.verdict for each in approval.decisions}
    for_it = {by for by, word in words.items() if word == "approved"} & may_decide
    if len(for_it) < approval.request.rule.required:
        yield f"{effect.work} ran with too few approvals"
    if "rejected" in words.values():
        yield f"{effect.work} ran although it was rejected"


def _after_a_no(effects: Iterable[Effect], end: End) -> Iterator[str]:
    ran = {each.key for each in effects}
    for approval in end.approvals:
        if approval.status in NEVER_RUN and approval.request.call.key in ran:
            yield f"{approval.request.call.key} ran and is now {approval.status}"


def _doubled_runs(end: End) -> Iterator[str]:
    runs = Counter((run.place.channel, run.asked_ts) for run in end.runs)
    yield from (f"{ts} was started {n} times" for (_, ts), n in runs.items() if n > 1)


def _strangers(approval: Approval, may_decide: Set[str]) -> Iterator[str]:
    people = Counter(each.by for each in approval.decisions)
    for by, times in people.items():
        if by not in may_decide:
            yield f"the word of {by} counted"
        if times > 1:
            yield f"the word of {by} counted {times} times"
    for each in approval.decisions:
        if each.at >= approval.request.expires_at:
            yield f"the word of {each.by} counted after its time"
    settler = approval.ended_by if approval.status in _SETTLED else ""
    if settler and settler not in may_decide:
        yield f"{approval.ended_by} settled a doubt"


def _asks(approval: Approval) -> bool:
    return approval.status in ("waiting", "in_doubt")


def _answered(ask: str, end: End, channel: str) -> bool:
    if channel in end.closed:
        return True
    said = (text for texts in end.texts.values() for text in texts)
    return any(text.startswith("Done:") and ask in text for text in said)


def _unfinished(approval: Approval, end: End) -> Iterator[str]:
    run = next((r for r in end.runs if r.id == approval.request.call.run), None)
    if approval.is_open and end.now >= approval.request.expires_at + _SWEPT_WITHIN:
        yield f"{approval.request.call.key} is open although its time has run out"
    if run is None:
        yield f"{approval.request.call.key} belongs to no run"
    elif approval.status in ("approved", "started"):
        yield f"{approval.request.call.key} is {approval.status} for ever"
    elif approval.status == "superseded" and not run.is_over:
        attempts = [a for a in end.approvals if _same_call(a, approval)]
        if max(a.request.call.attempt for a in attempts) == approval.request.call.attempt:
            yield f"{approval.request.call.key} was to be run again and nobody is asked"


def _same_call(one: Approval, other: Approval) -> bool:
    first, second = one.request.call, other.request.call
    return (first.run, first.call_id) == (second.run, second.call_id)


def _strays(end: End) -> Iterator[str]:
    """Buttons that are on nobody's record, and count for nothing."""
    known = {ref for approval in end.approvals for ref in approval.with_buttons}
    for ref, message in end.shown.items():
        buttons = any(block.get("type") == "actions" for block in message.blocks)
        if buttons and ref not in known | end.late and ref.channel not in end.closed:
            yield f"a second card keeps its buttons: {message.text!r}"


def _said_twice(end: End) -> Iterator[str]:
    """In one channel: an answer may go to its requester as well, where the channel is closed."""
    answers = Counter(
        (ref.channel, message.text)
        for ref, message in end.shown.items()
        if message.text.startswith("Done:") and ref not in end.late
    )
    yield from (f"{text!r} was said {n} times" for (_, text), n in answers.items() if n > 1)


def _misdrawn(approval: Approval, end: End) -> Iterator[str]:
    if approval.request.place.channel in end.closed:
        return
    name = f"the card of {approval.request.call.key} ({approval.status})"
    if approval.card is None:
        if _asks(approval) or approval.decisions:
            yield f"{name} is not known"
    elif approval.card not in end.shown:
        yield f"{name} was never posted"
    elif approval.card in end.overdrawn:
        return
    elif end.shown[approval.card] != card_of(approval):
        yield f"{name} shows something else: {end.shown[approval.card].text!r}"


def _unheard(history: History, end: End) -> Iterator[str]:
    started = {run.asked_ts for run in end.runs}
    told_elsewhere = {run.place for run in end.runs if run.status in (*_BROKEN_OFF, "waiting")}
    kept = {entry.ts for _, entry in end.inboxes if entry.kind == "said"}
    for said in history.said:
        if not said.acknowledged or said.excused or said.ts in started | kept:
            continue
        if said.place in told_elsewhere or _answered(said.text, end, said.place.channel):
            continue
        if not any(told.to == said.user and told.at >= said.at for told in history.told):
            yield f"message {said.ts} was acknowledged and lost"


def _unanswered(history: History, end: End) -> Iterator[str]:
    """A click counts, or whoever clicked is told something; each telling answers one click."""
    counted = Counter((each.by, a.request.id) for a in end.approvals for each in a.decisions)
    counted.update(
        (remark.by, a.request.id)
        for a in end.approvals
        for remark in a.remarks
        if remark.kind == "withdrawn"
    )
    counted.update((a.ended_by, a.request.id) for a in end.approvals if a.ended_by)
    tellings = sorted(history.told, key=lambda told: told.at)
    owed = [each for each in history.clicks if each.acknowledged and not each.excused]
    for click in sorted(owed, key=lambda click: click.at, reverse=True):
        if counted[click.user, click.approval]:
            counted[click.user, click.approval] -= 1
            continue
        answer = next((told for told in reversed(tellings) if _is_for(told, click)), None)
        if answer is None:
            yield f"the click of {click.user} at {click.at:.3f} was not answered"
        else:
            tellings.remove(answer)


def _is_for(told: Told, click: Click) -> bool:
    return told.to in (click.user, click.address) and told.at >= click.at
