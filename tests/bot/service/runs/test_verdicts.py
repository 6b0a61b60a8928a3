"""What the model reads in place of an output."""

import pytest

from bot.records import Approval, Call, Place, Request, Rule
from bot.service.runs.verdicts import why_not


@pytest.mark.parametrize(
    ("seconds", "span"),
    [(3, "3 s"), (119, "119 s"), (300, "5 min"), (7_200, "2 h"), (3 * 86_400, "3 days")],
)
def test_an_expiry_says_how_long_it_was_waited(seconds: float, span: str) -> None:
    call = Call(run="r1", call_id="c1", agent="A", tool="t", arguments="{}", digest="d")
    request = Request(
        id="a1",
        place=Place(channel="C1", thread="1.0"),
        requester="U1",
        call=call,
        rule=Rule(name="default", approvers=("channel",), version="v"),
        asked_at=0,
        expires_at=seconds,
    )
    expired = Approval(request=request).model_copy(update={"status": "expired"})
    assert why_not(expired).startswith(f"Nobody answered within {span};")
