"""Slack's text as the agent gets it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.text import Heard, hear, unescape
from bot.text import escape as escaped


def heard(text: str) -> str:
    return hear(text, bot="UBOT").text


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("run x &amp;&amp; y &lt;z&gt;", "run x && y <z>"),
        ("&amp;amp;", "&amp;"),
        ("&amp;lt;", "&lt;"),
        ("&quot;&#39;&nbsp;", "&quot;&#39;&nbsp;"),
        ("&lt;@U1&gt;", "<@U1>"),
    ],
)
def test_exactly_three_entities_are_undone_once(raw: str, clean: str) -> None:
    assert heard(raw) == clean


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("<@UBOT> restart", "restart"),
        ("<@UBOT|signoff> restart", "restart"),
        ("<@UBOT>: restart", "restart"),
        ("<@UBOT>, restart", "restart"),
        ("<@UBOT>:restart", "restart"),
        ("<@UBOT> :wave:", ":wave:"),
        ("<@UBOT>: :+1::skin-tone-2:", ":+1::skin-tone-2:"),
        ("<@UBOT> <@UBOT> restart", "restart"),
        ("restart <@UBOT>", "restart"),
        ("restart, <@UBOT>!", "restart,!"),
        ("hey <@UBOT>, restart <@UBOT>", "hey, restart"),
        ("restart <@UBOT> now", "restart now"),
        ("\u00a0<@UBOT>\u00a0restart\u00a0", "restart"),
        ("<@UBOT>", ""),
        ("do\n    this <@UBOT>\n    that", "do\n    this\n    that"),
        ("<@UBOT2> restart", "@UBOT2 restart"),
    ],
)
def test_the_bots_own_mention_is_taken_out_wherever_it_is(raw: str, clean: str) -> None:
    assert heard(raw) == clean


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("<@U2|kim>", "@kim (U2)"),
        ("<@U2>", "@U2"),
        ("<@W2>", "@W2"),
        ("<#C9|ops>", "#ops (C9)"),
        ("<#C9|>", "#C9"),
        ("<#C9>", "#C9"),
        ("<!subteam^S1|@oncall>", "@oncall (S1)"),
        ("<!subteam^S1>", "@S1"),
        ("<!here>", "@here"),
        ("<!channel|channel>", "@channel"),
        ("<!date^1392734382^{date}|Feb 18>", "Feb 18"),
        ("<https://x.example/a?b=1&amp;c=2>", "https://x.example/a?b=1&c=2"),
        ("<https://svc.example.com|svc.example.com>", "https://svc.example.com"),
        ("<https://svc.example.com/|svc.example.com>", "https://svc.example.com/"),
        ("<https://evil.example|https://ok.example>", "https://ok.example (https://evil.example)"),
        ("<https://x.example|the &lt;docs&gt;>", "the <docs> (https://x.example)"),
        ("<mailto:a@b.co|a@b.co>", "a@b.co"),
        ("<mailto:a@b.co|Kim>", "Kim (a@b.co)"),
        ("<tel:+4912|+4912>", "+4912"),
        ("“curly” quotes", "“curly” quotes"),
        ("a < b", "a < b"),
    ],
)
def test_what_slack_understood_reads_as_it_was_meant(raw: str, clean: str) -> None:
    assert heard(raw) == clean


def test_ids_are_kept_apart_from_what_people_read() -> None:
    raw = (
        "<@UBOT> restart <https://svc.example.com|svc.example.com> for <@U2|kim> in <#C9|ops> "
        "mail <mailto:a@b.co|a@b.co>, cc <@U3> <@U2> <!subteam^S1|@oncall>"
    )
    assert hear(raw, bot="UBOT") == Heard(
        text=(
            "restart https://svc.example.com for @kim (U2) in #ops (C9) "
            "mail a@b.co, cc @U3 @U2 @oncall (S1)"
        ),
        users=("U2", "U3"),
        channels=("C9",),
        groups=("S1",),
    )


@given(st.text())
def test_what_was_typed_arrives_as_it_was_typed(typed: str) -> None:
    assert unescape(escaped(typed)) == typed
    assert heard(escaped(typed)) == typed.strip()


@pytest.mark.parametrize("part", [" ", "<", "<@UBOT> ", "<@UBOT", "&lt;", "<a|"])
def test_ten_thousand_of_anything_take_no_time(part: str) -> None:
    assert len(heard(part * 10_000)) <= 10_000 * len(part)
