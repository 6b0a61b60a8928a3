"""What failed and where, for the log: never what an error says of itself, which can quote hidden
arguments and what people wrote."""

import traceback
from collections.abc import Iterator
from pathlib import Path

_LINKS = 5
_FRAMES = 6


def blame(error: BaseException) -> str:
    """On one line: `UserError in explain (failure.py:45), from KeyError in restart (ops.py:12)`."""
    return ", from ".join(map(_placed, chain(error)))


def traced(error: BaseException) -> str:
    """The traceback, as Python orders it."""
    links = [[*traceback.format_tb(e.__traceback__), type(e).__name__] for e in chain(error)]
    return "\n".join("".join(link) for link in reversed(links))


def chain(error: BaseException) -> Iterator[BaseException]:
    """The error and what it came from, the latest first; of a group the first."""
    link: BaseException | None = error
    for _ in range(_LINKS):
        if link is None:
            return
        yield link
        hidden = None if link.__suppress_context__ else link.__context__
        inner = link.exceptions[0] if isinstance(link, BaseExceptionGroup) else None
        link = link.__cause__ or inner or hidden


def _placed(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)[-_FRAMES:]
    places = [f"{each.name} ({Path(each.filename).name}:{each.lineno})" for each in frames]
    kind = type(error).__name__
    return f"{kind} in {' < '.join(reversed(places))}" if places else kind
