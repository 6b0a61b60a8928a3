"""The HTTP side: the Web API, Slack's own addresses, the demo page."""

from bot.playground.server.application import Server

__all__ = ["Server"]
