"""Which failures are final, and how long to wait before trying again."""

import pytest

from bot.slack.failures import Failure, pause_before_retry

FINAL = [
    "is_archived",
    "not_in_channel",
    "channel_not_found",
    "restricted_action",
    "message_not_found",
    "thread_not_found",
    "cant_update_message",
    "edit_window_closed",
    "invalid_blocks",
    "msg_too_long",
    "user_not_found",
    "not_authed",
    "invalid_auth",
    "token_revoked",
    "account_inactive",
    "missing_scope",
]
PASSING = [
    "ratelimited",
    "internal_error",
    "service_unavailable",
    "timeout",
    "http_503",
    "http_404",
]


@pytest.mark.parametrize("code", FINAL)
def test_an_answer_is_final(code: str) -> None:
    failure = Failure(code)
    assert failure.is_answer
    assert pause_before_retry(failure, attempt=1, repeatable=True) is None


@pytest.mark.parametrize("code", PASSING)
def test_trouble_passes(code: str) -> None:
    failure = Failure(code)
    assert not failure.permanent
    assert pause_before_retry(failure, attempt=1, repeatable=True) is not None


def test_what_slack_may_have_done_is_repeated_only_if_that_is_harmless() -> None:
    lost = Failure("connection_failed")
    assert pause_before_retry(lost, attempt=1, repeatable=False) is None
    assert pause_before_retry(lost, attempt=1, repeatable=True) == 0.25


def test_what_never_reached_slack_is_repeated() -> None:
    refused = Failure("connection_failed", reached=False)
    assert pause_before_retry(refused, attempt=1, repeatable=False) == 0.25


def test_slack_says_how_long_to_wait() -> None:
    limited = Failure("ratelimited", retry_after=7)
    assert pause_before_retry(limited, attempt=1, repeatable=False) == 7


def test_patience_ends() -> None:
    assert pause_before_retry(Failure("ratelimited"), attempt=5, repeatable=True) is None
    assert pause_before_retry(Failure("timeout"), attempt=3, repeatable=True) is None


@pytest.mark.parametrize("code", ["not_authed", "token_revoked", "missing_scope"])
def test_some_are_about_the_token(code: str) -> None:
    assert Failure(code).about_token
    assert not Failure("is_archived").about_token


@pytest.mark.parametrize(
    "code", ["not_authed", "invalid_auth", "token_revoked", "account_inactive"]
)
def test_a_dead_token_is_no_answer_about_what_was_said(code: str) -> None:
    assert Failure(code).token_is_dead
    assert not Failure(code).permanent
    assert not Failure("missing_scope").token_is_dead
