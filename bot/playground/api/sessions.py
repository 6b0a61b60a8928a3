"""assistant.threads.* and agents.sessions.*: what an agent shows beside a thread."""

from dataclasses import replace

from bot.playground.api.arguments import Arguments
from bot.playground.api.method import Desk, method
from bot.playground.api.places import writable
from bot.playground.errors import Refused
from bot.playground.workspace import Json, Session
from bot.playground.workspace.sessions import SESSION_STATUSES

LOADING_MESSAGES = 10
PROMPTS = 4
TITLE = 200


def set_status(desk: Desk, arguments: Arguments) -> Json:
    """Show `<app> <status>` under the thread; an empty status takes it away."""
    session = _session(desk, arguments)
    messages = arguments.array("loading_messages") or []
    if len(messages) > LOADING_MESSAGES:
        raise Refused("invalid_arguments", problems=["no more than 10 loading_messages"])
    typing = arguments.text("status")
    if typing is None:
        raise Refused("invalid_arguments", problems=["missing required field: status"])
    _put(desk, replace(session, typing=typing, loading_messages=tuple(map(str, messages))))
    return {}


def set_title(desk: Desk, arguments: Arguments) -> Json:
    _put(desk, replace(_session(desk, arguments), title=arguments.required("title")))
    return {}


def set_suggested_prompts(desk: Desk, arguments: Arguments) -> Json:
    prompts = arguments.array("prompts") or []
    right = all(isinstance(p, dict) and p.get("title") and p.get("message") for p in prompts)
    if not right or not 1 <= len(prompts) <= PROMPTS:
        raise Refused("invalid_arguments", problems=["1 to 4 prompts with title and message"])
    _put(desk, replace(_session(desk, arguments), prompts=tuple(prompts)))
    return {}


def set_session_status(desk: Desk, arguments: Arguments) -> Json:
    session = _session(desk, arguments)
    title = arguments.text("title")
    if title is not None:
        if len(title) > TITLE:
            raise Refused("title_too_long")
        session = replace(session, title=title)
        _put(desk, session)
    put_status(desk, session.channel, session.thread_ts, arguments.required("status"))
    return {"channel_id": session.channel, "thread_ts": session.thread_ts}


def rename(desk: Desk, arguments: Arguments) -> Json:
    title = arguments.required("title")
    if len(title) > TITLE:
        raise Refused("title_too_long")
    _put(desk, replace(_session(desk, arguments), title=title))
    return {}


def put_status(desk: Desk, channel: str, thread_ts: str, status: str) -> None:
    if status not in SESSION_STATUSES:
        raise Refused("invalid_status")
    session = desk.workspace.sessions.of(channel, thread_ts)
    _put(desk, replace(session, status=status))


def _session(desk: Desk, arguments: Arguments) -> Session:
    channel = writable(desk, arguments.required("channel_id"))
    thread_ts = arguments.text("thread_ts") or ""
    if thread_ts and desk.workspace.timeline.find(channel.id, thread_ts) is None:
        raise Refused("thread_not_found")
    if not thread_ts and channel.kind != "im":
        raise Refused("invalid_arguments", problems=["missing required field: thread_ts"])
    return desk.workspace.sessions.of(channel.id, thread_ts)


def _put(desk: Desk, session: Session) -> None:
    desk.workspace.sessions.put(session)
    desk.workspace.touched()


METHODS = (
    method("assistant.threads.setStatus", set_status, "chat:write", "assistant:write"),
    method("assistant.threads.setTitle", set_title, "assistant:write"),
    method("assistant.threads.setSuggestedPrompts", set_suggested_prompts, "assistant:write"),
    method("agents.sessions.setStatus", set_session_status, "chat:write"),
    method("agents.sessions.rename", rename, "chat:write"),
)
