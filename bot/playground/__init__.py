"""A Slack stand-in on one machine, for the demo and the tests.

The app talks to it through `SLACK_API_URL` and cannot tell the difference::

    async with Playground(request_urls=["http://127.0.0.1:3000/slack/events"]) as slack:
        asked = await slack.person("mira").mentions("C0OPS", "restart payments")
        card = await slack.wait_for_message(button="Approve", thread_ts=asked.ts)
        answer = await slack.person("jonas").clicks(card, "Approve")
        await slack.wait_for("restarted")

`sample` says who is there. `workspace` is the pure model, `api` the Web API on it, `blocks` the
checks of Block Kit, `delivery` the way to the app, `page` the JSON behind the demo page, `server`
the HTTP around all of it. Where Slack's documents leave a doubt the stricter reading holds.
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
from bot.playground.latency import Latency
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
    "Latency",
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
