"""The buttons of a card: each way in which somebody can move it on, none once it is settled."""

from bot.cards import blocks as b
from bot.cards.choices import labels
from bot.cards.fallback import in_brief
from bot.cards.ids import Action, action_id
from bot.records import Approval, Scope

_CHOICES = 20
"""Choices with a button of their own; Slack takes 25 buttons in a row."""
_ALWAYS: dict[Scope, tuple[str, str]] = {
    "tool": (
        "Always in this run",
        "This call starts, and every later one of the same tool in this run without a question.",
    ),
    "arguments": (
        "Always with these arguments",
        "This call starts, and every later one in this run that is exactly the same.",
    ),
}


def buttons(approval: Approval, *, is_cut: bool) -> list[b.Block]:
    """`is_cut`: the card leaves out a part of the arguments, which has to be opened first."""
    match approval.status:
        case "waiting" if approval.request.inquiry is not None:
            return [_answers(approval, is_cut)]
        case "waiting":
            return [_verdicts(approval, is_cut), _further(approval)]
        case "in_doubt":
            return [
                b.actions(
                    _button(approval, "Mark as done", "done"),
                    _button(approval, "Run again", "again"),
                    _button(approval, "Give up", "give_up"),
                )
            ]
        case _:
            return []


def short_buttons(approval: Approval, *, is_cut: bool) -> b.Block:
    """In one row, for elsewhere than the card; what is cut cannot be approved there."""
    if approval.status != "waiting" or approval.request.inquiry is not None:
        return buttons(approval, is_cut=is_cut)[0]
    first = []
    if is_cut:
        first = [_button(approval, "Show everything", "whole", "primary")]
    elif not approval.request.lacks_preview:
        first = [_button(approval, "Approve", "approve", "primary")]
    return b.actions(
        *first,
        _button(approval, "Reject", "reject", "danger"),
        _button(approval, "Reject with a reason…", "reason"),
    )


def _verdicts(approval: Approval, is_cut: bool) -> b.Block:
    found = []
    if is_cut:
        found.append(_button(approval, "Show everything", "whole", "primary"))
    if not approval.request.lacks_preview:
        found.append(_button(approval, "Approve", "approve", "" if is_cut else "primary"))
    return b.actions(*found, _button(approval, "Reject", "reject", "danger"))


def _further(approval: Approval) -> b.Block:
    request = approval.request
    found = [_button(approval, "Reject with a reason…", "reason")]
    if request.is_editable:
        found.append(_button(approval, "Edit and approve…", "edit"))
    found.append(_button(approval, "Ask the requester…", "ask"))
    if request.lacks_preview:
        return b.actions(*found)
    if len(request.together) > 1:
        count = len(request.together)
        all_of_them = _button(approval, f"Approve all {count}", "all")
        meaning = f"All {count} calls of this answer start, each as its own card shows it."
        found.append(all_of_them | b.asks_first(f"Approve all {count}?", meaning, "Approve all"))
    if request.rule.always:
        text, meaning = _ALWAYS[request.rule.always]
        always = _button(approval, text, "always")
        found.append(always | b.asks_first("Always in this run?", meaning, "Always"))
    return b.actions(*found)


def _answers(approval: Approval, is_cut: bool) -> b.Block:
    inquiry = approval.request.inquiry
    choices = inquiry.choices if inquiry is not None else ()
    first = [_button(approval, "Show everything", "whole", "primary")] if is_cut else []
    style = "" if is_cut else "primary"
    if not choices:
        return b.actions(*first, _button(approval, "Answer…", "reply", style))
    if len(choices) > _CHOICES:
        return b.actions(*first, _button(approval, "Choose…", "reply", style))
    answers = enumerate(labels(choices))
    return b.actions(*first, *(_button(approval, each, "answer", number=n) for n, each in answers))


def _button(
    approval: Approval, text: str, action: Action, style: str = "", *, number: int | None = None
) -> b.Element:
    return b.button(
        text,
        action_id=action_id(action, number),
        value=approval.request.id,
        about=in_brief(approval),
        style=style,
    )
