"""What one person is told in private after a click or a command: short, specific, never nothing."""

from collections.abc import Sequence

from bot.cards.standing import standing, tool
from bot.cards.times import moment
from bot.policy.naming import channel
from bot.ports import Message
from bot.records import Approval, Asked, Decision, Place
from bot.text import bounded, code, user


def note(text: str) -> Message:
    """Our own words as Slack mrkdwn; foreign text in them is escaped already."""
    return Message(text=bounded(text) or "(nothing to say)")


def refused(approval: Approval, words: str) -> Message:
    """Whoever clicked may not decide, or it could not be checked; the card stays open."""
    return note(f"{tool(approval)}: {words}")


def not_recorded(*, maybe: bool = False) -> Message:
    """`maybe`: it may have been recorded all the same."""
    if maybe:
        return note(
            "I could *not confirm* that this was recorded: it may have been. Look at the card or "
            "the thread before you try again."
        )
    return note(
        "This could *not be recorded*, so nothing has changed. Please try again in a moment."
    )


def postponed() -> Message:
    """What was clicked or typed is kept, but the store did not take what follows from it."""
    return note(
        "I have this, but could *not act on it yet*. I try again by myself in a moment and say so "
        "if it does not count; nobody needs to repeat it."
    )


def mishap() -> Message:
    """A fault of ours in the middle of something."""
    return note(
        "Something went wrong on my side, so I cannot say whether this counted. Please look at "
        "the card, or at the list of what waits, before you repeat it."
    )


def outsider() -> Message:
    """For people of other organisations, and for bots."""
    return note("I only work for members of the organisation I am installed in. Nothing was done.")


def unknown_person() -> Message:
    return note(
        "Slack did not say who you are, so nothing was started. Please try again in a moment."
    )


def unknown_approval() -> Message:
    """An old card, a card of another app, an id nobody knows: nothing says which."""
    return note(
        "This approval is no longer known here: it has expired or was settled long ago. "
        "Nothing was run."
    )


def on_its_card(link: str) -> Message:
    """One message too many was posted for one call."""
    where = f"<{link}|its card>" if link else "its card, further down or above"
    return note(f"This is not where it is decided: that is {where}. Nothing was changed here.")


def late(approval: Approval, by: str, *, behalf: str = "") -> Message:
    """This person's word changes nothing: they have said it, or it was settled before. `behalf`:
    in whose place they would decide."""
    said = [each for each in approval.decisions if not each.voices.isdisjoint({by, behalf})]
    own = said[-1] if said else None
    yours = _said(own, by, approval) if own is not None else ""
    match approval.status:
        case "waiting" if own:
            words = f"{standing(approval)} Somebody else has to decide as well."
        case "waiting":
            when = moment(approval.request.expires_at)
            words = f"Too late: the time for {tool(approval)} ran out at {when}. It does not run."
        case "expired" | "undeliverable":
            words = f"Too late for {tool(approval)}. {standing(approval)}"
        case _ if own:
            words = f"{tool(approval)}: {standing(approval)}"
        case _:
            how = standing(approval)
            words = f"{tool(approval)} was already {how[0].lower()}{how[1:]}"
    return note(yours + words)


def _said(word: Decision, by: str, approval: Approval) -> str:
    """That they have had their say, by themselves or by somebody else."""
    answered = approval.request.inquiry is not None and word.verdict == "approved"
    verb = "answered" if answered else word.verdict
    if word.by == by:
        return f"You have {verb} this already. "
    if word.behalf == by:
        return f"{user(word.by)} has {verb} this for you already. "
    return f"{user(word.behalf or word.by)}, for whom you decide, has {verb} this already. "


def window_failed(reason: str, *, surely: bool = True) -> Message:
    """A window could not be opened, or that is not known; `reason` is Slack's error code."""
    if not surely:
        return note(
            "Slack did not say whether the window opened. If it is there you can use it, unless it "
            "stays at “One moment…”: then close it and click again. Nothing was changed so far."
        )
    late = "trigger" in reason
    why = "Slack gave me too little time" if late else f"Slack answered {code(reason)}"
    return note(f"The window could not be opened ({why}). Nothing was changed; please click again.")


def cannot_edit() -> Message:
    return note("These arguments cannot be edited. Nothing was changed.")


