"""Why somebody's approval does not count, or not yet: nobody approves what they have not seen."""

from bot.cards.answers import note, unknown_approval
from bot.cards.standing import cannot_approve, tool
from bot.ports import Message
from bot.records import Approval
from bot.text import code


def changed(approval: Approval) -> Message:
    """Somebody edited the arguments after this person had looked at them."""
    return note(
        f"The arguments of {tool(approval)} were *changed meanwhile*, so your approval of the "
        "former ones was not counted. Please look at the card again."
    )


def look_first(approval: Approval, *, command: str = "/agent") -> Message:
    """Somebody edited the arguments, and this person decides where no card is in sight."""
    show = code(f"{command} show {approval.request.id}")
    return note(
        f"Somebody *changed the arguments* of {tool(approval)}. Look at them first, with {show}, "
        "or decide on the card. Your approval was not counted."
    )


def read_first(approval: Approval, *, command: str = "/agent") -> Message:
    """Nobody approves, or answers, what they have not seen."""
    whole = code(f"{command} show {approval.request.id}")
    asks = approval.request.inquiry is not None
    what = "This question is longer" if asks else f"{tool(approval)} has more arguments"
    it, then = ("all of it", "answer") if asks else ("all of them", "approve")
    return note(
        f"{what} than the card shows. Open {it} first, with *Show everything* on the card or "
        f"{whole}, and then {then}. Nothing was changed."
    )


def not_shown_yet(approval: Approval) -> Message:
    """One click was for several, and the card of this one is still on its way."""
    return note(f"The card of {tool(approval)} is only on its way; please decide on it there.")


def others_decide(approval: Approval) -> Message:
    """What somebody wants to run instead falls under another policy."""
    return note(
        f"With these arguments {tool(approval)} falls under *another policy*, so this card cannot "
        "decide about it. Nothing was changed. Reject it and say what should run instead; the "
        "agent can then ask whoever decides that."
    )


def preview_first(approval: Approval) -> Message:
    return note(
        f"{tool(approval)}: {cannot_approve(approval.request)} It can only be rejected. "
        "Nothing was changed."
    )


def answer_first(approval: Approval) -> Message:
    """A question is answered, not approved."""
    if approval.request.inquiry is None:
        return unknown_approval()
    return note(f"{tool(approval)} is a question: please answer it on its card.")
