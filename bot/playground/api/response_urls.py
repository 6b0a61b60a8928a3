"""What an app may do with a response url: answer privately or openly, replace or delete."""

from dataclasses import replace

from bot.playground.api.arguments import Arguments
from bot.playground.api.chat import app_author
from bot.playground.api.content import new_content
from bot.playground.api.method import Desk
from bot.playground.errors import Refused
from bot.playground.workspace import Json, Message
from bot.playground.workspace.passes import ResponseUrl


def respond(desk: Desk, secret: str, arguments: Arguments) -> Json:
    """Answer once; without `thread_ts` the answer goes to the channel, not to the thread."""
    workspace = desk.workspace
    url = workspace.passes.use(secret)
    changes = arguments.flag("delete_original") or arguments.flag("replace_original")
    source = _source(desk, url) if changes else None
    if arguments.flag("delete_original"):
        if source:
            workspace.delete_message(source)
        return {}
    content = new_content(workspace, arguments)
    if arguments.flag("replace_original") and source:
        workspace.change_message(source, **content.changes())
        return {}
    message = Message(
        channel=url.channel,
        ts=workspace.timeline.next_ts(),
        thread_ts=arguments.text("thread_ts"),
        **app_author(desk),
        **content.changes(),
    )
    if arguments.text("response_type") == "in_channel":
        workspace.post(message)
    else:
        workspace.whisper(replace(message, visible_to=url.user_id))
    return {}


def _source(desk: Desk, url: ResponseUrl) -> Message | None:
    """The message that was acted on, when it is the app's own."""
    if url.source_ts is None:
        return None
    timeline = desk.workspace.timeline
    source = timeline.find(url.channel, url.source_ts) or timeline.find_private(url.source_ts)
    if source and source.bot_id != desk.workspace.app.bot_id:
        raise Refused("cant_update_message")
    return source
