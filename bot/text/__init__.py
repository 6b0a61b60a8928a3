"""Text on its way into and out of Slack: made clean, made visible, cut to fit; only computed."""

from bot.text.cut import Cut, clip, cut, pieces
from bot.text.incoming import Heard, hear, unescape
from bot.text.mrkdwn import code, escape, user
from bot.text.oddities import Oddities, oddities
from bot.text.utf16 import units
from bot.text.visible import line, quoted, visible

__all__ = [
    "Cut",
    "Heard",
    "Oddities",
    "clip",
    "code",
    "cut",
    "escape",
    "hear",
    "line",
    "oddities",
    "pieces",
    "quoted",
    "unescape",
    "units",
    "user",
    "visible",
]
