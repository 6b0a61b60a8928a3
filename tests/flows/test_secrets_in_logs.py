"""What a tool's error says can quote hidden arguments: no log line repeats it."""

import logging

import pytest

from bot.testing import Trial
from core import function_tool
from core.testing import function_call
from tests.flows.ops import Ops, says

SECRET = "hunter2"


@pytest.mark.parametrize("ends_the_run", [True, False])
async def test_the_log_says_which_error_and_where_and_not_what(
    caplog: pytest.LogCaptureFixture, ends_the_run: bool
) -> None:
    def preview(password: str) -> str:
        raise LookupError(password)

    def words(ctx: object, error: Exception) -> str:
        return "It failed."

    @function_tool(
        needs_approval=True,
        preview=preview,
        redact=["password"],
        failure_error_function=None if ends_the_run else words,
    )
    async def log_in(password: str) -> str:
        """Log in."""
        raise PermissionError(f"{password} is wrong")

    asks = function_call("log_in", {"password": SECRET}, call_id="1")
    ops = Ops([asks], says("I could not."))
    with caplog.at_level(logging.INFO):
        async with Trial(ops.agent(log_in)) as trial:
            await trial.person("mira").asks("log in")
            await trial.person("jonas").clicks(await trial.card("log_in"), "Approve")
            await trial.message("could not go on" if ends_the_run else "I could not.")
            await trial.settled()
    assert SECRET not in caplog.text
    assert "PermissionError" in caplog.text
    assert ("log_in (test_secrets_in_logs.py:" in caplog.text) is ends_the_run
