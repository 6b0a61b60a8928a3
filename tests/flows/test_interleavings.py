"""Two approvers, an edit, a cancellation and the deadline at once, on two processes and one Redis:
each request comes to exactly one end, and card, journal, audit and tool agree on which.

`INTERLEAVINGS=200` plays as many, and `-s` shows how they ended.
"""

import asyncio
import os
import shutil
import sys
from collections import Counter, defaultdict
from collections.abc import Awaitable
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.playground import Message
from bot.records import Approval, AuditEntry
from bot.store import Store, open_store
from bot.store.embedded import embedded
from bot.testing import Trial
from core import Agent, function_tool
from core.testing import ModelStep, ScriptedModel, function_call
from tests.bot.cards.samples import card_of
from tests.flows.approvers import fills, window
from tests.flows.ops import says

HOW_MANY = int(os.environ.get("INTERLEAVINGS", "3"))
POLICY = """
[[policy]]
tools = ["wipe"]
approvers = ["U0JONAS", "U0AIKO"]
required = 2
expires_after = "4h"

[[policy]]
tools = ["*"]
approvers = ["U0JONAS", "U0AIKO"]
expires_after = "4h"
"""
LASTS = 4 * 3_600.0
"""Seconds."""
A_CLICK = 0.02
"""Seconds until a click has come to count, about: time runs out somewhere within."""
ENDS = ("rejected", "expired", "cancelled", "done")
"""What the audit calls them; just so an approval stands in the journal."""
COUNTED = ("approved", "edited", "rejected")
TITLES = {"done": "Done", "rejected": "Rejected", "expired": "Expired", "cancelled": "Called off"}


class Yard:
    """An agent that calls the tool it is told to; `ran` is what ran, with which target."""

    def __init__(self) -> None:
        self.ran: list[str] = []
        self._numbers = count(1)

    def agent(self) -> Agent[Any]:
        @function_tool(needs_approval=True)
        async def deploy(target: str) -> str:
            """Deploy."""
            self.ran.append(target)
            return "deployed"

        @function_tool(needs_approval=True)
        async def wipe(target: str) -> str:
            """Wipe."""
            self.ran.append(target)
            return "wiped"

        steps = [ModelStep.respond(self._answer)] * (HOW_MANY * 3)
        return Agent(name="Ops", tools=[deploy, wipe], model=ScriptedModel(steps))

    def _answer(self, call: Any) -> Any:
        last = call.input[-1]
        if last.get("type") == "function_call_output":
            return says("That was it.")
        *_, tool, target = str(last["content"]).split()
        return [function_call(tool, {"target": target}, call_id=f"call_{next(self._numbers)}")]


@dataclass(frozen=True)
class Played:
    """One request, and who did what about it at once."""

    seed: int
    card: Message
    approval: str
    acts: tuple[str, ...]


