"""What people do in Slack reaches the intake, and whoever cannot be served is told."""

import logging
from typing import Any, Protocol

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from bot.front import Desk, Metrics, bolt_app
from bot.listeners import register
from bot.playground import Answer, Message, Playground
from bot.records import Click, Command, Place
from bot.service.background import Background
from bot.slack import Identity
from bot.testing.messenger import MemoryMessenger


class Intake(Protocol):
    remarks: list[Any]
    greeted: list[Any]
    errands: list[Any]
    failure: Exception | None
    delay: float


async def card(
    slack: Playground, action_id: str = "approval:approve", thread: str | None = None
) -> Message:
    """A message of the bot with one button."""
    button = {
        "type": "button",
        "action_id": action_id,
        "value": "opaque",
        "text": {"type": "plain_text", "text": "Approve"},
    }
    posted = slack.workspace.post(
        Message(
            channel="C0OPS",
            ts=slack.workspace.timeline.next_ts(),
            thread_ts=thread,
            user=slack.workspace.app.bot_user_id,
            bot_id=slack.workspace.app.bot_id,
            app_id=slack.workspace.app.id,
            text="card",
            blocks=({"type": "actions", "block_id": "b", "elements": [button]},),
        )
    )
    await slack.settled()
    return posted


async def test_a_mention_and_its_twin_have_one_key(slack: Playground, intake: Intake) -> None:
    asked = await slack.person("mira").mentions("C0OPS", "restart a &amp; b <now>")
    await slack.settled()
    first, twin = intake.remarks
    assert first == twin
    assert first.once == f"C0OPS:{asked.ts}"
    assert (first.place.channel, first.place.thread) == ("C0OPS", asked.ts)
    assert (first.said.user, first.said.team) == ("U0MIRA", "T0SIGNOFF")
    assert "U0SIGNOFF" not in first.said.text


async def test_a_direct_message_needs_no_mention(slack: Playground, intake: Intake) -> None:
    said = await slack.person("mira").says("D0MIRA", "hello")
    await slack.settled()
    assert [r.place.tag for r in intake.remarks] == [f"D0MIRA:{said.ts}"]


async def test_editing_deleting_and_unfurling_ask_nothing(
    slack: Playground, intake: Intake
) -> None:
    mira = slack.person("mira")
    said = await mira.mentions("C0OPS", "restart payments")
    await slack.settled()
    intake.remarks.clear()
    edited = await mira.edits(said, "@signoff restart payments now")
    slack.unfurl(edited)
    await mira.deletes(edited)
    await slack.settled()
    assert intake.remarks == []


async def test_a_click_becomes_a_record(slack: Playground, intake: Intake) -> None:
    posted = await card(slack)
    answer = await slack.person("jonas").clicks(posted, "Approve")
    assert answer.ok
    [click] = intake.errands
    assert isinstance(click, Click)
    assert (click.action, click.approval) == ("approve", "opaque")
    assert (click.user, click.team) == ("U0JONAS", "T0SIGNOFF")
    assert (click.channel, click.message) == ("C0OPS", posted.ts)
    assert click.app == slack.workspace.app.id
    assert click.trigger
    assert click.response_url


async def test_every_click_has_its_own_key(slack: Playground, intake: Intake) -> None:
    posted = await card(slack)
    for name in ("jonas", "aiko", "jonas"):
        await slack.person(name).clicks(posted, "Approve")
    assert len({click.key for click in intake.errands}) == 3


async def test_a_click_delivered_twice_keeps_its_key(slack: Playground, intake: Intake) -> None:
    posted = await card(slack)
    await slack.person("jonas").clicks(posted, "Approve")
    slack.again(slack.deliveries[-1])
    await slack.settled()
    first, second = intake.errands
    assert first == second


async def test_an_unknown_button_is_answered_in_private(slack: Playground, intake: Intake) -> None:
    posted = await card(slack, "somebody_elses")
    jonas = slack.person("jonas")
    assert (await jonas.clicks(posted, "Approve")).ok
    await slack.wait_for_message("not one of mine", visible_to="U0JONAS")
    assert intake.errands == []


async def test_in_a_thread_the_answer_stands_in_it(slack: Playground) -> None:
    root = await slack.person("mira").says("C0OPS", "hello")
    posted = await card(slack, "somebody_elses", thread=root.ts)
    await slack.person("jonas").clicks(posted, "Approve")
    await slack.wait_for_message("not one of mine", visible_to="U0JONAS", thread_ts=root.ts)


async def test_where_the_bot_cannot_speak_it_answers_all_the_same(slack: Playground) -> None:
    slack.faults.fail("chat.postEphemeral", "not_in_channel", times=None)
    root = await slack.person("mira").says("C0OPS", "hello")
    posted = await card(slack, "somebody_elses", thread=root.ts)
    await slack.person("jonas").clicks(posted, "Approve")
    await slack.wait_for_message("not one of mine", visible_to="U0JONAS")


