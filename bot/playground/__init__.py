"""A Slack stand-in on one machine, for the demo and the tests.

The app talks to it through `SLACK_API_URL` and cannot tell the difference. See Playground.
"""

from bot.playground.calls import Call
from bot.playground.delivery import Answer, Delivery, Times, sign
from bot.playground.errors import (
    CannotDo,
    FormIncomplete,
    NoSuchControl,
    NothingHappened,
    PlaygroundError,
)
from bot.playground.faults import Fault
from bot.playground.person import Person
from bot.playground.playground import Playground
from bot.playground.sample import SAMPLE
from bot.playground.workspace import App, Channel, Message, Seed, Team, User, UserGroup, View

__all__ = [
    "SAMPLE",
    "Answer",
    "App",
    "Call",
    "CannotDo",
    "Channel",
    "Delivery",
    "Fault",
    "FormIncomplete",
    "Message",
    "NoSuchControl",
    "NothingHappened",
    "Person",
    "Playground",
    "PlaygroundError",
    "Seed",
    "Team",
    "Times",
    "User",
    "UserGroup",
    "View",
    "sign",
]
