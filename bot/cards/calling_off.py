"""What somebody is told who wants a run to end."""

from bot.cards.answers import note
from bot.ports import Message
from bot.records import Run
from bot.text import code, user


def cancelling(run: Run) -> Message:
    return note(f"Run {code(run.id)} is being called off. What has not started will not run.")


def over_already(run: Run) -> Message:
    return note(f"Run {code(run.id)} is over already; there is nothing to call off.")


def may_not_cancel(run: Run) -> Message:
    return note(f"Only {user(run.requester)}, who asked for it, can call off run {code(run.id)}.")


def nothing_to_stop() -> Message:
    return note("Nothing runs in this thread any more; there is nothing to stop.")
