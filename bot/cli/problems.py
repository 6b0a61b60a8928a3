"""From an exception to the one line a person at a terminal reads, and the exit code."""

import errno
import socket
import traceback
from textwrap import shorten

from bot.errors import CannotStart

WRONG_SETUP = 2
"""Exit code: somebody has to put something right first."""

UNEXPECTED = 1


class Problem(Exception):
    """A line for the terminal, and the exit code."""

    def __init__(self, text: str, *, code: int = WRONG_SETUP) -> None:
        super().__init__(text)
        self.text = text
        self.code = code


def explain(error: BaseException) -> Problem:
    """What to print. A fault of our own is named by its place, so that it can be reported."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    match error:
        case Problem():
            return error
        case CannotStart():
            return Problem(str(error))
        case OSError(errno=errno.EADDRINUSE):
            return Problem(
                "BOT_PORT: the port is in use by another program. Choose another one (--port for"
                " the demo), or stop that program"
            )
        case socket.gaierror() | OSError(errno=errno.EADDRNOTAVAIL):
            return Problem(
                "BOT_HOST: this machine has no such address. Correct it, or unset it to listen on"
                " 127.0.0.1"
            )
        case OSError():
            return Problem(_operating_system(error))
        case _:
            return _of_a_part(error) or _unexpected(error)


def _of_a_part(error: BaseException) -> Problem | None:
    """Errors of parts that are costly to import; whoever raised one has paid for it."""
    from bot.ports import NotDelivered, NotRecorded
    from bot.store import StoreUnavailable

    match error:
        case StoreUnavailable():
            return Problem(str(error))
        case NotRecorded():
            return Problem(f"REDIS_URL: {error}")
        case NotDelivered():
            return Problem(
                f"SLACK_BOT_TOKEN: Slack does not accept it or cannot be reached ({error.code})."
                " Run signoff doctor for more"
            )
        case _:
            return None


def _operating_system(error: OSError) -> str:
    where = f"{error.filename}: " if error.filename else ""
    return f"{where}{error.strerror or type(error).__name__}"


def _unexpected(error: BaseException) -> Problem:
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {frames[-1].filename}:{frames[-1].lineno}" if frames else ""
    text = shorten(str(error), 300)
    return Problem(f"unexpected {type(error).__name__}{place}: {text}", code=UNEXPECTED)
