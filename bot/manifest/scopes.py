"""Which permission each thing needs that the bot does; nothing else is asked for.

Scopes as Slack's reference lists them for every method and event.
"""

METHODS: dict[str, tuple[str, ...]] = {
    "agents.sessions.setStatus": ("chat:write",),
    "assistant.threads.setStatus": ("chat:write",),
    "auth.test": (),
    "bots.info": ("users:read",),
    "chat.appendStream": ("chat:write",),
    "chat.delete": ("chat:write",),
    "chat.getPermalink": (),
    "chat.postEphemeral": ("chat:write",),
    "chat.postMessage": ("chat:write",),
    "chat.startStream": ("chat:write",),
    "chat.stopStream": ("chat:write",),
    "chat.update": ("chat:write",),
    # These two are never asked for a direct message, so there is no im:read.
    "conversations.members": ("channels:read", "groups:read", "mpim:read"),
    "conversations.info": ("channels:read", "groups:read", "mpim:read"),
    "conversations.history": ("channels:history", "groups:history", "im:history"),
    "conversations.open": ("im:write",),
    # To see whether a message was taken whose answer was lost.
    "conversations.replies": ("channels:history", "groups:history", "im:history", "mpim:history"),
    "files.completeUploadExternal": ("files:write",),
    "files.getUploadURLExternal": ("files:write",),
    "usergroups.users.list": ("usergroups:read",),
    "users.info": ("users:read",),
    "views.open": (),
    "views.publish": (),
    "views.update": (),
}
"""Every Web API method the bot calls with its own token."""

EVENTS: dict[str, tuple[str, ...]] = {
    "agent_session_stopped": (),
    "app_home_opened": (),
    "app_mention": ("app_mentions:read",),
    "message.channels": ("channels:history",),
    "message.groups": ("groups:history",),
    "message.im": ("im:history",),
    # A mention in a group's direct messages comes as a message alone.
    "message.mpim": ("mpim:history",),
}
"""Every event the bot listens to. Messages in channels: a thread it takes part in goes on without
a mention."""

FEATURES: dict[str, tuple[str, ...]] = {
    "agent_view": ("assistant:write",),
    "shortcuts": ("commands",),
    "slash_commands": ("commands",),
}


def scopes() -> list[str]:
    """Every scope of the bot's token, sorted."""
    needs = (*METHODS.values(), *EVENTS.values(), *FEATURES.values())
    return sorted({scope for need in needs for scope in need})
