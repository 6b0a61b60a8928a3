"""The installed app: its identity, its tokens and what it was granted."""

from dataclasses import dataclass
from typing import Literal

SCOPES = frozenset(
    {
        "app_mentions:read",
        "assistant:write",
        "channels:history",
        "channels:read",
        "chat:write",
        "commands",
        "files:write",
        "groups:history",
        "groups:read",
        "im:history",
        "im:write",
        "mpim:history",
        "mpim:read",
        "usergroups:read",
        "users:read",
    }
)
"""What the app's manifest asks for, so that a call it has no right to is refused here too."""

SUBSCRIPTIONS = frozenset(
    {
        "agent_session_stopped",
        "app_home_opened",
        "app_mention",
        "app_uninstalled",
        "message.channels",
        "message.groups",
        "message.im",
        "message.mpim",
        "subteam_members_changed",
        "tokens_revoked",
    }
)
"""More than a mention bot needs, so that a listener that reacts to edits or own posts shows."""

TokenKind = Literal["bot", "app"]


@dataclass(frozen=True, slots=True, kw_only=True)
class App:
    id: str = "A0SIGNOFF"
    name: str = "signoff"
    bot_id: str = "B0SIGNOFF"
    bot_user_id: str = "U0SIGNOFF"
    bot_token: str = "xoxb-playground-bot"
    app_token: str = "xapp-1-playground-app"
    signing_secret: str = "playground-signing-secret"
    verification_token: str = "playground-verification"
    scopes: frozenset[str] = SCOPES
    subscriptions: frozenset[str] = SUBSCRIPTIONS
    commands: tuple[str, ...] = ("/agent",)
    shortcuts: tuple[tuple[str, str], ...] = ()
    """callback_id and name of each message shortcut."""
    revoked: bool = False
    """Its tokens no longer work."""

    def token_kind(self, token: str) -> TokenKind | None:
        kinds: dict[str, TokenKind] = {self.bot_token: "bot", self.app_token: "app"}
        return kinds.get(token)
