"""The card of an approval: what is asked, with exactly which arguments, and how it stands.

A pure function of the record: drawn again, it shows the same. Only a call that waits for somebody
has buttons. While it waits, its text mentions the requester and the approvers named by id, because
it is them it concerns; groups are left out of the text and shown by name in the blocks alone, and
nothing that came from a model or a tool can mention anybody. Updating a message notifies nobody.
"""

from collections.abc import Sequence

from bot.cards import blocks as b
from bot.cards.arguments import Arguments, difference, given, in_force
from bot.cards.buttons import buttons
from bot.cards.choices import listing
from bot.cards.delegating import meanwhile
from bot.cards.fallback import fallback
from bot.cards.ids import SEEN
from bot.cards.room import AMPLE, SCANT, Room
from bot.cards.standing import cannot_approve, decides, otherwise, reason, standing, title
from bot.cards.talk import talk
from bot.cards.times import moment
from bot.cards.warnings import implied, misplaced, warnings
from bot.policy.naming import who_decides
from bot.ports import Message
from bot.records import Approval, Delegation
from bot.text import MESSAGE, Cut, code, cut, escape, user, visible

ARGUMENTS_SHOWN = 3_000
"""Bytes of arguments that are shown as a whole while somebody has to judge them."""
GLIMPSE = 1_200
"""Bytes of longer ones, which have to be opened anyway."""
_AFTERWARDS = 800
_EFFECTS = {
    "pure": "Only reads, changes nothing.",
    "idempotent": "Changes something; repeating it does no further harm.",
    "at_most_once": "Changes something; runs at most once.",
}
_WAYS_OUT = (
    "*Mark as done* if it ran, *Run again* to ask for another attempt, "
    "*Give up* to leave it at that."
)


def approval_card(
    approval: Approval, *, command: str, standing_in: Sequence[Delegation] = ()
) -> Message:
    """`command` is the slash command by which the whole of cut arguments can be read,
    `standing_in` whoever decides for somebody that is called."""
    told, others = given(approval), meanwhile(standing_in)
    parts = _parts(approval, told, others, command, AMPLE)
    if b.weight(parts) > MESSAGE:
        parts = _parts(approval, told, others, command, SCANT)
    digest = approval.call.digest[:SEEN]
    name = f"{approval.version}.{approval.status}.{digest}.{approval.request.id}"
    return Message(text=fallback(approval, told, others), blocks=b.numbered(parts, name=name))


def _parts(
    approval: Approval, told: Arguments, others: str, command: str, room: Room
) -> list[b.Block]:
    shown = _shown(told) if _asks(approval) else cut(told.text, _AFTERWARDS)
    careful = [b.context(each) for each in _careful(told)]
    return [
        b.header(title(approval)),
        *_what(approval, shown, room),
        *_changes(approval, room),
        *(_advice(approval, careful, shown, command, room) if approval.is_open else []),
        *talk(approval, most=room.remarks, longest=room.remark),
        *_results(approval, room),
        b.context(b.words(_how_it_stands(approval, others))),
        *_reason(approval),
        *_where_it_led(approval),
        b.context(b.words(_small_print(approval))),
        *buttons(approval, is_cut=shown.hidden > 0),
    ]


def in_short(approval: Approval, *, limit: int, command: str) -> tuple[list[b.Block], bool]:
    """What somebody must see to decide elsewhere than on the card, with so many bytes of arguments,
    and whether any of these are left out."""
    told = given(approval)
    shown = cut(told.text, limit)
    found = _careful(told)
    careful = [b.context(*found)] if found else []
    parts = [
        *_what(approval, shown, AMPLE),
        *_changes(approval, AMPLE),
        *(_advice(approval, careful, shown, command, AMPLE) if approval.is_open else []),
        *talk(approval, most=1, longest=AMPLE.remark),
        b.context(b.words(_how_it_stands(approval))),
    ]
    return parts, shown.hidden > 0


def hides(approval: Approval) -> bool:
    """Whether the card of an open approval leaves out a part of what would run."""
    return _shown(in_force(approval)).hidden > 0


def _shown(told: Arguments) -> Cut:
    """As much as somebody who has to judge them can take in at a glance, or all of it."""
    whole = cut(told.text, ARGUMENTS_SHOWN)
    return cut(told.text, GLIMPSE) if whole.hidden else whole


def _asks(approval: Approval) -> bool:
    """Whether somebody has to judge the call."""
    return approval.status in ("waiting", "in_doubt")


def _what(approval: Approval, shown: Cut, room: Room) -> list[b.Block]:
    request = approval.request
    if request.inquiry is not None:
        question = "\n\n".join(
            filter(None, (visible(request.inquiry.text), listing(request.inquiry.choices)))
        )
        working = b.words(f"Asked while working for {user(request.requester)}")
        return [b.context(working), b.preformatted(str(cut(question, ARGUMENTS_SHOWN)))]
    asked = b.words(f"Asked by {user(request.requester)}")
    by = b.context(asked, b.plain(f"Agent: {request.call.agent}", 150))
    parts = [b.section(b.said(request.description, room.words))] if request.description else []
    if shown.head:
        return [*parts, by, b.preformatted(str(shown))]
    return [*parts, by, b.context(b.words("Without arguments."))]


