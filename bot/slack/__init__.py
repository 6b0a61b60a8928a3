"""Slack's Web API behind the ports: saying something, streaming an answer, knowing people."""

from bot.slack.client import quiet_libraries, web_client
from bot.slack.directory import SlackDirectory
from bot.slack.files import Uploads
from bot.slack.identity import Identity, identify, owner_of
from bot.slack.messenger import SlackMessenger
from bot.slack.response_url import ResponseUrls
from bot.slack.stream import SlackStream
from bot.slack.web_api import WebApi

__all__ = [
    "Identity",
    "ResponseUrls",
    "SlackDirectory",
    "SlackMessenger",
    "SlackStream",
    "Uploads",
    "WebApi",
    "identify",
    "owner_of",
    "quiet_libraries",
    "web_client",
]
