"""The agent's own words as messages."""

import re

from hypothesis import given
from hypothesis import strategies as st

from bot.cards import answer_messages
from tests.bot.cards.samples import problems, texts


def test_markdown_is_sent_as_it_is() -> None:
    (message,) = answer_messages("**Done**: `a < b`")
    assert message.blocks == ({"type": "markdown", "text": "**Done**: `a < b`"},)
    assert message.text == "**Done**: `a &lt; b`"


def test_an_answer_notifies_nobody() -> None:
    (message,) = answer_messages("<!channel> done <@U2> <#C1>\n```\n<!here>\n```")
    assert not any("<!" in text or "<@" in text for text in texts(list(message.blocks)))
    assert "<" not in message.text


def test_a_long_answer_takes_several_messages() -> None:
    messages = answer_messages("# Part\n\nwords and words\n\n" * 1_000)
    assert len(messages) > 20
    assert all(problems(message) == [] for message in messages)


def test_an_empty_answer_is_never_sent_empty() -> None:
    (message,) = answer_messages(" \n")
    assert message.text == "The agent ended without an answer."


@given(st.text(st.characters(codec=None), max_size=300), st.integers(1, 90))
def test_any_answer_is_deliverable(text: str, times: int) -> None:
    for message in answer_messages(text * times):
        assert problems(message) == []
        for part in (message.text, *texts(list(message.blocks))):
            assert not re.search(r"<(@|!(?!--|\[CDATA|doctype))", part, re.IGNORECASE)