def _changes(approval: Approval, room: Room) -> list[b.Block]:
    """What a person put in the place of what the agent asked for."""
    changed = difference(approval)
    if not changed:
        return []
    by = [each.by for each in approval.decisions if each.arguments][-1]
    return [
        b.context(b.words(f"*Changed by {user(by)}:*")),
        b.preformatted(str(cut(changed, room.text))),
    ]


def _careful(told: Arguments) -> list[b.Element]:
    """What somebody must know or be warned of to read the arguments."""
    found = [*warnings(told.oddities), *misplaced(told.unknown)]
    return [*map(b.plain, implied(told.defaults)), *(b.plain(f"⚠ {each}") for each in found)]


def _advice(
    approval: Approval, careful: Sequence[b.Block], shown: Cut, command: str, room: Room
) -> list[b.Block]:
    """What helps to judge a call that has not run; `careful` are warnings."""
    parts: list[b.Block] = []
    if shown.hidden:
        whole = code(f"{command} show {approval.request.id}")
        then = "approve" if approval.request.inquiry is None else "answer"
        words = (
            f"*{shown.hidden:,} characters are hidden here.* Open all of it before you {then}, "
            f"by the button or with {whole}"
        )
        parts.append(b.context(b.words(words)))
    return [*parts, *careful, *_preview(approval, room)]


def _preview(approval: Approval, room: Room) -> list[b.Block]:
    """What the tool says it would do, or why it does not say."""
    request = approval.request
    if request.preview:
        preview = str(cut(visible(request.preview), room.text))
        is_edited = approval.call.digest != request.call.digest
        title = "Preview of what the agent asked for, before the change" if is_edited else "Preview"
        return [b.preformatted(preview, title=title)]
    if request.lacks_preview:
        return [b.section(b.words(f"⛔ {cannot_approve(request)} Reject it, or let it expire."))]
    if request.preview_problem:
        return [b.context(b.plain(f"No preview: {request.preview_problem}."))]
    return []


def _results(approval: Approval, room: Room) -> list[b.Block]:
    if approval.answer:
        answer = str(cut(visible(approval.answer), room.text))
        return [b.preformatted(answer, title="Answer")]
    if approval.request.only_decides and approval.status == "done":
        return []
    if approval.outcome:
        outcome = str(cut(visible(approval.outcome), room.text))
        title = "Error" if approval.status == "failed" else "Result"
        return [b.preformatted(outcome, title=title)]
    return []


def _reason(approval: Approval) -> list[b.Block]:
    """Why somebody rejected it."""
    why = reason(approval)
    return [b.section(b.plain(f"Reason: {why}", 500))] if why else []


def _where_it_led(approval: Approval) -> list[b.Block]:
    if not approval.result:
        return []
    return [b.context(b.words(f"<{escape(approval.result)}|See what the agent said then>"))]


def _how_it_stands(approval: Approval, others: str = "") -> str:
    """`others`: who decides for whom just now."""
    request = approval.request
    if not _asks(approval):
        return "\n".join(filter(None, (standing(approval), _when(approval))))
    deciders = who_decides(request.rule, request.place, requester=request.requester)
    who = f"*Who {decides(request)}:* {deciders}. {others}".strip()
    if approval.status == "in_doubt":
        return f"{standing(approval)}\n{_WAYS_OUT}\n{who}"
    last = moment(request.expires_at)
    until = f"*Until:* {last}. If nobody {decides(request)}, {otherwise(request)}."
    return "\n".join(filter(None, (who, standing(approval), until)))


def _when(approval: Approval) -> str:
    """When somebody decided, and when it was over."""
    request = approval.request
    did = "Decided" if request.inquiry is None else "Answered"
    decided = f"*{did}:* {moment(approval.decisions[-1].at)}." if approval.decisions else ""
    runs = request.inquiry is None and not request.only_decides
    at_once = approval.status == "rejected" or (approval.status == "done" and not runs)
    over = approval.ended_at and not at_once
    ended = f"*Ended:* {moment(approval.ended_at)}." if over else ""
    return " ".join(filter(None, (decided, ended)))


def _small_print(approval: Approval) -> str:
    call, request = approval.call, approval.request
    runs = request.inquiry is None and not request.only_decides
    effect = _EFFECTS[call.effect] if _asks(approval) and runs else ""
    name = f"Tool {code(call.tool, 80)}." if request.only_decides else ""
    attempt = f"Attempt {call.attempt}." if call.attempt > 1 else ""
    bound = f"Digest {code(call.digest[:12])}, rule {code(request.rule.name, 40)}."
    return " ".join(filter(None, (effect, name, attempt, bound)))
