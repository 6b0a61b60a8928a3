"""How log lines are written: for people or as JSON, and never with a token in them, nor with what
an error says of itself."""

import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import Any, Literal

from bot.blame import traced
from bot.text import visible

_SECRET = re.compile(r"\b(?:(xox[a-z]|xoxe\.xox[a-z]|xapp)-[\w-]+|(sk)-[\w-]{6,})")
_ADDRESS = re.compile(r"(\w://[^\s/:@]*:)[^\s/@]+@")


def masked(text: str) -> str:
    """The text without tokens, keys and passwords in addresses."""
    return _ADDRESS.sub(r"\1…@", _SECRET.sub(r"\1\2-…", text))


class TextLines(logging.Formatter):
    """One line for people; a traceback follows, set in, where there is one.

    What others have written begins no line and steers no terminal."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s", "%H:%M:%S")

    def format(self, record: logging.LogRecord) -> str:
        return masked(super().format(record))

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - of the base class
        return visible(super().formatMessage(record)).replace("\n", r"\n")

    def formatException(self, ei: Any) -> str:  # noqa: N802 - of the base class
        return "\n".join(map(_set_in, traced(ei[1]).split("\n")))


def _set_in(line: str) -> str:
    """A line of a traceback; however far it is set in already, it stays so."""
    words = line.lstrip(" ")
    return "  " + " " * (len(line) - len(words)) + visible(words)


class JsonLines(logging.Formatter):
    """One JSON object a line: time, level, logger, message, and the traceback as `error`."""

    def formatException(self, ei: Any) -> str:  # noqa: N802 - of the base class
        return traced(ei[1])

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": masked(record.getMessage()),
        }
        if record.exc_info:
            line["error"] = masked(self.formatException(record.exc_info))
        return json.dumps(line)


def write_log(kind: Literal["text", "json"], level: str) -> None:
    """From now on log to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if kind == "json" else TextLines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    logging.getLogger("docket").setLevel(logging.WARNING)
