"""What a client does with the app's answer to a submitted modal or a slash command."""

from dataclasses import replace
from typing import Any

from bot.playground.api.content import valid_blocks
from bot.playground.api.definitions import valid_definition
from bot.playground.delivery import Answer
from bot.playground.errors import PlaygroundError, Refused
from bot.playground.workspace import Channel, Json, Message, View, Workspace

TROUBLE = "We had some trouble connecting. Try again?"


def to_submission(workspace: Workspace, view: View, answer: Answer) -> None:
    """Close the modal, or do what `response_action` says; a wrong view in it raises."""
    body = answer.json
    action = body.get("response_action")
    if not answer.ok:
        _complain(workspace, view, {"": TROUBLE})
    elif action == "errors":
        _complain(workspace, view, body.get("errors") or {"": TROUBLE})
    elif action == "clear":
        workspace.views.clear(view.user_id)
    elif action == "update":
        workspace.views.replace(view, _definition(workspace, body))
    elif action == "push":
        workspace.views.push(view.user_id, _definition(workspace, body))
    elif any(v.id == view.id for v in workspace.views.stack(view.user_id)):
        workspace.views.close(view)
    workspace.touched()


def _complain(workspace: Workspace, view: View, errors: dict[str, str]) -> None:
    known = {str(b["block_id"]) for b in view.blocks if b["type"] == "input"} | {""}
    if not errors.keys() <= known:
        raise PlaygroundError(f"errors for fields that are not there: {errors.keys() - known}")
    current = workspace.views.find(view_id=view.id)
    workspace.views.put(replace(current, errors=errors))


def _definition(workspace: Workspace, body: Json) -> Json:
    try:
        return valid_definition(workspace, body.get("view"), "modal")
    except Refused as refused:
        raise PlaygroundError(f"the answer holds a wrong view: {refused.problems}") from refused


def to_command(
    workspace: Workspace, user_id: str, channel: Channel, command: str, answer: Answer
) -> Message | None:
    """Show what the app answered to a slash command, or why there is no answer."""
    if not answer.ok:
        code = {"http_timeout": "operation_timeout"}.get(answer.problem or "", "dispatch_failed")
        return _tell(workspace, user_id, channel, f"{command} failed with the error “{code}”")
    if not answer.body:
        return None
    said = answer.json or {"text": answer.body}
    blocks: tuple[Json, ...] = ()
    try:
        blocks = valid_blocks(workspace, said.get("blocks") or [])
    except Refused as refused:
        text = f"{command} failed with the error “invalid_command_response”: {refused.problems}"
        return _tell(workspace, user_id, channel, text)
    if not (blocks or said.get("text")):
        return None
    return _show(workspace, user_id, channel, said, blocks)


def _show(
    workspace: Workspace, user_id: str, channel: Channel, said: Json, blocks: tuple[Json, ...]
) -> Message:
    app = workspace.app
    fields: dict[str, Any] = {
        "channel": channel.id,
        "ts": workspace.timeline.next_ts(),
        "text": str(said.get("text") or ""),
        "blocks": blocks,
        "user": app.bot_user_id,
        "bot_id": app.bot_id,
        "app_id": app.id,
        "team": workspace.team.id,
    }
    if said.get("response_type") == "in_channel":
        return workspace.post(Message(**fields))
    return workspace.whisper(Message(**fields, visible_to=user_id))


def _tell(workspace: Workspace, user_id: str, channel: Channel, text: str) -> Message:
    return workspace.whisper(
        Message(
            channel=channel.id,
            ts=workspace.timeline.next_ts(),
            text=text,
            user="USLACKBOT",
            visible_to=user_id,
        )
    )
