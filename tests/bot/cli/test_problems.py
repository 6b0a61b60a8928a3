"""From an exception to the line a person reads."""

import errno
import socket

import pytest

from bot.cli.problems import Problem, explain
from bot.errors import CannotStart, SettingsError
from bot.ports import NotDelivered, NotRecorded
from bot.store import StoreUnavailable

KNOWN: list[tuple[BaseException, str]] = [
    (SettingsError("BOT_PORT", "it is wrong", "Correct it"), "BOT_PORT: it is wrong. Correct it"),
    (CannotStart("no"), "no"),
    (OSError(errno.EADDRINUSE, "in use"), "BOT_PORT: the port is in use"),
    (OSError(errno.EADDRNOTAVAIL, "cannot assign"), "BOT_HOST: this machine has no such address"),
    (socket.gaierror(-2, "Name or service not known"), "BOT_HOST: this machine has no such"),
    (PermissionError(errno.EACCES, "Permission denied", "/data"), "/data: Permission denied"),
    (StoreUnavailable("REDIS_URL redis://a: gone"), "REDIS_URL redis://a: gone"),
    (NotRecorded("Redis cannot be reached"), "REDIS_URL: Redis cannot be reached"),
    (NotDelivered("invalid_auth", permanent=True), "SLACK_BOT_TOKEN: Slack does not accept it"),
]


@pytest.mark.parametrize(("error", "line"), KNOWN)
def test_what_somebody_can_put_right_ends_with_two(error: BaseException, line: str) -> None:
    problem = explain(error)
    assert problem.text.startswith(line)
    assert problem.code == 2


def test_a_group_is_told_by_its_first_error() -> None:
    group = ExceptionGroup("several", [ExceptionGroup("inner", [CannotStart("no")])])
    assert explain(group).text == "no"


def test_a_fault_of_our_own_is_named_by_its_place() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        _ = 1 / 0
    problem = explain(caught.value)
    assert problem.text.startswith("unexpected ZeroDivisionError at ")
    assert problem.text.endswith(": division by zero")
    assert problem.code == 1


def test_a_problem_explains_itself() -> None:
    problem = Problem("there is no such run", code=1)
    assert explain(problem) is problem
