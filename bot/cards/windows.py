"""Windows in which people say more than yes or no."""

from dataclasses import replace

from bot.cards import blocks as b
from bot.cards.arguments import subject
from bot.cards.choices import labels
from bot.cards.fallback import in_brief
from bot.cards.form import Form
from bot.cards.ids import SEEN, Action, about, window_id
from bot.ports import Modal
from bot.records import Approval
from bot.text import bounded

TEXT = "text"
"""Name of the one field of a window with one."""
MOST = 1_000
"""Characters of what somebody can write into it."""
_ASKING: dict[Action, tuple[str, str, str]] = {
    "reason": ("Reject with a reason", "Why? The agent and the thread learn it.", "Reject"),
    "ask": ("Ask the requester", "What do you want to know?", "Ask"),
    "reply": ("Answer", "Your answer; the agent learns it.", "Answer"),
}


def text_window(action: Action, approval: str, at: str = "") -> Modal:
    """One field to write in. It is drawn without a look at the record, so that it opens at once.
    `at`, here and below: where it is opened."""
    title, label, submit = _ASKING[action]
    field = b.text_field(lines=True, most=MOST)
    block = b.labelled(label, field, name=TEXT, optional=False)
    data = about(approval, at=at)
    return Modal(title, [block], window_id(action), data, submit=submit, close="Cancel")


def named_window(action: Action, approval: Approval, at: str = "") -> Modal:
    """The same with what it is about above the field, which keeps what stands in it already."""
    window = text_window(action, approval.request.id, at)
    return replace(window, blocks=[b.context(b.plain(in_brief(approval))), *window.blocks])


def choice_window(approval: Approval, at: str = "") -> Modal:
    """To choose one of more answers than there is room for on a card."""
    inquiry = approval.request.inquiry
    choices = labels(inquiry.choices if inquiry else ())
    options = [(each, str(n)) for n, each in enumerate(choices)]
    block = b.labelled("Your answer", b.select(options), name=TEXT, optional=False)
    data = about(approval.request.id, at=at)
    parts = [b.context(b.plain(in_brief(approval))), block]
    return Modal("Answer", parts, window_id("reply"), data, submit="Answer", close="Cancel")


def edit_window(approval: Approval, form: Form, at: str = "") -> Modal:
    """A field for each argument that can be edited; the others are named."""
    parts = list(form.blocks())
    name = subject(approval) or approval.request.call.tool
    return Modal(
        title="Edit and approve",
        blocks=[b.context(b.plain(f"What {name} will run with.")), *parts],
        callback=window_id("edit"),
        data=about(approval.request.id, approval.call.digest[:SEEN], at),
        submit="Approve",
        close="Cancel",
    )


def waiting_window(title: str) -> Modal:
    """While the record is looked up."""
    return Modal(title, [b.context(b.words("One moment…"))])


def closed_window(title: str, words: str) -> Modal:
    """Why there is nothing to do here; `words` are our own mrkdwn."""
    return Modal(title, [b.section(b.words(bounded(words, 1_900)))])
