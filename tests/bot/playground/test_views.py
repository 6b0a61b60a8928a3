"""Modals and the App Home: triggers, stacks, answers to a submission."""

from typing import Any

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from bot.playground import FormIncomplete, NoSuchControl, Person, Playground, PlaygroundError
from tests.bot.playground.conftest import FakeClock, Refusal
from tests.bot.playground.receiver import Receiver
from tests.bot.playground.test_blocks import actions, button, field, modal, plain, section, select

FORM = modal(
    field(block_id="name"),
    field(select(action_id="where", options=[
        {"text": plain("Staging"), "value": "s"}, {"text": plain("Production"), "value": "p"},
    ]), block_id="env", optional=True, label=plain("Environment")),
    submit=plain("Send"),
    callback_id="form",
    private_metadata="m",
)  # fmt: skip


async def trigger(receiver: Receiver, person: Person) -> str:
    answer = await person.shortcut("any")
    assert answer.ok, answer
    return str(receiver.interaction["trigger_id"])


@pytest.fixture
async def form(receiver: Receiver, mira: Person, client: AsyncWebClient) -> str:
    """The id of an open form of Mira's."""
    opened = await client.views_open(trigger_id=await trigger(receiver, mira), view=FORM)
    return str(opened["view"]["id"])


async def test_a_modal_opens_for_who_acted(
    form: str, mira: Person, jonas: Person, slack: Playground
) -> None:
    assert [v.id for v in mira.modals] == [form]
    assert jonas.modal is None
    view = slack.calls.of("views.open")[0].answer["view"]
    assert view["state"]["values"]["env"] == {
        "where": {"type": "static_select", "selected_option": None}
    }
    assert (view["root_view_id"], view["previous_view_id"]) == (form, None)
    assert view["hash"]


async def test_a_trigger_works_once(
    client: AsyncWebClient, receiver: Receiver, mira: Person, refusal: Refusal
) -> None:
    used = await trigger(receiver, mira)
    await client.views_open(trigger_id=used, view=FORM)
    again = client.views_open(trigger_id=used, view=FORM)
    assert await refusal(again) == "exchanged_trigger_id"
    unknown = client.views_open(trigger_id="1.2.3", view=FORM)
    assert await refusal(unknown) == "invalid_trigger_id"


async def test_a_trigger_lasts_three_seconds(
    client: AsyncWebClient, receiver: Receiver, mira: Person, refusal: Refusal, clock: FakeClock
) -> None:
    old = await trigger(receiver, mira)
    clock.now += 3.1
    assert await refusal(client.views_open(trigger_id=old, view=FORM)) == "expired_trigger_id"


async def test_a_wrong_view_keeps_the_trigger(
    client: AsyncWebClient, receiver: Receiver, mira: Person, refusal: Refusal
) -> None:
    fresh = await trigger(receiver, mira)
    wrong = client.views_open(trigger_id=fresh, view=modal(title=plain("x" * 25)))
    assert await refusal(wrong) == "invalid_arguments"
    await client.views_open(trigger_id=fresh, view=FORM)


async def test_a_view_is_not_endless(client: AsyncWebClient, refusal: Refusal) -> None:
    long = section(text=plain("é" * 3_000))
    fits = {"type": "home", "blocks": [long] * 13}
    await client.views_publish(user_id="U0MIRA", view=fits)
    over = client.views_publish(user_id="U0MIRA", view=fits | {"blocks": [long] * 14})
    assert await refusal(over) == "view_too_large"


async def test_three_modals_at_most(
    form: str, client: AsyncWebClient, receiver: Receiver, mira: Person, refusal: Refusal
) -> None:
    for _ in range(2):
        await client.views_push(trigger_id=await trigger(receiver, mira), view=modal())
    assert [v.previous_id for v in mira.modals] == [None, *(v.id for v in mira.modals[:2])]
    assert {v.root_id for v in mira.modals} == {form}
    more = client.views_push(trigger_id=await trigger(receiver, mira), view=modal())
    assert await refusal(more) == "push_limit_reached"


async def test_an_update_with_an_old_hash_is_refused(
    form: str, client: AsyncWebClient, mira: Person, refusal: Refusal
) -> None:
    assert mira.modal
    old = mira.modal.hash
    await client.views_update(view_id=form, hash=old, view=modal(title=plain("New")))
    assert mira.modal.title == "New"
    late = client.views_update(view_id=form, hash=old, view=modal())
    assert await refusal(late) == "hash_conflict"
    lost = client.views_update(view_id="V0", view=modal())
    assert await refusal(lost) == "not_found"


async def test_an_external_id_names_one_view(
    client: AsyncWebClient, receiver: Receiver, mira: Person, refusal: Refusal
) -> None:
    first = modal(external_id="e")
    await client.views_open(trigger_id=await trigger(receiver, mira), view=first)
    await client.views_update(external_id="e", view=modal(external_id="e", title=plain("New")))
    assert mira.modal
    assert mira.modal.title == "New"
    second = client.views_push(trigger_id=await trigger(receiver, mira), view=first)
    assert await refusal(second) == "duplicate_external_id"