class Match:
    """Plays one request after the other."""

    def __init__(self, trial: Trial, store: Store) -> None:
        self._trial = trial
        self._store = store
        self.mira, self.jonas, self.aiko = map(trial.person, ("mira", "jonas", "aiko"))

    async def play(self, seed: int) -> Played:
        rng = Random(seed)
        await self.mira.asks(f"{rng.choice(('deploy', 'deploy', 'wipe'))} t{seed}")
        card = await self._trial.card(f"t{seed}")
        await self._trial.settled()
        self._trial.clock.advance(LASTS - 1)
        await self._trial.settled()
        approval = str(card.controls[0].value)
        told = {who.id: len(who.told) for who in (self.jonas, self.aiko)}
        acts = await self._acts(rng, card, approval, seed)
        spread = rng.choice((0.0, 0.004, 0.03))
        names = tuple(acts)
        await asyncio.gather(*(after(rng.uniform(0, spread), act) for act in acts.values()))
        await self._trial.settled()
        await self._ended(approval)
        await self._everybody_knows(approval, told, names)
        return Played(seed, card, approval, names)

    async def _acts(
        self, rng: Random, card: Message, approval: str, seed: int
    ) -> dict[str, Awaitable[Any]]:
        """In the order in which they are set off."""
        trial, editor = self._trial, rng.choice((self.jonas, self.aiko))
        words = {self.jonas.id: "Approve", self.aiko.id: rng.choice(("Approve", "Reject"))}
        acts: dict[str, Awaitable[Any]] = {}
        for who in (self.jonas, self.aiko):
            if who is editor and rng.random() < 0.5:
                modal = await window(trial, who, card, "Edit and approve", "target")
                acts[f"{who.id} edits"] = fills(who, modal, target=f"t{seed}e")
            else:
                acts[f"{who.id} clicks"] = who.clicks(card, words[who.id], stale=True)
        if rng.random() < 0.5:
            acts["cancel"] = self._cancel(approval)
        if rng.random() < 0.4:
            acts["expire"] = after(rng.uniform(0, A_CLICK), self._expire())
        return dict(rng.sample(list(acts.items()), len(acts)))

    async def _cancel(self, approval: str) -> None:
        standing = await self.standing(approval)
        await self.mira.types(f"/agent cancel {standing.request.call.run}")

    async def _expire(self) -> None:
        self._trial.clock.advance(1)

    async def _ended(self, approval: str) -> None:
        """One of two who were needed is not enough: in the end time runs out."""
        if (await self.standing(approval)).status == "waiting":
            self._trial.clock.advance(LASTS)
            await self._trial.settled()

    async def _everybody_knows(
        self, approval: str, told: dict[str, int], acts: tuple[str, ...]
    ) -> None:
        """Whose word does not count is told so in private, once."""
        standing = await self.standing(approval)
        counted = {each.by for each in standing.decisions}
        for who in (self.jonas, self.aiko):
            news = who.told[told[who.id] :]
            assert len(news) == (who.id not in counted), (acts, standing.status, news)

    async def standing(self, approval: str) -> Approval:
        found = await self._store.approvals.find(approval)
        assert found is not None
        return found


async def after(seconds: float, act: Awaitable[Any]) -> None:
    await asyncio.sleep(seconds)
    await act


async def ended(match: Match, trial: Trial, yard: Yard, played: Played) -> str:
    """How it ended, by the journal; card and tool say the same."""
    standing = await match.standing(played.approval)
    case = (played.seed, played.acts, standing.status)
    assert standing.status in ENDS, case
    card = trial.now(played.card)
    assert not card.controls, case
    assert card.text == card_of(standing).text, case
    assert f" {TITLES[standing.status]}: " in card.text, (case, card.text)
    ran = [each for each in yard.ran if each.rstrip("e") == f"t{played.seed}"]
    wanted = f'{{"target":"{ran[0]}"}}' if ran else ""
    assert len(ran) == (standing.status == "done"), (case, ran)
    assert not ran or standing.call.arguments == wanted, (case, ran)
    return standing.status


def check_audit(entries: list[AuditEntry], standing: Approval) -> None:
    """What the audit says of one request is what the journal says."""
    happened = Counter(each.what for each in entries)
    assert [each for each in ENDS if happened[each]] == [standing.status]
    assert happened[standing.status] == 1
    assert happened["started"] == (standing.status == "done")
    words = [each for each in entries if each.what in COUNTED]
    # The approvals of what was edited afterwards are on record, and count no more.
    counting = [(each.by, each.digest) for each in words if each.digest == standing.call.digest]
    assert set(counting) >= {(each.by, standing.call.digest) for each in standing.agreed}
    assert len(words) == len({each.by for each in words})


@pytest.mark.skipif(shutil.which("redis-server") is None, reason="needs redis-server on the PATH")
async def test_whatever_comes_at_once_a_request_ends_in_one_way(tmp_path: Path) -> None:
    yard = Yard()
    async with (
        embedded(tmp_path) as url,
        Trial(
            yard.agent(), policies=POLICY, open_store=lambda clock: open_store(url, clock=clock)
        ) as trial,
        open_store(url, clock=trial.clock) as store,
    ):
        await trial.start()
        match = Match(trial, store)
        games = [await match.play(seed) for seed in range(HOW_MANY)]
        ends = Counter([await ended(match, trial, yard, each) for each in games])
        entries: dict[str, list[AuditEntry]] = defaultdict(list)
        for entry in await trial.audit():
            entries[entry.approval].append(entry)
        for each in games:
            check_audit(entries[each.approval], await match.standing(each.approval))
    told = ", ".join(f"{n} {end}" for end, n in ends.most_common())
    sys.stdout.write(f"\n{HOW_MANY} interleavings: {told}\n")
    assert ends.total() == HOW_MANY
