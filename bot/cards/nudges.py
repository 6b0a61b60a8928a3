"""What people are told while a request waits: beside its card, and elsewhere when it is long."""

from collections.abc import Sequence

from bot.cards import blocks as b
from bot.cards.delegating import meanwhile
from bot.cards.standing import decides, headline, otherwise, standing, tool
from bot.cards.times import moment
from bot.policy.naming import channel, destination, who_decides
from bot.ports import Message
from bot.records import Approval, Delegation
from bot.text import bounded, escape, user


def reminder(approval: Approval, standing_in: Sequence[Delegation] = ()) -> Message:
    """To stand beside the card. It mentions those who may decide, because it is them it is for."""
    request = approval.request
    who = who_decides(request.rule, request.place, requester=request.requester)
    parts = [f"⏰ {tool(approval)} still waits for {who}.", meanwhile(standing_in)]
    return _message(" ".join(filter(None, [*parts, _otherwise(approval)])))


def escalation(approval: Approval, link: str, standing_in: Sequence[Delegation] = ()) -> Message:
    """For a channel or a person beside those who may decide."""
    request = approval.request
    who = who_decides(request.rule, request.place, requester=request.requester, call_groups=False)
    where = channel(request.place.channel)
    asked = f"{tool(approval)} was asked for by {user(request.requester)} in {where}"
    parts = [
        f"📣 {asked} {moment(request.asked_at)}, and nobody has decided yet.",
        f"It waits for {who}.",
        meanwhile(standing_in),
        _otherwise(approval),
        f"<{escape(link)}|Open it>" if link else "",
    ]
    return _message(" ".join(filter(None, parts)))


def pointer(approval: Approval, link: str) -> Message:
    """For the thread, when the card stands elsewhere."""
    card = approval.card
    there = channel(card.channel) if card is not None else "another channel"
    where = f"<{escape(link)}|Open the card> in {there}" if link else f"The card is in {there}"
    return _message(f"{headline(approval)}. {where}. {standing(approval)}".strip())


def handed_back(approval: Approval) -> Message:
    """In the place of a card, for whoever was to decide in somebody's place until that ended."""
    words = "You were to decide about this in somebody's place, and that is over."
    return _message(f"{headline(approval)}. {words}")


def not_reached(to: str) -> str:
    """For the thread: somebody who was to be told could not be."""
    return f"⚠️ This waits for long, and I could not tell {destination(to)} about it."


def _otherwise(approval: Approval) -> str:
    until = moment(approval.request.expires_at)
    return f"If nobody {decides(approval.request)} by {until}, {otherwise(approval.request)}."


def _message(words: str) -> Message:
    return Message(text=bounded(words), blocks=(b.section(b.words(words)),))