async def test_a_submission_carries_what_was_filled_in(
    form: str, receiver: Receiver, mira: Person
) -> None:
    assert mira.modal
    answer = await mira.submits(mira.modal, {"i": "payments", "Environment": "Prod"})
    assert answer.ok
    payload = receiver.interaction
    assert payload["type"] == "view_submission"
    assert payload["user"]["team_id"] == "T0SIGNOFF"
    view = payload["view"]
    assert (view["id"], view["callback_id"], view["private_metadata"]) == (form, "form", "m")
    values = view["state"]["values"]
    assert values["name"]["i"] == {"type": "plain_text_input", "value": "payments"}
    assert values["env"]["where"]["selected_option"]["value"] == "p"
    assert mira.modal is None


async def test_a_required_field_has_to_be_filled(
    form: str, receiver: Receiver, mira: Person
) -> None:
    assert mira.modal
    sent = len(receiver.received)
    with pytest.raises(FormIncomplete):
        await mira.submits(mira.modal, {"env": "s"})
    with pytest.raises(NoSuchControl):
        await mira.submits(mira.modal, {"colour": "red"})
    assert len(receiver.received) == sent


@pytest.mark.parametrize(
    ("body", "titles"),
    [
        ({"response_action": "update", "view": modal(title=plain("Thanks"))}, ["Thanks"]),
        ({"response_action": "push", "view": modal(title=plain("Next"))}, ["x", "Next"]),
        ({"response_action": "clear"}, []),
        ({"response_action": "errors", "errors": {"name": "no"}}, ["x"]),
        ({}, []),
    ],
)
async def test_the_app_answers_a_submission(
    form: str, receiver: Receiver, mira: Person, body: dict[str, Any], titles: list[str]
) -> None:
    assert mira.modal
    receiver.body = body
    await mira.submits(mira.modal, {"name": "x"})
    assert [v.title for v in mira.modals] == titles


async def test_a_wrong_view_in_an_answer_is_loud(
    form: str, receiver: Receiver, mira: Person
) -> None:
    assert mira.modal
    receiver.body = {"response_action": "update", "view": modal(title=plain("x" * 25))}
    with pytest.raises(PlaygroundError, match="/view/title"):
        await mira.submits(mira.modal, {"name": "x"})
    receiver.body = {"response_action": "errors", "errors": {"other": "no"}}
    with pytest.raises(PlaygroundError, match="other"):
        await mira.submits(mira.modal, {"name": "x"})


async def test_a_submission_that_fails_keeps_the_modal(
    form: str, receiver: Receiver, mira: Person
) -> None:
    assert mira.modal
    receiver.statuses = [500]
    answer = await mira.submits(mira.modal, {"name": "x"})
    assert (answer.status, answer.problem) == (500, "http_error")
    assert "trouble" in mira.modal.errors[""]


async def test_closing_is_told_when_asked_for(
    client: AsyncWebClient, receiver: Receiver, mira: Person
) -> None:
    quiet, told = modal(), modal(notify_on_close=True, clear_on_close=True)
    await client.views_open(trigger_id=await trigger(receiver, mira), view=quiet)
    await client.views_push(trigger_id=await trigger(receiver, mira), view=told)
    await mira.closes(mira.modals[-1])
    assert mira.modals == ()
    assert receiver.interaction["type"] == "view_closed"
    assert receiver.interaction["is_cleared"] is True


async def test_a_menu_in_a_modal_tells_the_app_and_keeps_its_value(
    client: AsyncWebClient, receiver: Receiver, mira: Person
) -> None:
    view = modal(
        actions(select(action_id="s"), button(), block_id="b"), field(block_id="f"),
        submit=plain(),
    )  # fmt: skip
    await client.views_open(trigger_id=await trigger(receiver, mira), view=view)
    assert mira.modal
    await mira.picks(mira.modal, "s", "v")
    action = receiver.interaction["actions"][0]
    assert action["selected_option"]["value"] == "v"
    await mira.clicks(mira.modal, "a")
    payload = receiver.interaction
    assert payload["container"] == {"type": "view", "view_id": mira.modal.id}
    assert payload["view"]["state"]["values"]["b"]["s"]["selected_option"]["value"] == "v"
    assert "message" not in payload


async def test_a_home_is_published_for_one_person(
    client: AsyncWebClient, receiver: Receiver, mira: Person, jonas: Person, slack: Playground
) -> None:
    home = {"type": "home", "blocks": [section(), actions(button(text=plain("Approve")))]}
    await client.views_publish(user_id="U0MIRA", view=home)
    assert mira.home
    assert jonas.home is None
    await mira.clicks(mira.home, "Approve")
    assert receiver.interaction["view"]["type"] == "home"
    await mira.opens_home()
    await slack.settled()
    assert receiver.events[-1]["tab"] == "home"
    assert receiver.events[-1]["view"]["id"] == mira.home.id
