"""The front of the house: HTTP or Socket Mode, then Bolt; health and metrics for operators."""

from bot.front.bolt import bolt_app
from bot.front.desk import Desk
from bot.front.door import Door
from bot.front.health import Health
from bot.front.metrics import Metrics
from bot.front.site import serving, site
from bot.front.socket_mode import SocketMode

__all__ = ["Desk", "Door", "Health", "Metrics", "SocketMode", "bolt_app", "serving", "site"]
