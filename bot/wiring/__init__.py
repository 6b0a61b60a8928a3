"""How the services hang together; nothing is started here."""

from bot.wiring.ground import Brain, Ground
from bot.wiring.services import Services, wire

__all__ = ["Brain", "Ground", "Services", "wire"]
