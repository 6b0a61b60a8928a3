"""The workspace in memory: plain records and the transitions between them, free of I/O."""

from bot.playground.workspace.app import SCOPES, SUBSCRIPTIONS, App
from bot.playground.workspace.channels import Channel
from bot.playground.workspace.files import File
from bot.playground.workspace.messages import Control, Json, Message
from bot.playground.workspace.people import Team, User, UserGroup
from bot.playground.workspace.sessions import Session
from bot.playground.workspace.timeline import Clock
from bot.playground.workspace.views import View
from bot.playground.workspace.workspace import Seed, Workspace

__all__ = [
    "SCOPES",
    "SUBSCRIPTIONS",
    "App",
    "Channel",
    "Clock",
    "Control",
    "File",
    "Json",
    "Message",
    "Seed",
    "Session",
    "Team",
    "User",
    "UserGroup",
    "View",
    "Workspace",
]
