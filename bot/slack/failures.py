"""What a failed call to Slack means, and whether to try it again. Decisions only."""

from dataclasses import dataclass

TOKEN_CODES = frozenset(
    {
        "account_inactive",
        "invalid_auth",
        "missing_scope",
        "no_permission",
        "not_allowed_token_type",
        "not_authed",
        "org_login_required",
        "team_access_not_granted",
        "token_expired",
        "token_revoked",
    }
)
"""The token or its scopes are wrong: an operator has to act."""

DEAD_TOKEN_CODES = frozenset({"account_inactive", "invalid_auth", "not_authed", "token_revoked"})
"""The token is good for nothing any more. With another one everything may still be said."""

PASSING_CODES = frozenset(
    {
        "connection_failed",
        "fatal_error",
        "internal_error",
        "rate_limited",
        "ratelimited",
        "request_timeout",
        "rollup_error",
        "service_unavailable",
        "team_added_to_org",
        "timeout",
    }
)
"""They go away by themselves. Every other code is an answer, and the next one would be the same."""

NOT_THERE_CODES = frozenset({"http_404", "http_405", "http_501"})
"""There is no such method at this address, but perhaps behind it: a gateway that lets only some
through, or one that is being set up."""

RATE_CODES = frozenset({"ratelimited", "rate_limited"})
RATE_ATTEMPTS = 5
OTHER_ATTEMPTS = 3
FIRST_PAUSE = 0.25
"""Seconds before the second attempt; doubled for each further one."""


@dataclass(frozen=True)
class Failure:
    """Why one attempt failed."""

    code: str
    """Slack's error code, or one of ours: `connection_failed`, `timeout`, `http_503`."""
    retry_after: float | None = None
    """Seconds Slack asked us to wait."""
    reached: bool = True
    """False when Slack certainly never saw the request."""

    @property
    def is_answer(self) -> bool:
        """Whether asking again would be answered in the same way."""
        # `http_…`: somebody on the way answered, not Slack.
        return self.code not in PASSING_CODES and not self.code.startswith("http_")

    @property
    def permanent(self) -> bool:
        """Whether this will never be taken, whoever says it."""
        return self.is_answer and not self.token_is_dead

    @property
    def about_token(self) -> bool:
        return self.code in TOKEN_CODES

    @property
    def token_is_dead(self) -> bool:
        return self.code in DEAD_TOKEN_CODES


def pause_before_retry(failure: Failure, *, attempt: int, repeatable: bool) -> float | None:
    """Seconds to wait before the next attempt, or `None` to give up; the first attempt is 1.

    A rate limit and a refused connection mean that nothing was done, so even a call that
    must not be done twice is repeated after them."""
    if failure.code in RATE_CODES:
        return (failure.retry_after or 1.0) if attempt < RATE_ATTEMPTS else None
    if failure.is_answer or attempt >= OTHER_ATTEMPTS:
        return None
    if failure.reached and not repeatable:
        return None
    return FIRST_PAUSE * float(2 ** (attempt - 1))
