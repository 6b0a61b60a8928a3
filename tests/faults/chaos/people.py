"""People in Slack who play the scenes: they look at their screens, click, wait, and click again."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.playground import Message, Person, Playground
from bot.playground.errors import PlaygroundError
from bot.ports import NotRecorded, Runs
from tests.faults.chaos import reading, receipts
from tests.faults.chaos.crew import closing
from tests.faults.chaos.receipts import Ends
from tests.faults.chaos.scenes import Scene
from tests.faults.chaos.story import Card, Click, Said
from tests.faults.chaos.telling import NOT_RECORDED, UNCONFIRMED

if TYPE_CHECKING:
    from bot.playground.delivery import Answer

CHANNEL = "C0OPS"
AGAIN = 8.0
"""Seconds after which somebody whose click changed nothing clicks again."""
PAUSE = 0.15
_ENDINGS = ("called this off", ":warning:")
"""What the bot says when a run ends without an answer."""


class People:
    """What they said and clicked is kept for the story."""

    def __init__(self, slack: Playground, runs: Runs, ends: Ends) -> None:
        """`runs` is where the id of a run is looked up, as `/agent list` would; `ends` goes on
        growing."""
        self._slack = slack
        self._runs = runs
        self._ends = ends
        self._said: list[Said] = []
        self._clicked: list[tuple[Click, Answer]] = []

    @property
    def said(self) -> list[Said]:
        return [reading.with_receipt(self._slack, each, self._ends) for each in self._said]

    @property
    def clicks(self) -> list[Click]:
        return [
            replace(click, gone=receipts.gone([answer], click.at, self._ends))
            for click, answer in self._clicked
        ]

    async def play(self, scene: Scene) -> None:
        """Until every job of the scene has its answer, or was called off."""
        while not await self._played(scene):
            scene = scene.once_more()

    async def _played(self, scene: Scene) -> bool:
        """False when nobody took what was asked, or it was not recorded and nothing comes of it."""
        said = await self._says("mira", scene.job)
        act = _Act(scene, said.ts)
        while not act.is_over(self._thread(act.root)):
            if act.is_forsaken(self._told("mira", act.root), self._thread(act.root)):
                return False
            if self._came_to_nothing(said):
                return False
            await self._look(act)
            await asyncio.sleep(PAUSE)
        return True

    def _came_to_nothing(self, said: Said) -> bool:
        silent = not self._thread(said.thread)
        return silent and reading.came_to_nothing(self._slack, said, self._ends)

    async def _look(self, act: "_Act") -> None:
        messages = self._thread(act.root)
        live = [(m, c) for m in messages if (c := reading.card(m)) is not None and c.live]
        if act.wants_more(messages, live_cards=len(live)):
            act.chatted = True
            await self._says("mira", act.scene.more, thread=act.root)
        if act.scene.kind == "cancel" and live and act.is_due("cancel"):
            await self._calls_off(act.root)
        for message, card in live:
            if act.is_due(card.approval):
                for clicks in act.clicks_on(card):
                    await asyncio.gather(*(self._clicks(message, card, *each) for each in clicks))

    async def _says(self, name: str, job: str, thread: str | None = None) -> Said:
        person = self._slack.person(name)
        message = await person.mentions(CHANNEL, job, thread_ts=thread)
        name = job.removeprefix("job ").partition(":")[0]
        said = Said(name, person.id, message.ts, thread or message.ts, taken=False)
        self._said.append(said)
        return said

    async def _clicks(self, message: Message, card: Card, name: str, button: str) -> None:
        person: Person = self._slack.person(name)
        at = time.time()
        try:
            answer = await person.clicks(message, f"approval:{button}")
        except PlaygroundError:
            # The button has just gone from the screen.
            return
        click = Click(card.approval, message.root, button, person.id, at, taken=answer.ok)
        self._clicked.append((click, answer))

    async def _calls_off(self, root: str) -> None:
        with suppress(NotRecorded):
            for run in await self._runs.recent(limit=1000):
                if run.asked_ts == root:
                    await self._slack.person("mira").commands("/agent", f"cancel {run.id}", CHANNEL)

    def _told(self, name: str, root: str) -> list[str]:
        """What only this person can read in the thread."""
        return [m.text for m in self._slack.person(name).private_messages if m.root == root]

    def _thread(self, root: str) -> list[Message]:
        return [
            each
            for each in self._slack.workspace.timeline.of_channel(CHANNEL)
            if each.root == root and each.bot_id == self._slack.workspace.app.bot_id
        ]


class _Act:
    """One scene under way: what was clicked and when. Nothing here awaits."""

    def __init__(self, scene: Scene, root: str) -> None:
        self.scene = scene
        self.root = root
        self.chatted = not scene.more
        self._due: dict[str, float] = {}
        self._last_sign = time.monotonic()
        self._clicked: dict[str, int] = {}

    def is_over(self, messages: Sequence[Message]) -> bool:
        if not self.chatted:
            return False
        if any(ending in message.text for message in messages for ending in _ENDINGS):
            return True
        wanted = [closing(self.scene.name)]
        wanted += [closing(f"{self.scene.name}b")] if self.scene.more else []
        return all(any(end in message.shown for message in messages) for end in wanted)

    def is_forsaken(self, told: Sequence[str], messages: Sequence[Message]) -> bool:
        """Whether the author was told that perhaps nothing was recorded, and nothing has come
        since."""
        now = time.monotonic()
        if not any(NOT_RECORDED in text or UNCONFIRMED in text for text in told):
            self._last_sign = now
        if any(card.live for card in reading.cards(messages)):
            self._last_sign = now
        return now - self._last_sign > AGAIN

    def wants_more(self, messages: Sequence[Message], *, live_cards: int) -> bool:
        """Whether it is time for the second job: while a card waits, or after the first answer."""
        if self.chatted:
            return False
        answered = any(closing(self.scene.name) in message.shown for message in messages)
        return answered or (self.scene.kind == "chatter" and live_cards > 0)

    def is_due(self, what: str) -> bool:
        """Whether to click now; once it was due it is due again after a while."""
        now = time.monotonic()
        due = self._due.setdefault(what, now + self.scene.patience)
        if now < due:
            return False
        self._due[what] = now + AGAIN
        return True

    def clicks_on(self, card: Card) -> list[list[tuple[str, str]]]:
        """Person and button of each click, those made at once side by side."""
        before = self._clicked.get(card.approval, 0)
        self._clicked[card.approval] = before + 1
        if card.status == "in_doubt":
            return [[("aiko", self.scene.settlement)]]
        match self.scene.kind:
            case "expire":
                return []
            case "cancel":
                return [[("jonas", "approve")]] if before > 1 else []
            case "reject":
                return [[("jonas", "reject")]]
            case "double" | "pair":
                return [[("jonas", "approve"), ("aiko", "approve")]]
            case "contest":
                return [[("jonas", "approve"), ("aiko", "reject")]]
            case "trespass" if not before:
                return [[("mira", "approve")], [("jonas", "approve")]]
            case _:
                return [[("jonas", "approve")]]
