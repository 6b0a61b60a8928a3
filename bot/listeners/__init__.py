"""What comes from Slack, translated: each listener makes a record, hands it over, acknowledges.

Nothing is decided here but whether a message is for the agent (`heard`).
"""

import re

from slack_bolt.app.async_app import AsyncApp

from bot.cards.ids import ACTION_ID, HOME_ID, TURNING_ID, WINDOW_ID
from bot.listeners.actions import Actions
from bot.listeners.commands import Commands
from bot.listeners.events import Events
from bot.listeners.heard import Blank, Heard, Identity, Outsider, heard, pointed_at
from bot.listeners.intake import Intake
from bot.listeners.mishaps import Mishaps
from bot.listeners.replies import Replies
from bot.ports import Messenger
from bot.service.background import Background

__all__ = ["Blank", "Heard", "Identity", "Intake", "Outsider", "heard", "pointed_at", "register"]

ANY = re.compile("")


def register(
    app: AsyncApp,
    intake: Intake,
    *,
    messenger: Messenger,
    background: Background,
    me: Identity,
    command: str = "/agent",
) -> None:
    """Let the app listen; of several listeners that match, the first one counts."""
    replies = Replies(messenger, background)
    events = Events(intake, replies, me)
    actions = Actions(intake, replies, me)
    commands = Commands(intake, me, command=command)
    app.action(ACTION_ID)(actions.approval)
    app.action(HOME_ID)(actions.page)
    app.action(TURNING_ID)(actions.turning)
    app.event("app_home_opened")(events.home)
    app.event("agent_session_stopped")(events.stop)
    app.view(WINDOW_ID)(actions.window)
    app.event("message")(events.message)
    app.event("app_mention")(events.message)
    app.command(command)(commands.ours)
    app.message_shortcut(ANY)(events.shortcut)
    app.action(ANY)(actions.unknown)
    app.command(ANY)(commands.unknown)
    app.global_shortcut(ANY)(actions.unknown_shortcut)
    app.view(ANY)(events.other)
    app.view_closed(ANY)(events.other)
    app.event(ANY)(events.other)
    app.error(Mishaps(replies).handle)
