"""Who the bot is: what Slack says about its token."""

from dataclasses import dataclass

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


async def identify(api: WebApi) -> Identity:
    """Raises `NotDelivered`."""
    answer = await api.ask("auth.test")
    return Identity(
        user=str(answer.get("user_id") or ""),
        bot=str(answer.get("bot_id") or ""),
        team=str(answer.get("team_id") or ""),
        enterprise=str(answer.get("enterprise_id") or ""),
    )
