"""Windows: asked for by a click, sent when they are filled in, or kept open with what is wrong."""

from typing import Any, Protocol

import pytest

from bot.cards.windows import text_window
from bot.playground import Message, Playground
from bot.records import Click, Submission
from bot.slack.modals import view

from .test_listening import card


class Intake(Protocol):
    errands: list[Any]
    windows: list[Click]
    complaints: dict[str, str]


async def opened(slack: Playground) -> Any:
    """Jonas has the window for a reason in front of him."""
    jonas = slack.person("jonas")
    trigger = slack.workspace.passes.new_trigger(jonas.id)
    exchanged = slack.workspace.passes.exchange(trigger)
    modal = view(text_window("reason", "opaque"))
    return slack.workspace.views.open(exchanged.user_id, modal)


async def test_a_button_that_opens_a_window_is_kept_for_nobody(
    slack: Playground, intake: Intake
) -> None:
    posted: Message = await card(slack, "approval:reason", thread="1.1")
    answer = await slack.person("jonas").clicks(posted, "Approve")
    assert answer.ok
    (click,) = intake.windows
    assert (click.action, click.approval, click.thread) == ("reason", "opaque", "1.1")
    assert click.trigger
    assert intake.errands == []


async def test_a_window_that_is_sent_says_what_it_is_about(
    slack: Playground, intake: Intake
) -> None:
    modal = await opened(slack)
    jonas = slack.person("jonas")
    await jonas.submits(modal, {"text": "Change <freeze>"})
    (sent,) = intake.errands
    assert isinstance(sent, Submission)
    assert (sent.action, sent.approval, sent.user) == ("reason", "opaque", "U0JONAS")
    assert sent.entries == {"text": "Change <freeze>"}
    assert sent.team == "T0SIGNOFF"
    assert jonas.modal is None


async def test_a_window_with_faults_stays_open_and_nothing_is_kept(
    slack: Playground, intake: Intake
) -> None:
    modal = await opened(slack)
    intake.complaints["text"] = "Say more."
    jonas = slack.person("jonas")
    await jonas.submits(modal, {"text": "x"})
    assert jonas.modal is not None
    assert jonas.modal.errors == {"text": "Say more."}
    assert intake.errands == []


@pytest.mark.parametrize("callback", ["window:approve", "window:", "other"])
async def test_a_window_that_is_not_ours_is_acknowledged_and_left_alone(
    slack: Playground, intake: Intake, callback: str
) -> None:
    jonas = slack.person("jonas")
    trigger = slack.workspace.passes.exchange(slack.workspace.passes.new_trigger(jonas.id))
    modal = view(text_window("reason", "opaque")) | {"callback_id": callback}
    shown = slack.workspace.views.open(trigger.user_id, modal)
    answer = await jonas.submits(shown, {"text": "x"})
    assert answer.ok
    assert intake.errands == []
