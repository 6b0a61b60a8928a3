"""What can be typed, with what each of it does."""

from bot.cards.answers import note
from bot.ports import Message
from bot.text import escape, line, user

_GREETING = (
    "Mention me in a channel or write to me directly, and I get to work in the thread. "
    "Before I do anything that matters, I ask there for approval."
)
_WHERE = {
    "show": "list",
    "audit": "list",
    "cancel": "list",
    "approve": "pending",
    "reject": "pending",
}
"""The list in which the id stands that a command takes."""
_EXAMPLE = "what can you do?"
_USAGE = (
    ("ask …", "start something in this channel"),
    ("status", "what is going on"),
    ("list", "the latest runs"),
    ("pending", "what waits for a decision"),
    ("show ID", "everything about a run or an approval"),
    ("cancel RUN", "call a run off"),
    ("approve ID", "approve without the card"),
    ("reject ID [reason]", "reject, and say why"),
    ("audit RUN", "who decided what, and when"),
    (
        "delegate @someone until friday",
        "somebody decides for you while you are away; `off` ends it",
    ),
    ("help", "this text"),
)


def help_text(command: str = "/agent", *, wrong: str = "", about: str = "") -> Message:
    """What can be typed; `wrong` is what was not understood, or what is missing to the one command
    it is `about`."""
    slash = escape(line(command))
    wanted = [each for each in _USAGE if not about or each[0].split()[0] == about]
    rows = [f"`{slash} {usage}` {meaning}" for usage, meaning in wanted]
    if about in _WHERE:
        rows.append(f"`{slash} {_WHERE[about]}` lists the ids.")
    return note("\n".join([f"{escape(line(wrong))}.", *rows] if wrong else [_GREETING, *rows]))


def greeting(bot: str, *, command: str = "/agent") -> Message:
    """For whoever turned to the agent, whose user id is `bot`, and said nothing."""
    slash = escape(line(command))
    return note(
        f"What can I do for you? Write it after my name, for example:\n{user(bot)} {_EXAMPLE}\n"
        f"Before I do anything that matters, I ask here for approval. `{slash} help` shows what "
        "else you can type."
    )
