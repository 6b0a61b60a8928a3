"""The Slack app manifest: what the bot asks Slack for, derived from what it does."""

from bot.manifest.document import manifest
from bot.manifest.scopes import EVENTS, METHODS, scopes
from bot.manifest.yaml import as_yaml

__all__ = ["EVENTS", "METHODS", "as_yaml", "manifest", "scopes"]
