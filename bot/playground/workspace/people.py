"""Who is there: the organisations, their people and their user groups."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    id: str
    name: str
    domain: str
    paid: bool = True
    """User groups need a paid plan."""

    def json(self) -> dict[str, Any]:
        return {"id": self.id, "domain": self.domain}


@dataclass(frozen=True, slots=True, kw_only=True)
class User:
    id: str
    name: str
    """The handle, without the @."""
    real_name: str
    team_id: str
    tz: str = "Europe/Berlin"
    tz_label: str = "Central European Time"
    tz_offset: int = 3600
    """Seconds east of UTC."""
    is_admin: bool = False
    is_restricted: bool = False
    """A guest of several channels."""
    is_ultra_restricted: bool = False
    """A guest of one channel; Slack sets `is_restricted` as well."""
    is_stranger: bool = False
    """Of another organisation and sharing no channel with this one."""
    deleted: bool = False
    bot_id: str | None = None
    bot_app_id: str | None = None

    @property
    def is_bot(self) -> bool:
        return self.bot_id is not None

    def json(self) -> dict[str, Any]:
        """The user object of users.info; a deactivated account has no time zone."""
        body: dict[str, Any] = {
            "id": self.id,
            "team_id": self.team_id,
            "name": self.name,
            "deleted": self.deleted,
            "real_name": self.real_name,
            "profile": self._profile(),
            "is_bot": self.is_bot,
            "is_app_user": False,
            "updated": 1_700_000_000,
        }
        if not self.deleted:
            body |= {
                "color": "9f69e7",
                "tz": self.tz,
                "tz_label": self.tz_label,
                "tz_offset": self.tz_offset,
                "is_admin": self.is_admin,
                "is_owner": False,
                "is_primary_owner": False,
                "is_restricted": self.is_restricted or self.is_ultra_restricted,
                "is_ultra_restricted": self.is_ultra_restricted,
                "is_stranger": self.is_stranger,
            }
        return body

    def _profile(self) -> dict[str, Any]:
        profile: dict[str, Any] = {
            "real_name": self.real_name,
            "display_name": self.name,
            "real_name_normalized": self.real_name,
            "display_name_normalized": self.name,
            "team": self.team_id,
        }
        if self.bot_id:
            profile |= {"bot_id": self.bot_id, "api_app_id": self.bot_app_id}
        return profile


@dataclass(frozen=True, slots=True, kw_only=True)
class UserGroup:
    id: str
    handle: str
    name: str
    members: tuple[str, ...]
    enabled: bool = True

    def json(self, team_id: str) -> dict[str, Any]:
        return {
            "id": self.id,
            "team_id": team_id,
            "is_usergroup": True,
            "name": self.name,
            "handle": self.handle,
            "description": "",
            "is_external": False,
            "date_create": 1_700_000_000,
            "date_update": 1_700_000_000,
            "date_delete": 0 if self.enabled else 1_700_000_000,
            "user_count": len(self.members),
        }
