"""Who the bot is: what Slack says about its token."""

from dataclasses import dataclass

from bot.ports import NotDelivered
from bot.records import Owner
from bot.slack.web_api import WebApi


@dataclass(frozen=True)
class Identity:
    user: str
    """User id of the bot: what a mention of it contains."""
    bot: str
    """Bot id: what its own messages carry."""
    team: str
    enterprise: str = ""
    """Id of the organisation on Enterprise Grid, else empty."""
    everywhere: bool = False
    """Whether the app is installed for the whole organisation."""


async def identify(api: WebApi) -> Identity:
    """Raises `NotDelivered`."""
    answer = await api.ask("auth.test")
    return Identity(
        user=str(answer.get("user_id") or ""),
        bot=str(answer.get("bot_id") or ""),
        team=str(answer.get("team_id") or ""),
        enterprise=str(answer.get("enterprise_id") or ""),
        everywhere=bool(answer.get("is_enterprise_install")),
    )


async def owner_of(api: WebApi, me: Identity) -> Owner:
    """As whom the bot keeps its data."""
    try:
        app = (await api.ask("bots.info", bot=me.bot)).get("bot", {}).get("app_id")
    except NotDelivered:
        app = None
    return Owner(
        team=me.team,
        enterprise=me.enterprise,
        everywhere=me.everywhere,
        app=str(app or ""),
        user=me.user,
    )
