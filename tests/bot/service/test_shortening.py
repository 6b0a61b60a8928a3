"""Long results: what is kept, and that it can still be read."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.service.shortening import LIMIT, shortened

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=200),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=50), inner),
    max_leaves=15,
)


def test_a_short_result_is_left_alone() -> None:
    assert shortened("x" * LIMIT) == "x" * LIMIT


def test_a_text_keeps_both_ends() -> None:
    text = shortened("begin " + "x" * 2_000_000 + " end")
    assert len(text) <= LIMIT
    assert text.startswith("begin ")
    assert text.endswith(" end")
    assert "characters are left out" in text


@pytest.mark.parametrize("write", [json.dumps, repr])
def test_a_list_keeps_whole_items(write: object) -> None:
    rows = [{"id": n, "name": "n" * 100} for n in range(1000)]
    kept = json.loads(shortened(write(rows)))  # type: ignore[operator]
    assert kept[:-1] == rows[: len(kept) - 1]
    assert kept[-1] == f"({1001 - len(kept)} of 1000 items are left out)"


def test_a_list_inside_an_object_keeps_whole_items() -> None:
    kept = json.loads(shortened(json.dumps({"ok": True, "rows": ["y" * 100] * 2000})))
    assert kept["ok"] is True
    assert kept["rows"][0] == "y" * 100
    assert "items are left out" in kept["rows"][-1]


@settings(max_examples=25)
@given(JSON, st.integers(min_value=300, max_value=3000))
def test_what_could_be_parsed_can_be_parsed_afterwards(value: object, limit: int) -> None:
    text = json.dumps([value], ensure_ascii=False)
    kept = shortened(text, limit)
    assert len(kept) <= max(limit, 0)
    json.loads(kept)
