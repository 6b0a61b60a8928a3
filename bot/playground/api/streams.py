"""chat.startStream, appendStream and stopStream: a message that grows while it is read.

A stream takes 12,000 characters in one call, as Slack says, and as many bytes in all as any
message, as others measured.
"""

from dataclasses import dataclass
from typing import Any

from bot.playground.api.arguments import Arguments
from bot.playground.api.chat import app_author, message_json
from bot.playground.api.content import BLOCK_TEXT, check_markdown, valid_blocks, valid_metadata
from bot.playground.api.method import Desk, method
from bot.playground.api.places import own_message, thread, writable
from bot.playground.api.sessions import put_status
from bot.playground.errors import Refused
from bot.playground.workspace import Json, Message

_TASK_FIELDS = {"id", "title", "status", "details", "output", "sources"}
_TASK_STATES = ("pending", "in_progress", "complete", "error")


def start(desk: Desk, arguments: Arguments) -> Json:
    workspace = desk.workspace
    channel = writable(desk, arguments.required("channel"))
    thread_ts = thread(desk, channel, arguments)
    if thread_ts is None:
        raise Refused("invalid_arguments", problems=["missing required field: thread_ts"])
    if channel.kind != "im":
        _check_recipient(desk, arguments)
    if arguments.text("task_display_mode") not in (None, "timeline", "plan"):
        raise Refused("invalid_arguments", problems=["task_display_mode is timeline or plan"])
    grown = _Grown("", ()).by(desk, arguments)
    message = workspace.post(
        Message(
            channel=channel.id,
            ts=workspace.timeline.next_ts(),
            thread_ts=thread_ts,
            text=grown.text,
            blocks=grown.blocks,
            stream="streaming",
            **app_author(desk),
        )
    )
    return {"channel": channel.id, "ts": message.ts}


def append(desk: Desk, arguments: Arguments) -> Json:
    message = _open_stream(desk, arguments)
    grown = _Grown(message.text, message.blocks).by(desk, arguments)
    desk.workspace.change_message(message, text=grown.text, blocks=grown.blocks)
    return {"channel": message.channel, "ts": message.ts}


def stop(desk: Desk, arguments: Arguments) -> Json:
    message = _open_stream(desk, arguments)
    grown = _Grown(message.text, message.blocks).by(desk, arguments)
    blocks = valid_blocks(desk.workspace, [*grown.blocks, *(arguments.array("blocks") or ())])
    finished = desk.workspace.change_message(
        message,
        text=grown.text,
        blocks=blocks,
        metadata=valid_metadata(arguments),
        stream="finished",
    )
    status = arguments.text("session_status")
    if status:
        put_status(desk, message.channel, message.root, status)
    return {
        "channel": message.channel,
        "ts": message.ts,
        "message": message_json(desk, finished),
    }


def _check_recipient(desk: Desk, arguments: Arguments) -> None:
    if not arguments.text("recipient_team_id"):
        raise Refused("missing_recipient_team_id")
    user_id = arguments.text("recipient_user_id")
    if not user_id:
        raise Refused("missing_recipient_user_id")
    desk.workspace.user(user_id)


def _open_stream(desk: Desk, arguments: Arguments) -> Message:
    message = own_message(desk, arguments, refusal="message_not_owned_by_app")
    if message.stream == "stopped_by_user":
        raise Refused("stopped_by_user")
    if message.stream != "streaming":
        raise Refused("message_not_in_streaming_state")
    return message


@dataclass(frozen=True, slots=True)
class _Grown:
    """What the reader sees so far: Markdown, then task cards, a plan's title, blocks."""

    text: str
    blocks: tuple[Json, ...]

    def by(self, desk: Desk, arguments: Arguments) -> "_Grown":
        """With what one call adds."""
        markdown, chunks = arguments.text("markdown_text"), arguments.array("chunks")
        if markdown is not None and chunks is not None:
            raise Refused("markdown_text_conflict")
        if markdown is not None:
            chunks = [{"type": "markdown_text", "text": markdown}]
        grown = self
        for chunk in chunks or ():
            grown = grown.with_chunk(desk, chunk)
        return grown

    def with_chunk(self, desk: Desk, chunk: Any) -> "_Grown":
        kind = chunk.get("type") if isinstance(chunk, dict) else None
        if kind == "markdown_text" and isinstance(chunk.get("text"), str):
            return self._with_text(desk, chunk["text"])
        if kind == "task_update":
            return self._with_task(desk, chunk)
        if kind == "plan_update" and isinstance(chunk.get("title"), str):
            return self._with_block(desk, "plan", {"type": "plan", "title": chunk["title"]})
        if kind == "blocks":
            added = valid_blocks(desk.workspace, chunk.get("blocks") or [])
            return _Grown(self.text, (*self.blocks, *added))
        raise Refused("invalid_chunks", problems=[f"unknown or incomplete chunk: {chunk!r}"])

    def _with_text(self, desk: Desk, added: str) -> "_Grown":
        check_markdown(added)
        text = self.text + added
        if len(text.encode("utf-8", "surrogatepass")) > BLOCK_TEXT:
            raise Refused("msg_too_long")
        if not text:
            return self
        grown = self._with_block(desk, "stream", {"type": "markdown", "text": text})
        return _Grown(text, grown.blocks)

    def _with_task(self, desk: Desk, chunk: Json) -> "_Grown":
        complete = isinstance(chunk.get("id"), str) and isinstance(chunk.get("title"), str)
        known = chunk.keys() - {"type"} <= _TASK_FIELDS
        if not (complete and known and chunk.get("status") in _TASK_STATES):
            raise Refused("invalid_chunks", problems=[f"not a task: {chunk!r}"])
        task: Json = {
            "type": "task_card",
            "task_id": chunk["id"],
            "title": chunk["title"],
            "status": chunk["status"],
        }
        for part in ("details", "output"):
            if chunk.get(part):
                task[part] = _rich(chunk[part])
        if chunk.get("sources"):
            task["sources"] = chunk["sources"]
        return self._with_block(desk, f"task-{chunk['id']}", task)

    def _with_block(self, desk: Desk, block_id: str, block: Json) -> "_Grown":
        """Put a block in, or in the place of the one with this id."""
        (block,) = valid_blocks(desk.workspace, [{**block, "block_id": block_id}])
        if any(b["block_id"] == block_id for b in self.blocks):
            kept = tuple(block if b["block_id"] == block_id else b for b in self.blocks)
        else:
            kept = (*self.blocks, block)
        return _Grown(self.text, kept)


def _rich(text: Any) -> Json:
    section = {"type": "rich_text_section", "elements": [{"type": "text", "text": str(text)}]}
    return {"type": "rich_text", "elements": [section]}


METHODS = (
    method("chat.startStream", start, "chat:write"),
    method("chat.appendStream", append, "chat:write"),
    method("chat.stopStream", stop, "chat:write"),
)
