"""How the services hang together; nothing is started here."""

from bot.wiring.dependencies import Brain, Dependencies
from bot.wiring.services import Services, wire

__all__ = ["Brain", "Dependencies", "Services", "wire"]
