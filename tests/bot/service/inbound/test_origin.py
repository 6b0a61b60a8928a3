"""Where somebody is answered: there where they look."""

import pytest

from bot.records import Click, Command, Errand, Place, Stop, Submission
from bot.service.inbound.origin import looked_for

IN_THREAD = Place(channel="C1", thread="1.5")
ALONE = Place(channel="C1", thread="")


def a_click(place: Place, *, home: bool = False) -> Click:
    return Click(
        key="k", action="approve", approval="a", user="U1", team="T", channel=place.channel,
        thread=place.thread, message="2.5", app="A", home=home,
    )  # fmt: skip


def sent(place: Place, *, home: bool = False) -> Submission:
    return Submission(
        key="k", action="reason", approval="a", user="U1", team="T", channel=place.channel,
        thread=place.thread, home=home,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("errand", "place"),
    [
        (a_click(IN_THREAD), IN_THREAD),
        (a_click(ALONE), ALONE),
        (a_click(ALONE, home=True), None),
        (sent(IN_THREAD), IN_THREAD),
        (sent(ALONE, home=True), None),
        (Stop(key="k", user="U1", channel="C1", thread="1.5"), IN_THREAD),
        (Command(key="k", text="list", user="U1", team="T", channel="C1"), None),
    ],
)
def test_everybody_is_answered_where_they_were(errand: Errand, place: Place | None) -> None:
    assert looked_for(errand) == place
