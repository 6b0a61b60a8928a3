"""Who somebody is in Slack, as far as a decision depends on it."""

from typing import Literal

from bot.records.base import Record

Kind = Literal["member", "guest", "stranger", "bot", "deactivated"]


class Person(Record):
    """A user, known by id alone: names can be changed and prove nothing."""

    id: str
    kind: Kind
    """`member` is a full member of the home organisation; a `stranger` belongs to another one."""
    tz: str = "UTC"
