"""What an approval "for the rest of this run" covers.

Rule: a later call is covered when it is of the same tool and agent, falls under the very same rule,
and, where only that was offered or meant, has the same arguments. Whoever gave the word is checked
again when the call starts.
"""

from collections.abc import Iterable

from bot.records import Approval, Decision, Request

_GIVEN = frozenset({"approved", "started", "done", "failed", "in_doubt"})


def follows(request: Request, earlier: Iterable[Approval], *, now: float) -> tuple[Decision, ...]:
    """The decisions that follow from earlier ones; empty when people have to say."""
    if not request.rule.always or request.inquiry is not None:
        return ()
    for approval in earlier:
        if approval.status not in _GIVEN or not _is_alike(request, approval):
            continue
        given = [each for each in approval.agreed if _reaches(each, request, approval)]
        if len(given) >= request.rule.required:
            digest = request.call.digest
            return tuple(
                Decision(
                    verdict="approved",
                    by=each.by,
                    behalf=each.behalf,
                    at=now,
                    digest=digest,
                    standing=True,
                )
                for each in given
            )
    return ()


def _is_alike(request: Request, approval: Approval) -> bool:
    one, other = request.call, approval.request.call
    same_kind = (one.run, one.tool, one.agent) == (other.run, other.tool, other.agent)
    return same_kind and request.rule == approval.request.rule


def _reaches(decision: Decision, request: Request, approval: Approval) -> bool:
    if decision.always == "arguments":
        return request.call.digest == approval.call.digest
    return decision.always == "tool"
