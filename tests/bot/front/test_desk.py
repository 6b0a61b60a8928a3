"""From the door to a listener, with nothing in between that could wait or leak."""

import logging
from typing import Any, Protocol

import pytest

from bot.front import Desk, Metrics
from bot.playground import Playground


class Heard(Protocol):
    bodies: list[dict[str, Any]]


CLICK = {
    "type": "block_actions",
    "user": {"id": "U0MIRA", "team_id": "T0SIGNOFF"},
    "team": {"id": "T0SIGNOFF"},
    "actions": [{"action_id": "known", "value": "opaque", "type": "button"}],
}


async def test_a_click_is_acknowledged_without_asking_slack(
    slack: Playground, desk: Desk, heard: Heard
) -> None:
    response = await desk.serve(CLICK)
    assert (response.status, response.body) == (200, "")
    assert len(heard.bodies) == 1
    assert len(slack.calls) == 0


async def test_what_nobody_listens_to_is_not_quoted_in_the_log(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    unknown = {**CLICK, "actions": [{"action_id": "opaque"}]}
    assert (await desk.serve(unknown)).status == 404
    assert "opaque" not in caplog.text


@pytest.mark.parametrize(
    "body",
    [
        {**CLICK, "actions": []},
        {**CLICK, "actions": None},
        {**CLICK, "actions": [7]},
        {**CLICK, "type": "view_submission", "view": {"id": "V1"}},
        {"type": "event_callback", "event": [1]},
    ],
)
async def test_what_slack_would_not_send_is_refused(desk: Desk, body: dict[str, Any]) -> None:
    assert (await desk.serve(body)).status == 400


async def test_that_events_are_held_back_is_taken_note_of(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    told = {"type": "app_rate_limited", "team_id": "T0SIGNOFF", "minute_rate_limited": 1}
    assert (await desk.serve(told)).status == 200
    assert "holds events back" in caplog.text


async def test_a_look_at_the_certificate_is_answered(desk: Desk, heard: Heard) -> None:
    assert (await desk.serve({"ssl_check": "1", "token": "t"})).status == 200
    assert heard.bodies == []


async def test_the_bots_own_messages_reach_no_listener(desk: Desk, heard: Heard) -> None:
    event = {"type": "message", "user": "U0SIGNOFF", "text": "done", "channel": "C0OPS"}
    response = await desk.serve({"type": "event_callback", "event": event})
    assert response.status == 200
    assert heard.bodies == []


async def test_the_wait_is_measured(desk: Desk, metrics: Metrics) -> None:
    await desk.serve(CLICK)
    assert b'signoff_ack_seconds_count{kind="action"} 1.0' in metrics.text()