async def test_what_slack_tells_beside_is_acknowledged(intake: Intake) -> None:
    home = Identity(user="U0SIGNOFF", bot="B0SIGNOFF", team="T0SIGNOFF")
    app = bolt_app(AsyncWebClient(token="xoxb-1"), home)
    async with Background() as background:
        register(app, intake, messenger=MemoryMessenger(), background=background, me=home)
        desk = Desk(app, Metrics())
        closed = {"type": "view_closed", "view": {"callback_id": "any"}, "is_cleared": False}
        event = {"type": "event_callback", "event": {"type": "not_invented_yet"}}
        for told in (closed, event):
            assert (await desk.serve(told)).status == 200
    assert intake.errands == []


async def test_a_shortcut_without_a_message_is_acknowledged(slack: Playground) -> None:
    assert (await slack.person("sam").shortcut("whatever")).ok


async def test_the_acknowledgement_does_not_wait_for_slack(slack: Playground) -> None:
    slack.faults.slow("response_url", 60)
    posted = await card(slack, "somebody_elses")
    answer = await slack.person("jonas").clicks(posted, "Approve")
    assert answer.ok
    slack.faults.clear()


async def test_a_click_is_acknowledged_once_it_is_stored(slack: Playground, intake: Intake) -> None:
    posted = await card(slack)
    intake.delay = 0.03
    answer = await slack.person("jonas").clicks(posted, "Approve")
    assert len(intake.errands) == 1
    assert answer.elapsed_ms >= 30


async def test_a_command_becomes_a_record(slack: Playground, intake: Intake) -> None:
    answer: Answer = await slack.person("mira").commands("/agent", "ask the payload=1 &", "C0OPS")
    assert answer.ok
    [command] = intake.errands
    assert isinstance(command, Command)
    assert command.text == "ask the payload=1 &amp;"
    assert (command.user, command.channel) == ("U0MIRA", "C0OPS")
    assert command.response_url


async def test_another_command_is_told_which_one_is_right(
    slack: Playground, intake: Intake
) -> None:
    answer = await slack.person("mira").commands("/other", "help", "C0OPS")
    assert "/agent" in answer.body
    assert intake.errands == []


async def test_the_shortcut_asks_about_a_message(slack: Playground, intake: Intake) -> None:
    said = await slack.person("mira").says("C0OPS", "payments are slow")
    await slack.settled()
    await slack.person("sam").shortcut("ask_agent", said)
    [remark] = intake.remarks
    assert (remark.said.user, remark.said.text) == ("U0SAM", "payments are slow")
    assert remark.place.tag == f"C0OPS:{said.ts}"


async def test_a_message_with_nothing_to_read_is_not_asked_about(
    slack: Playground, intake: Intake
) -> None:
    said = await slack.person("mira").says("C0OPS", "", raw=True)
    await slack.settled()
    await slack.person("sam").shortcut("ask_agent", said)
    await slack.wait_for_message("nothing in this message that I can read", visible_to="U0SAM")
    assert intake.remarks == intake.greeted == []


async def test_a_mention_and_its_twin_that_say_nothing_have_one_key(
    slack: Playground, intake: Intake
) -> None:
    asked = await slack.person("mira").mentions("C0OPS", "")
    await slack.settled()
    first, twin = intake.greeted
    assert first == twin == (Place(channel="C0OPS", thread=asked.ts), "U0MIRA", f"C0OPS:{asked.ts}")
    assert intake.remarks == []


async def test_an_outsider_is_told_once_and_not_heard(slack: Playground, intake: Intake) -> None:
    await slack.person("eve").mentions("C0SHARED", "restart payments")
    await slack.settled()
    await slack.wait_for_message("organisation", visible_to="U0EVE")
    assert len(slack.person("eve").private_messages) == 1
    assert intake.remarks == []


async def test_a_member_is_heard_in_a_shared_channel(slack: Playground, intake: Intake) -> None:
    await slack.person("mira").mentions("C0SHARED", "restart payments")
    await slack.settled()
    assert {r.said.user for r in intake.remarks} == {"U0MIRA"}


async def test_when_a_listener_fails_the_sender_is_told_and_the_log_keeps_quiet(
    slack: Playground, intake: Intake, caplog: pytest.LogCaptureFixture
) -> None:
    intake.failure = RuntimeError("opaque secret")
    posted = await card(slack)
    caplog.set_level(logging.DEBUG)
    assert (await slack.person("jonas").clicks(posted, "Approve")).ok
    await slack.wait_for_message("went wrong", visible_to="U0JONAS")
    ours = [r.getMessage() for r in caplog.records if r.name.startswith(("bot.", "slack_"))]
    assert any("RuntimeError" in line for line in ours)
    assert not any("opaque" in line or "U0JONAS" in line for line in ours)


async def test_a_message_that_makes_a_listener_fail_is_answered_too(
    slack: Playground, intake: Intake
) -> None:
    intake.failure = RuntimeError()
    await slack.person("mira").says("D0MIRA", "hello")
    await slack.wait_for_message("went wrong", visible_to="U0MIRA")
    assert all(answer.ok for d in slack.deliveries for answer in d.answers)


async def test_what_is_of_no_interest_is_acknowledged(slack: Playground) -> None:
    await slack.person("mira").opens_home("messages")
    slack.event({"type": "reaction_added", "user": "U0MIRA"})
    await slack.settled()
    assert len(slack.deliveries) == 2
    assert all(answer.ok for d in slack.deliveries for answer in d.answers)
