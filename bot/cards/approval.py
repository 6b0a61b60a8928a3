"""The card of an approval: what is asked, with exactly which arguments, and how it stands.

A pure function of the record: drawn again, it shows the same. Only a call that waits for somebody
has buttons. While it waits, its text mentions the requester and the approvers named by id, because
it is them it concerns; groups and channels are shown by name and never notified, and nothing that
came from a model or a tool can mention anybody. Updating a message notifies nobody.
"""

from bot.cards import blocks as b
from bot.cards.arguments import Arguments, arguments, difference
from bot.cards.buttons import buttons
from bot.cards.fallback import fallback
from bot.cards.ids import SEEN
from bot.cards.standing import reason, standing, title
from bot.cards.talk import talk
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
    given = arguments(approval.call, approval.request.hidden)
    shown = cut(given.text, ARGUMENTS_SHOWN if _asks(approval) else _AFTERWARDS)
    parts = [
        *_what(approval, shown),
        *_changes(approval),
        *(_advice(approval.request, given, shown, command) if approval.is_open else []),
        *talk(approval),
        *_results(approval),
        b.context(b.words(_how_it_stands(approval))),
        b.context(b.words(_small_print(approval))),
        *buttons(approval, is_cut=shown.hidden > 0),
    ]
    digest = approval.call.digest[:SEEN]
    name = f"{approval.version}.{approval.status}.{digest}.{approval.request.id}"
    return Message(
        text=fallback(approval, given),
        blocks=b.numbered([b.header(title(approval)), *parts], name=name),
    )


def in_short(
    approval: Approval, *, limit: int, command: str = "/agent"
) -> tuple[list[b.Block], bool]:
    """What somebody must see to decide elsewhere than on the card, with so many characters of
    arguments, and whether any of these are left out."""
    given = arguments(approval.call, approval.request.hidden)
    shown = cut(given.text, limit)
    parts = [
        *_what(approval, shown),
        *_changes(approval),
        *(_advice(approval.request, given, shown, command) if approval.is_open else []),
        *talk(approval)[-1:],
        b.context(b.words(_how_it_stands(approval))),
    ]
    return parts, shown.hidden > 0


def hides(approval: Approval) -> bool:
    """Whether the card of an open approval leaves out a part of what would run."""
    given = arguments(approval.call, approval.request.hidden)
    return cut(given.text, ARGUMENTS_SHOWN).hidden > 0


def _asks(approval: Approval) -> bool:
    """Whether somebody has to judge the call."""
    return approval.status in ("waiting", "in_doubt")


def _what(approval: Approval, shown: Cut) -> list[b.Block]:
    request = approval.request
    asked = b.words(f"Asked by {user(request.requester)}")
    by = b.context(asked, b.plain(f"Agent: {request.call.agent}", 150))
    if request.inquiry is not None:
        question = str(cut(visible(request.inquiry.text), ARGUMENTS_SHOWN))
        return [by, b.preformatted(question)]
    parts = [b.section(b.plain(request.description))] if request.description else []
    if shown.head:
        return [*parts, by, b.preformatted(str(shown))]
    return [*parts, by, b.context(b.words("Without arguments."))]


def _changes(approval: Approval) -> list[b.Block]:
    """What a person put in the place of what the agent asked for."""
    request = approval.request
    changed = difference(request.call, approval.call, request.hidden)
    if not changed:
        return []
    return [b.preformatted(str(cut(changed, _TEXT_SHOWN)), title="Changed by a person")]


def _advice(request: Request, given: Arguments, shown: Cut, command: str) -> list[b.Block]:
    """What helps to judge a call that has not run."""
    parts: list[b.Block] = []
    if request.preview:
        preview = str(cut(visible(request.preview), _TEXT_SHOWN))
        parts.append(b.preformatted(preview, title="Preview"))
    if request.preview_problem:
        closed = " Its policy wants one, so it can only be rejected." * request.rule.needs_preview
        parts.append(b.context(b.plain(f"No preview: {request.preview_problem}.{closed}")))
    parts += [b.context(b.plain(each)) for each in warnings(given.oddities)]
    if shown.hidden:
        whole = code(f"{command} show {request.id}")
        words = (
            f"*{shown.hidden:,} characters are hidden here.* Open all of it before you approve, "
            f"by the button or with {whole}"
        )
        parts.append(b.context(b.words(words)))
    return parts


def _results(approval: Approval) -> list[b.Block]:
    parts: list[b.Block] = []
    if why := reason(approval):
        parts.append(b.context(b.plain(f"Reason: {why}", 500)))
    if approval.answer:
        parts.append(
            b.preformatted(str(cut(visible(approval.answer), _TEXT_SHOWN)), title="Answer")
        )
    elif approval.outcome:
        outcome = str(cut(visible(approval.outcome), _TEXT_SHOWN))
        parts.append(b.preformatted(outcome, title="Result"))
    return parts


def _how_it_stands(approval: Approval) -> str:
    request = approval.request
    if not _asks(approval):
        decided = _decided_at(approval)
        return standing(approval) + (f" {moment(decided)}." if decided else "")
    answers = "answers" if request.inquiry is not None else "decides"
    who = f"*Who {answers}:* {who_decides(request.rule, request.place)}."
    if approval.status == "in_doubt":
        return f"{standing(approval)}\n{who}"
    otherwise = "it does not run" if request.inquiry is None else "the agent goes on without"
    until = f"*Until:* {moment(request.expires_at)}. If nobody {answers}, {otherwise}."
    return "\n".join(filter(None, (who, standing(approval), until)))


def _decided_at(approval: Approval) -> float:
    """When it was settled, as far as that was a person's doing or its deadline; else 0."""
    if approval.status == "expired":
        return approval.request.expires_at
    return approval.decisions[-1].at if approval.decisions else 0.0


def _small_print(approval: Approval) -> str:
    call, rule = approval.call, approval.request.rule
    attempt = f" Attempt {call.attempt}." if call.attempt > 1 else ""
    return (
        f"{_EFFECTS[call.effect]}{attempt} "
        f"Digest {code(call.digest[:12])}, rule {code(rule.name, 40)}."
    )
