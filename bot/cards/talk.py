"""What people said to each other about an approval, as it stands on its card."""

from bot.cards import blocks as b
from bot.cards.times import moment
from bot.policy.naming import destination
from bot.records import Answered, Approval, Asked, Nudged, Withdrawn
from bot.text import user

_SHOWN = Asked | Answered | Withdrawn | Nudged


def talk(approval: Approval, *, most: int, longest: int) -> list[b.Block]:
    """The latest remarks, oldest first; what people wrote is plain text of so many characters."""
    said = [each for each in approval.remarks if isinstance(each, _SHOWN)]
    return [_line(each, longest) for each in said[-most:]]


def _line(remark: Asked | Answered | Withdrawn | Nudged, longest: int) -> b.Block:
    match remark:
        case Asked(by=by, text=text):
            return b.context(b.words(f"{user(by)} asks:"), b.plain(text, longest))
        case Answered(by=by, text=text):
            return b.context(b.words(f"{user(by)} answers:"), b.plain(text, longest))
        case Withdrawn(by=by, why=why):
            words = f":warning: The approval of {user(by)} does not count any more. {why}"
            return b.context(b.words(words))
        case Nudged(what="reminded", at=at):
            return b.context(b.words(f"⏰ People were reminded {moment(at)}."))
        case Nudged(at=at, to=to):
            told = ", ".join(map(destination, to[:5]))
            return b.context(b.words(f"📣 {told} were told about it {moment(at)}."))
