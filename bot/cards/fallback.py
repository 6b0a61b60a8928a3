"""The card as one text, for banners and screen readers: the same essentials, without blocks."""

import re

from bot.cards.arguments import GUTTER, Arguments
from bot.cards.standing import standing, title
from bot.cards.times import utc
from bot.policy.naming import who_decides
from bot.records import Approval
from bot.text import bounded, code, escape, line, user

_ARGUMENTS = 500


def fallback(approval: Approval, given: Arguments) -> str:
    """At most 3,800 bytes of Slack mrkdwn."""
    request = approval.request
    parts = [f"{escape(line(title(approval))[:150])}."]
    if given.text:
        parts.append(f"With {code(one_line(given.text), _ARGUMENTS)}.")
    if approval.agreed and approval.call.arguments != request.call.arguments:
        parts.append(f"Changed by {user(approval.agreed[0].by)}.")
    parts.append(f"Asked by {user(request.requester)}.")
    parts.append(standing(approval))
    if approval.status == "waiting":
        who = who_decides(request.rule, request.place, call_groups=False)
        parts.append(f"Who decides: {who}. Until {utc(request.expires_at)}, then it does not run.")
    return bounded(" ".join(filter(None, parts)))


def one_line(text: str) -> str:
    """Names parted by commas; what belongs to one value stays together."""
    text = re.sub(rf"\n *{GUTTER}", "", text)
    return re.sub(r"\n(?=[ \]}]) *", " ", text).replace("\n", ", ")
