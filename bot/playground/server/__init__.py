"""The HTTP side: the Web API, Slack's own addresses, the demo page."""

from bot.playground.server.application import Panel, Server

__all__ = ["Panel", "Server"]
