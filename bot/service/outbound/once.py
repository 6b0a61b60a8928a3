"""Under which name a notice is told, so that it is not told twice. Decisions only."""

from bot.ports import Due, Once
from bot.records import AnswerDue, CardDue, Place


def once_of(place: Place, due: Due) -> Once:
    """Its key is the same for every attempt at it."""
    return Once(_key(place, due), _since(due))


def _key(place: Place, due: Due) -> str:
    match due.notice:
        case CardDue(approval=approval):
            return f"card {approval}"
        case AnswerDue(key=key) if key:
            return key
        case _:
            return f"{place.tag} {due.number}"


def _since(due: Due) -> float | None:
    """From when on it may have been told; `None` when certainly nobody has."""
    if isinstance(due.notice, AnswerDue) and due.notice.since is not None:
        return due.notice.since
    return due.since if due.tried else None
