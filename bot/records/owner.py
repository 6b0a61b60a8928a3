"""Whose store it is: two bots on one would speak and be answered in each other's name."""

from bot.records.base import Record


class Owner(Record):
    """An app where it is installed. The app's id stays when it is installed again, and mostly its
    user does; the workspace's id stays when an organisation takes it in."""

    team: str
    enterprise: str = ""
    """The organisation that the workspace belongs to, if any."""
    everywhere: bool = False
    """Whether it is installed for the whole organisation."""
    app: str = ""
    """Empty where Slack does not say it."""
    user: str
    """Of the bot."""

    def is_same(self, other: "Owner") -> bool:
        """Whether both are one bot, installed again perhaps."""
        organisation = self.enterprise if self.everywhere or other.everywhere else ""
        here = self.team == other.team or organisation == other.enterprise != ""
        return here and (self.user == other.user or self.app == other.app != "")

    def __str__(self) -> str:
        return f"app {self.app or 'unknown'}, user {self.user}, in {self.team}"
