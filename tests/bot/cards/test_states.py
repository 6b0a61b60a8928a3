"""What the gallery shows is what Slack takes."""

import pytest

from bot.playground.blocks import check_view
from bot.slack.modals import home, view
from tests.bot.cards import states
from tests.bot.cards.samples import problems, shown

NOW = 1_790_000_000.0
MESSAGES = states.cards(NOW) | states.notices(NOW) | states.whispers(NOW)


@pytest.mark.parametrize("name", MESSAGES)
def test_a_message_is_valid(name: str) -> None:
    assert problems(MESSAGES[name]) == []


@pytest.mark.parametrize("name", [each for each in MESSAGES if each != "hostile"])
def test_nothing_of_our_own_is_written_by_its_number(name: str) -> None:
    assert "\\u{" not in shown(MESSAGES[name])


@pytest.mark.parametrize("name", WINDOWS := states.windows(NOW))
def test_a_window_is_valid(name: str) -> None:
    assert check_view(view(WINDOWS[name]), "modal") == []


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("window-reason", 'scale_service: service: "payments", env: "prod"'),
        ("window-ask", 'scale_service: service: "payments", env: "prod"'),
        ("window-choose", "Which environment do you mean?"),
        ("window-edit", "What scale_service will run with."),
    ],
)
def test_a_window_says_what_it_is_about(name: str, words: str) -> None:
    first = WINDOWS[name].blocks[0]["elements"][0]["text"]
    assert first.startswith(words)


@pytest.mark.parametrize("name", HOMES := states.homes(NOW))
def test_a_home_is_valid(name: str) -> None:
    assert check_view(home(HOMES[name]), "home") == []
