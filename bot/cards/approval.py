"""The card of an approval: what is asked, with exactly which arguments, and how it stands.

A pure function of the record: drawn again, it shows the same. Only a call that waits for somebody
has buttons. While it waits, its text mentions the requester and the approvers named by id, because
it is them it concerns; groups and channels are shown by name and never notified, and nothing that
came from a model or a tool can mention anybody. Updating a message notifies nobody.
"""

from bot.cards import blocks as b
from bot.cards.arguments import Arguments, arguments
from bot.cards.fallback import fallback
from bot.cards.ids import Action, action_id
from bot.cards.standing import reason, standing, title
from bot.cards.times import moment
from bot.cards.warnings import warnings
from bot.policy.naming import who_decides
from bot.ports import Message
from bot.records import Approval, Request
from bot.text import Cut, code, cut, user, visible

ARGUMENTS_SHOWN = 3_000
"""Characters of arguments while somebody has to judge them."""
_AFTERWARDS = 800
_TEXT_SHOWN = 1_200
_EFFECTS = {
    "pure": "Only reads, changes nothing.",
    "idempotent": "Changes something; repeating it does no further harm.",
    "at_most_once": "Changes something; runs at most once.",
}


def approval_card(approval: Approval, *, command: str = "/agent") -> Message:
    """`command` is the slash command by which the whole of cut arguments can be read."""
    request = approval.request
    given = arguments(request)
    shown = cut(given.text, ARGUMENTS_SHOWN if _asks(approval) else _AFTERWARDS)
    parts = [
        *_what(request, shown),
        *(_advice(request, given, shown, command) if approval.is_open else []),
        *_results(approval),
        b.context(b.words(_how_it_stands(approval))),
        b.context(b.words(_small_print(request))),
        *_buttons(approval),
    ]
    name = f"{approval.version}.{approval.status}.{request.id}"
    return Message(
        text=fallback(approval, given),
        blocks=b.numbered([b.header(title(approval)), *parts], name=name),
    )


def _asks(approval: Approval) -> bool:
    """Whether somebody has to judge the call."""
    return approval.status in ("waiting", "in_doubt")


def _what(request: Request, shown: Cut) -> list[b.Block]:
    parts: list[b.Block] = []
    if request.description:
        parts.append(b.section(b.plain(request.description)))
    asked = b.words(f"Asked by {user(request.requester)}")
    parts.append(b.context(asked, b.plain(f"Agent: {request.call.agent}", 150)))
    if shown.head:
        parts.append(b.preformatted(str(shown)))
    else:
        parts.append(b.context(b.words("Without arguments.")))
    return parts


def _advice(request: Request, given: Arguments, shown: Cut, command: str) -> list[b.Block]:
    """What helps to judge a call that has not run."""
    parts: list[b.Block] = []
    if request.preview:
        preview = str(cut(visible(request.preview), _TEXT_SHOWN))
        parts.append(b.preformatted(preview, title="Preview"))
    parts += [b.context(b.plain(each)) for each in warnings(given.oddities)]
    if shown.hidden:
        parts.append(
            b.context(
                b.words(
                    f"*{shown.hidden:,} characters are hidden here.* "
                    f"Read all of it before you decide: {code(f'{command} show {request.id}')}"
                )
            )
        )
    return parts


def _results(approval: Approval) -> list[b.Block]:
    parts: list[b.Block] = []
    if why := reason(approval):
        parts.append(b.context(b.plain(f"Reason: {why}", 500)))
    if approval.outcome:
        outcome = str(cut(visible(approval.outcome), _TEXT_SHOWN))
        parts.append(b.preformatted(outcome, title="Result"))
    return parts


def _how_it_stands(approval: Approval) -> str:
    request = approval.request
    if not _asks(approval):
        return standing(approval)
    who = f"*Who decides:* {who_decides(request.rule, request.place)}."
    if approval.status == "in_doubt":
        return f"{standing(approval)}\n{who}"
    until = f"*Until:* {moment(request.expires_at)}. If nobody decides, it does not run."
    return "\n".join(filter(None, (who, standing(approval), until)))


def _small_print(request: Request) -> str:
    call = request.call
    attempt = f" Attempt {call.attempt}." if call.attempt > 1 else ""
    return (
        f"{_EFFECTS[call.effect]}{attempt} "
        f"Digest {code(call.digest[:12])}, rule {code(request.rule.name, 40)}."
    )


def _buttons(approval: Approval) -> list[b.Block]:
    match approval.status:
        case "waiting":
            return [
                b.actions(
                    _button(approval, "Approve", "approve", "primary"),
                    _button(approval, "Reject", "reject", "danger"),
                )
            ]
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


def _button(approval: Approval, text: str, action: Action, style: str = "") -> b.Element:
    request = approval.request
    return b.button(
        text, action_id=action_id(action), value=request.id, about=request.call.tool, style=style
    )
