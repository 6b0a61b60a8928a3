"""The card as one text, for banners and screen readers: the same essentials, without blocks."""

import re

from bot.cards.arguments import GUTTER, Arguments, in_force, subject
from bot.cards.standing import cannot_approve, decides, headline, otherwise, standing, title
from bot.cards.times import utc
from bot.policy.naming import who_decides
from bot.records import Approval, Request
from bot.text import bounded, code, escape, line, user, visible

_ARGUMENTS = 500


def fallback(approval: Approval, told: Arguments, others: str = "") -> str:
    """At most 3,800 bytes of Slack mrkdwn. `others`: who decides for whom just now."""
    request = approval.request
    first = headline(approval) if subject(approval) else escape(line(title(approval))[:150])
    parts = [f"{first}."]
    if request.inquiry is not None:
        parts.append(code(one_line(visible(request.inquiry.text)), _ARGUMENTS))
        parts.append(f"Asked while working for {user(request.requester)}.")
    else:
        parts.append(f"With {code(one_line(told.text), _ARGUMENTS)}." if told.text else "")
        if approval.agreed and approval.call.arguments != request.call.arguments:
            parts.append(f"Changed by {user(approval.agreed[0].by)}.")
        parts.append(f"Asked by {user(request.requester)}.")
    parts.append(standing(approval))
    if approval.is_open and request.lacks_preview:
        parts.append(cannot_approve(request))
    if approval.status == "waiting":
        parts.append(_until(request, others))
    return bounded(" ".join(filter(None, parts)))


def in_brief(approval: Approval) -> str:
    """What it is about, which tells it from others of the same tool; foreign text."""
    request = approval.request
    if request.inquiry is not None:
        return request.inquiry.text
    name = subject(approval) or request.call.tool
    told = one_line(in_force(approval).text[:_ARGUMENTS])
    return f"{name}: {told}" if told else name


def _until(request: Request, others: str) -> str:
    who = who_decides(request.rule, request.place, requester=request.requester, call_groups=False)
    until = utc(request.expires_at)
    parts = [
        f"Who {decides(request)}: {who}.",
        others,
        f"Until {until}, then {otherwise(request)}.",
    ]
    return " ".join(filter(None, parts))


def one_line(text: str) -> str:
    """Names parted by commas; what belongs to one value stays together."""
    text = re.sub(rf"\n *{GUTTER}", "", text)
    return re.sub(r"\n(?=[ \]}]) *", " ", text).replace("\n", ", ")
