"""Where people talk: public and private channels, direct messages and group messages."""

from dataclasses import dataclass
from typing import Any, Literal

Kind = Literal["channel", "group", "im", "mpim"]
"""Slack's words, as in an event's `channel_type`: public, private, direct, group message."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Channel:
    id: str
    name: str
    kind: Kind = "channel"
    members: tuple[str, ...] = ()
    is_archived: bool = False
    shared_with: tuple[str, ...] = ()
    """Other organisations in it (Slack Connect)."""

    @property
    def is_private(self) -> bool:
        return self.kind != "channel"

    @property
    def payload_name(self) -> str:
        """The name an interaction payload gives it: private ones stay unnamed."""
        return {"group": "privategroup", "im": "directmessage", "mpim": self.name}.get(
            self.kind, self.name
        )

    def has(self, user_id: str) -> bool:
        return user_id in self.members

    def visible_to(self, user_id: str) -> bool:
        return not self.is_private or self.has(user_id)

    def json(self, *, team_id: str, viewer: str) -> dict[str, Any]:
        """The conversation object of conversations.info as `viewer` gets it."""
        body: dict[str, Any] = {
            "id": self.id,
            "created": 1_700_000_000,
            "is_archived": self.is_archived,
            "is_im": self.kind == "im",
            "is_org_shared": False,
            "context_team_id": team_id,
            "updated": 1_700_000_000_000,
        }
        if self.kind == "im":
            other = next((m for m in self.members if m != viewer), viewer)
            return body | {"user": other, "is_user_deleted": False}
        return body | {
            "name": self.name,
            "name_normalized": self.name,
            "is_channel": self.kind == "channel",
            "is_group": self.kind == "group",
            "is_mpim": self.kind == "mpim",
            "is_private": self.is_private,
            "is_general": self.name == "general",
            "is_shared": bool(self.shared_with),
            "is_ext_shared": bool(self.shared_with),
            "is_pending_ext_shared": False,
            "shared_team_ids": [team_id, *self.shared_with],
            "connected_team_ids": list(self.shared_with),
            "is_member": self.has(viewer),
            "num_members": len(self.members),
            "creator": self.members[0] if self.members else "",
            "topic": {"value": "", "creator": "", "last_set": 0},
            "purpose": {"value": "", "creator": "", "last_set": 0},
        }
