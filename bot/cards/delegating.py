"""What people are told about who decides for whom while somebody is away."""

from collections.abc import Sequence

from bot.cards.answers import note
from bot.cards.times import moment
from bot.ports import Message
from bot.records import Delegation
from bot.records.person import Kind
from bot.text import code, escape, line, user

_MOST = 5
_WHO: dict[Kind, str] = {
    "guest": "is a guest",
    "stranger": "belongs to another organisation",
    "bot": "is an app",
    "deactivated": "has a deactivated account",
}


def delegated(given: Delegation, *, command: str, zone: str, told: bool) -> Message:
    """For whoever is away. `zone`: set when the time was read in UTC, because this one of theirs is
    not known here."""
    off = code(f"{command} delegate off")
    first = (
        f"{user(given.to)} decides for you until {moment(given.until)}: what you could decide, but "
        "nothing that they asked for themselves. You can still decide as well; the two of you "
        f"count as one. {off} ends it."
    )
    parts = [first]
    if not told:
        parts.append("I could not tell them, so please do.")
    if zone:
        parts.append(f"I do not know your time zone {code(zone, 40)} and took the time as UTC.")
    return note("\n".join(parts))


def asked_to_decide(given: Delegation, waiting: int = 0, *, command: str) -> Message:
    """For whoever decides for somebody else from now on; `waiting`: how much waits already."""
    pending = code(f"{command} pending")
    what = "1 request waits" if waiting == 1 else f"{waiting:,} requests wait"
    now = f" *{what} for this now.*" if waiting else ""
    return note(
        f"{user(given.by)} is away and wants you to decide in their place until "
        f"{moment(given.until)}.{now} What waits for you stands in my Home and in {pending}. You "
        "can decide what they could, but nothing that you asked for yourself."
    )


def meanwhile(standing_in: Sequence[Delegation]) -> str:
    """Who decides for whom and until when, as Slack mrkdwn; empty without anybody."""
    told = [
        f"{user(each.to)} decides for {user(each.by)} until {moment(each.until)}."
        for each in standing_in[:_MOST]
    ]
    more = len(standing_in) - _MOST
    return " ".join([*told, *([f"So do {more} more."] if more > 0 else [])])


def undelegated(ended: Sequence[Delegation]) -> Message:
    """For whoever is back."""
    if not ended:
        return note("Nobody decides for you, so there is nothing to end.")
    people = ", ".join(dict.fromkeys(user(each.to) for each in ended))
    return note(f"{people} does not decide for you any more. What they have decided stays.")


def delegations(known: Sequence[Delegation], me: str, *, command: str) -> Message:
    """Who decides for this person, and for whom they decide."""
    mine = [each for each in known if each.by == me]
    others = [each for each in known if each.to == me]
    rows = [f"{user(each.to)} decides for you until {moment(each.until)}." for each in mine]
    rows += [f"You decide for {user(each.by)} until {moment(each.until)}." for each in others]
    slash = escape(line(command))
    how = (
        f"`{slash} delegate off` ends it." if mine else "Nobody decides for you while you are away."
    )
    ways = f"`{slash} delegate @someone until friday` lets somebody decide for you."
    return note("\n".join([*rows, how, *([] if mine else [ways])]))


def name_somebody(given: str, *, examples: str, command: str) -> Message:
    """It is not clear who is meant."""
    slash = escape(line(command))
    return note(
        f"I do not know who {code(given, 60)} is. Mention them, so that Slack makes a link of the "
        f"name: `{slash} delegate @someone until friday`. Then the time: {examples}."
    )


def unknown_delegate(person: str) -> Message:
    return note(f"Slack knows nobody with the id {code(person, 40)}. Nothing was changed.")


def cannot_delegate(person: str, kind: Kind) -> Message:
    """Only full members decide, in nobody's place but their like's."""
    return note(
        f"{user(person)} {_WHO.get(kind, 'is no full member')}. Only full members of this "
        "workspace decide, for themselves or for each other. Nothing was changed."
    )


def decides_anyway() -> Message:
    return note("You decide for yourself already. Name somebody else.")