def file_sent() -> Message:
    return note("It is too long for a window: I have sent you all of it as a file, in private.")


def file_failed(reason: str) -> Message:
    return note(
        f"It is too long for a window, and the file could not be sent ({_because(reason)}). "
        "Please try again in a moment."
    )


def asked_requester(approval: Approval) -> Message:
    who = user(approval.request.requester)
    return note(f"I asked {who} in the thread; {tool(approval)} stays open. See the card.")


def question(approval: Approval, asked: Asked) -> str:
    """For the thread, addressed to the requester: our own mention, their words as code."""
    return (
        f"{user(approval.request.requester)}, {user(asked.by)} asks about {tool(approval)}: "
        f"{code(asked.text, 1_000)}\nYour next message here is the answer."
    )


def withdrawn(approval: Approval, why: str) -> str:
    """For the thread, when an approved call may not start after all; `why` is our own mrkdwn."""
    return (
        f"{tool(approval)} did not start: an approval of it does not count any more. {why} "
        "Its card is open again."
    )


def unfit(approval: Approval) -> str:
    """For the thread, when an approved call cannot run."""
    return (
        f"{tool(approval)} was approved and *did not run*: its arguments do not fit the tool as it "
        "is now."
    )


def all_decided(done: int, wanted: int, others: Sequence[str]) -> Message:
    """What became of one click on several; `others` are our own words about the rest."""
    return note("\n".join([f"Approved {done} of {wanted}.", *others]))


def recorded(approval: Approval) -> Message:
    """For a decision made by command, where no card is in sight."""
    return note(f"Recorded. {tool(approval)}: {standing(approval)}")


def not_in_doubt(approval: Approval) -> Message:
    """Somebody wants to settle what is settled."""
    return note(f"This is settled already. {tool(approval)}: {standing(approval)}")


def undeliverable(approval: Approval, reason: str) -> Message:
    """For the requester, elsewhere: nobody could be asked. `reason` is Slack's error code."""
    where = channel(approval.request.place.channel)
    return note(
        f"{tool(approval)} *was not run*: "
        f"I could not post its approval card in {where} ({_because(reason)})."
    )


def read_by_others() -> str:
    """For a thread in a channel that is shared with another organisation."""
    return (
        "⚠️ I do not ask for approvals here: people of another organisation read this channel, and "
        "a card shows what would run. It *was not run*. Ask in a channel of our own; or whoever "
        "runs me can write into a `[[policy]]` of `bot.toml` where else the card goes "
        '(`route_to = "C…"`), or that it may stand here (`in_shared_channels = true`).'
    )


def nobody_to_ask(approval: Approval, reason: str) -> Message:
    """For the requester, elsewhere: nobody could be asked what became of it. `reason` is Slack's
    error code."""
    where = channel(approval.request.place.channel)
    return note(
        f"{tool(approval)} *may have run*, and I could not post its card in {where} "
        f"({_because(reason)}). Please check. Cancelling `{approval.request.call.run}` ends it."
    )


def unheard(place: Place, reason: str, words: str = "") -> Message:
    """For one person, elsewhere: what the thread did not take. `words` are our own; the agent's
    answer follows by itself. `reason` is Slack's error code."""
    where = f"I could not write in {channel(place.channel)} ({_because(reason)})"
    return note(f"{where}.\n{words}" if words else f"{where}. My answer:")


def cannot_start(reason: str) -> Message:
    """A command cannot open a thread in its channel; `reason` is Slack's error code."""
    return note(
        f"Nothing was started: I cannot write in this channel ({_because(reason)}). "
        "Invite me with `/invite`, or write to me directly."
    )


def asked(link: str) -> Message:
    """A command started a run; `link` leads to its thread and can be empty."""
    return note(f"Started: <{link}|see the thread>." if link else "Started.")


_WHY = {
    "is_archived": "it is archived",
    "not_in_channel": "I am not a member",
    "channel_not_found": "it does not exist, or I am not a member",
    "restricted_action": "I am not allowed to write there",
    "shared_channel": "people of another organisation read it",
    "thread_not_found": "the thread was deleted",
    "message_not_found": "the message was deleted",
}


def _because(reason: str) -> str:
    return _WHY.get(reason, f"Slack answered {code(reason, 60)}")
