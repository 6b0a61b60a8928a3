"""Text on its way into and out of Slack: made clean, made visible, cut to fit; only computed."""

from bot.text.cut import Cut, clip, cut, pieces
from bot.text.incoming import Heard, hear, unescape
from bot.text.length import MESSAGE, size, units
from bot.text.mrkdwn import bounded, brief, code, escape, user
from bot.text.oddities import Oddities, oddities
from bot.text.outgoing import neutralised, plain, settled
from bot.text.pages import pages
from bot.text.visible import is_veiled, line, quoted, visible

__all__ = [
    "MESSAGE",
    "Cut",
    "Heard",
    "Oddities",
    "bounded",
    "brief",
    "clip",
    "code",
    "cut",
    "escape",
    "hear",
    "is_veiled",
    "line",
    "neutralised",
    "oddities",
    "pages",
    "pieces",
    "plain",
    "quoted",
    "settled",
    "size",
    "unescape",
    "units",
    "user",
    "visible",
]
