"""Response urls: five uses, thirty minutes, one place."""

from typing import Any

import aiohttp

from bot.playground import Person, Playground
from bot.playground.workspace import Message
from tests.bot.playground.conftest import FakeClock
from tests.bot.playground.receiver import Receiver
from tests.bot.playground.test_chat import BUTTON


async def answer(url: str, **body: Any) -> tuple[int, dict[str, Any]]:
    async with aiohttp.ClientSession() as session, session.post(url, json=body) as response:
        return response.status, await response.json()


async def click(slack: Playground, receiver: Receiver, person: Person, message: Message) -> str:
    await person.clicks(message, "go")
    return str(receiver.interaction["response_url"])


async def card(slack: Playground, client: Any) -> Message:
    await client.chat_postMessage(channel="C0OPS", text="x", blocks=[BUTTON])
    return await slack.wait_for_message(button="Go")


async def test_it_answers_privately_unless_told_otherwise(
    slack: Playground, client: Any, receiver: Receiver, mira: Person
) -> None:
    url = await click(slack, receiver, mira, await card(slack, client))
    assert url.startswith(f"{slack.origin}/actions/T0SIGNOFF/")
    await answer(url, text="only you")
    await answer(url, text="everybody", response_type="in_channel")
    assert [m.text for m in mira.private_messages] == ["only you"]
    assert slack.messages[-1].text == "everybody"


async def test_it_replaces_and_deletes_the_original(
    slack: Playground, client: Any, receiver: Receiver, mira: Person
) -> None:
    message = await card(slack, client)
    url = await click(slack, receiver, mira, message)
    await answer(url, text="done", replace_original=True)
    assert slack.workspace.message("C0OPS", message.ts).buttons == ()
    await answer(url, delete_original=True)
    assert slack.workspace.timeline.find("C0OPS", message.ts) is None


async def test_somebody_else_s_message_is_answered_and_not_changed(
    slack: Playground, receiver: Receiver, mira: Person
) -> None:
    said = await mira.says("C0OPS", "slow")
    await mira.shortcut("ask", said)
    url = str(receiver.interaction["response_url"])
    refused = await answer(url, text="x", replace_original=True)
    assert refused[1]["error"] == "cant_update_message"
    await answer(url, text="only you", replace_original=False)
    assert [m.text for m in mira.private_messages] == ["only you"]


async def test_it_replaces_a_private_message(
    slack: Playground, client: Any, receiver: Receiver, mira: Person
) -> None:
    await client.chat_postEphemeral(channel="C0OPS", user="U0MIRA", text="x", blocks=[BUTTON])
    url = await click(slack, receiver, mira, mira.private_messages[0])
    assert "message" not in receiver.interaction
    await answer(url, text="done", replace_original=True)
    assert [m.text for m in mira.private_messages] == ["done"]


async def test_it_works_five_times(
    slack: Playground, client: Any, receiver: Receiver, mira: Person
) -> None:
    url = await click(slack, receiver, mira, await card(slack, client))
    statuses = [(await answer(url, text=str(n)))[0] for n in range(6)]
    assert statuses == [200] * 5 + [404]
    assert slack.calls.of("response_url")[-1].error == "used_url"


async def test_it_ends_after_thirty_minutes(
    slack: Playground, client: Any, receiver: Receiver, mira: Person, clock: FakeClock
) -> None:
    url = await click(slack, receiver, mira, await card(slack, client))
    clock.now += 30 * 60 + 1
    assert await answer(url, text="late") == (404, {"ok": False, "error": "expired_url"})


async def test_its_blocks_are_checked_too(
    slack: Playground, client: Any, receiver: Receiver, mira: Person
) -> None:
    url = await click(slack, receiver, mira, await card(slack, client))
    status, body = await answer(url, blocks=[{"type": "bogus"}])
    assert (status, body["error"]) == (404, "invalid_blocks")


async def test_a_commands_url_has_no_original_to_replace(
    slack: Playground, receiver: Receiver, mira: Person
) -> None:
    await mira.commands("/agent", "status", "C0GENERAL")
    url = receiver.interaction["response_url"]
    await answer(url, text="one")
    await answer(url, text="two", replace_original=True)
    assert [m.text for m in mira.private_messages] == ["one", "two"]
