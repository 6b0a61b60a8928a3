"""Uploads in three steps: reserve a place, send the bytes, share the file."""

from bot.playground.api.arguments import Arguments
from bot.playground.api.chat import app_author
from bot.playground.api.content import TEXT, valid_blocks
from bot.playground.api.method import Desk, method
from bot.playground.api.places import thread, writable
from bot.playground.errors import Refused
from bot.playground.workspace import Json, Message

LARGEST = 1024**3


def reserve(desk: Desk, arguments: Arguments) -> Json:
    length = arguments.number("length", 0)
    if length <= 0:
        raise Refused("invalid_arguments", problems=["length must be more than 0"])
    if length > LARGEST:
        raise Refused("file_upload_size_restricted")
    file = desk.workspace.files.reserve(
        name=arguments.required("filename"),
        length=length,
        user_id=desk.workspace.app.bot_user_id,
    )
    return {"upload_url": f"{desk.origin}/upload/v1/{file.secret}", "file_id": file.id}


def complete(desk: Desk, arguments: Arguments) -> Json:
    """Share uploaded files; without a channel they stay private."""
    workspace = desk.workspace
    wanted = arguments.array("files")
    if not wanted or not all(isinstance(f, dict) and f.get("id") for f in wanted):
        raise Refused("invalid_arguments", problems=["files: a list of {id, title}"])
    targets = [t for t in (arguments.text("channel_id"), *arguments.names("channels")) if t]
    channels = [writable(desk, target) for target in targets]
    threads = [thread(desk, channel, arguments) for channel in channels]
    comment = arguments.text("initial_comment") or ""
    if len(comment) > TEXT:
        raise Refused("msg_too_long")
    blocks = valid_blocks(workspace, arguments.array("blocks") or [])
    files = [workspace.files.complete(f["id"], f.get("title")) for f in wanted]
    shared = tuple(f.json(desk.origin) for f in files)
    for channel, thread_ts in zip(channels, threads, strict=True):
        workspace.post(
            Message(
                channel=channel.id,
                ts=workspace.timeline.next_ts(),
                thread_ts=thread_ts,
                text=comment,
                blocks=blocks,
                files=shared,
                subtype="file_share",
                **app_author(desk),
            )
        )
    return {"files": list(shared)}


METHODS = (
    method("files.getUploadURLExternal", reserve, "files:write", form_only=True),
    method("files.completeUploadExternal", complete, "files:write"),
)
