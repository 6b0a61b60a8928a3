"""Shows in the thread what the agent writes and does while it is at it."""

import asyncio
import json
from typing import Any

from bot.ports import AnswerStream, Messenger, Once
from bot.records import AnswerDue, Notice, ResultDue, Run
from bot.service.background import Background
from bot.service.outbound.twins import take_away_twin
from bot.service.runs.stop_button import StopButton
from core import ItemHelpers, MessageOutputItem
from core.result import RunResultStreaming
from core.stream_events import RawResponsesStreamEvent, RunItemStreamEvent


class Progress:
    """The live view of one stretch of a run. It may get lost; what counts is on record."""

    def __init__(
        self, messenger: Messenger, background: Background, run: Run, *, began: float
    ) -> None:
        """`began`: when the stretch did, in seconds since the epoch."""
        self._began = began
        self._messenger = messenger
        self._background = background
        self._run = run
        self._stop = StopButton(messenger, background, run)
        self._stream: AnswerStream | None = None
        self._texts: list[str] = []
        self._begun = ""
        """What the agent has begun to write, and not ended yet."""
        self._between = False
        self._blank = ""
        self._status_stays = False
        """Whether no new message ends what is said to be going on."""
        self._status: str | None = None
        """What is to be said to be going on, as soon as Slack has taken what was said before."""
        self._in_turn = asyncio.Lock()
        self._name: Once | None = None
        """By which it is found again, should somebody else say it, too."""

    def begun(self) -> None:
        """Somebody's words are taken up; whatever is said next ends it."""
        self._show("is thinking…")

    async def follow(self, result: RunResultStreaming) -> None:
        """Until the run stops; what stopped it is raised here."""
        self._stop.offer()
        async for event in result.stream_events():
            match event:
                case RawResponsesStreamEvent(data=data) if (
                    getattr(data, "type", "") == "response.output_text.delta"
                ):
                    self._begun += data.delta
                    self._write(data.delta)
                case RunItemStreamEvent(item=MessageOutputItem() as item):
                    self._texts.append(ItemHelpers.text_message_output(item))
                    self._begun, self._between = "", True
                case _:
                    pass

    def tool_started(self, tool: str) -> None:
        self._show(f"is running {tool}…")
        self._status_stays = self._stream is not None

    def rest(self) -> None:
        """Nothing is going on any more, for now."""
        self._status_stays = False
        self._show("")

    async def unsaid(self, once: Once, *, otherwise: str = "") -> list[Notice]:
        """End the live text with the whole text, which is `otherwise` if the agent wrote nothing;
        what has still to be told of it."""
        texts = (*self._texts, self._begun)
        text = "\n\n".join(each for each in texts if each.strip()) or otherwise
        run, since, stream, self._stream = self._run.id, once.since, self._stream, None
        if self._status_stays:
            self.rest()
        if stream is not None:
            said = await stream.finish(text, once=once)
            self._name = Once(once.key, self._began)
            if said is not None:
                return [ResultDue(run=run, ref=said)]
            # It may stand there whole, although Slack did not say so.
            since = self._began if since is None else since
        return [AnswerDue(run=run, text=text, key=once.key, since=since)] if text else []

    async def take_back(self) -> None:
        """Somebody else goes on from the last checkpoint and will say it again, or has."""
        if self._stream is not None:
            await self._stream.take_back()
            self._stream = None
        if self._name is not None:
            await take_away_twin(self._messenger, self._run.place, self._name)

    async def close(self) -> None:
        """Leave no stream open and no stop button, whatever happened."""
        self._stop.take_away()
        self._hush()
        if self._stream is not None:
            await self._stream.abandon()
            self._stream = None

    def _show(self, status: str) -> None:
        self._status = status
        self._background.start(self._tell(), name="status")

    def _hush(self) -> None:
        """What Slack was too slow to hear of is over."""
        if self._status:
            self._status = ""

    async def _tell(self) -> None:
        async with self._in_turn:
            status, self._status = self._status, None
            if status is not None:
                await self._messenger.status(self._run.place, status)

    def _write(self, piece: str) -> None:
        if self._stream is None:
            self._blank += piece
            if not self._blank.strip():
                # Slack takes no empty message.
                return
            piece, self._blank = self._blank, ""
            self._hush()
            self._stream = self._messenger.stream(
                self._run.place, user=self._run.requester, team=self._run.team
            )
        elif self._status_stays:
            self.rest()
        if self._between:
            self._stream.write("\n\n")
            self._between = False
        self._stream.write(piece)


def as_text(final: Any) -> str:
    """A final output for people. Never empty: silence would look like a crash."""
    if final is None or (isinstance(final, str) and not final.strip()):
        return "(The agent is done and has nothing to say.)"
    if isinstance(final, str):
        return final
    dump = getattr(final, "model_dump_json", None)
    return dump() if dump else json.dumps(final, ensure_ascii=False, default=str)
