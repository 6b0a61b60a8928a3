"""Of what was said twice by one name, by two who did not know of each other, one stays."""

from dataclasses import replace

import pytest

from bot.playground import Playground
from bot.ports import Message, NotDelivered, Once
from bot.records import MessageRef, Place
from bot.slack import SlackMessenger

NAME = Once("answer r 1")
MAYBE = replace(NAME, since=0.0)
"""As who looks for it."""
LONG = "\n\n".join(f"Paragraph {n}. " + "word " * 600 for n in range(12))


def there(slack: Playground) -> list[str]:
    return [each.ts for each in slack.messages if each.bot_id]


async def twice(messenger: SlackMessenger, thread: Place) -> list[MessageRef]:
    return [await messenger.post(thread, Message("said"), once=NAME) for _ in range(2)]


async def test_the_first_stays(slack: Playground, messenger: SlackMessenger, thread: Place) -> None:
    other = await messenger.post(thread, Message("said"), once=Once("another"))
    first, _ = await twice(messenger, thread)
    for _ in range(2):
        assert await messenger.leave_one(thread, MAYBE) == first
    assert there(slack) == [other.ts, first.ts]


async def test_the_one_on_record_stays_where_there_is_a_record(
    slack: Playground, messenger: SlackMessenger, thread: Place
) -> None:
    _, second = await twice(messenger, thread)
    assert await messenger.leave_one(thread, MAYBE, keep=second) == second
    assert there(slack) == [second.ts]


async def test_every_part_of_a_long_answer_stays_once(
    slack: Playground, messenger: SlackMessenger, thread: Place
) -> None:
    first = await messenger.answer(thread, LONG, once=NAME)
    parts = there(slack)
    await messenger.answer(thread, LONG, once=NAME)
    assert len(there(slack)) == 2 * len(parts) > 2
    assert await messenger.leave_one(thread, MAYBE) == first
    assert there(slack) == parts


async def test_where_nobody_may_look_everything_stays(
    slack: Playground, messenger: SlackMessenger, thread: Place
) -> None:
    both = await twice(messenger, thread)
    slack.faults.fail("conversations.replies", "missing_scope")
    assert await messenger.leave_one(thread, MAYBE) is None
    assert there(slack) == [each.ts for each in both]


async def test_where_there_is_nothing_to_look_with_it_is_said_all_the_same(
    slack: Playground, messenger: SlackMessenger, thread: Place
) -> None:
    slack.faults.break_off("conversations.replies", 404, times=None)
    said = await messenger.post(thread, Message("said"), once=MAYBE)
    assert there(slack) == [said.ts]


async def test_whoever_cannot_look_now_hears_of_it(
    slack: Playground, messenger: SlackMessenger, thread: Place
) -> None:
    await twice(messenger, thread)
    slack.faults.break_off("conversations.replies", 503, times=None)
    with pytest.raises(NotDelivered):
        await messenger.leave_one(thread, MAYBE)
