"""The whole of arguments that are too long for a card: in a window, page by page, or as a file."""

from bot.cards import blocks as b
from bot.cards.arguments import given, subject
from bot.cards.ids import SEEN, about, action_id, window_id
from bot.cards.standing import standing
from bot.ports import Modal
from bot.records import Approval
from bot.text import pieces

_PIECE = 2_900
_ON_A_PAGE = 8
MOST_PAGES = 6
"""What takes more pages than that is handed over as a file."""
TITLE = "Everything"


def whole_text(approval: Approval) -> str:
    return given(approval).text


def pages(approval: Approval) -> list[list[str]]:
    """The whole in pages of a few pieces each; joined they are the text."""
    parts = pieces(whole_text(approval), _PIECE)
    return [parts[at : at + _ON_A_PAGE] for at in range(0, len(parts), _ON_A_PAGE)]


def whole_window(approval: Approval, page: int, *, anew: bool = False) -> Modal:
    """One page, counted from 0, with a button to the next one. `anew`: the pages before were of
    other arguments."""
    found = pages(approval)
    page = min(page, len(found) - 1)
    where = f" · page {page + 1} of {len(found)}" if len(found) > 1 else ""
    name, digest = subject(approval) or approval.request.call.tool, approval.call.digest[:SEEN]
    shown = [b.context(b.plain(f"{name}{where}")), *(b.preformatted(each) for each in found[page])]
    if anew:
        words = "⚠ Somebody *changed the arguments meanwhile*: here the new ones begin."
        shown.insert(0, b.context(b.words(words)))
    if page == len(found) - 1:
        then = "You can decide on the card now." if approval.is_open else standing(approval)
        shown.append(b.context(b.words(f"This is all of it. {then}")))
    else:
        shown.append(b.actions(_next(approval, page + 1)))
    return Modal(
        title=TITLE,
        blocks=b.numbered(shown, name=f"{page}.page.{digest}.{approval.request.id}"),
        callback=window_id("whole"),
        data=about(approval.request.id),
    )


def is_last(approval: Approval, page: int) -> bool:
    return page >= len(pages(approval)) - 1


def _next(approval: Approval, page: int) -> b.Element:
    return b.button(
        "Next page",
        action_id=action_id("page", page),
        value=approval.request.id,
        about=f"page {page + 1}",
        style="primary",
    )


def needs_file(approval: Approval) -> bool:
    return len(pages(approval)) > MOST_PAGES


def file_name(approval: Approval) -> str:
    return f"{approval.call.digest[:SEEN]}.txt"
