"""Under which name a notice is told, so that it is not told twice. Decisions only."""

from bot.ports import Due
from bot.records import AnswerDue, CardDue, Place


def key(place: Place, due: Due) -> str:
    """The same for every attempt at it."""
    match due.notice:
        case CardDue(approval=approval):
            return f"card {approval}"
        case AnswerDue(key=key) if key:
            return key
        case _:
            return f"{place.tag} {due.number}"


def since(due: Due) -> float | None:
    """From when on it may have been told; `None` when certainly nobody has."""
    if isinstance(due.notice, AnswerDue) and due.notice.since is not None:
        return due.notice.since
    return due.since if due.tried else None
