"""Long results: what is kept, and that it can still be read."""

import json

import pytest

from core import Agent, RunConfig, Runner, function_tool
from core.outputs.shortening import shortened
from core.testing import ScriptedModel, assistant_message, function_call

LIMIT = 40_000


def test_a_short_result_is_left_alone() -> None:
    assert shortened("x" * LIMIT, LIMIT) == "x" * LIMIT


def test_a_text_keeps_both_ends() -> None:
    text = shortened("begin " + "x" * 2_000_000 + " end", LIMIT)
    assert len(text) <= LIMIT
    assert text.startswith("begin ")
    assert text.endswith(" end")
    assert "characters are left out" in text


@pytest.mark.parametrize("write", [json.dumps, repr])
def test_a_list_keeps_whole_items(write: object) -> None:
    rows = [{"id": n, "name": "n" * 100} for n in range(1000)]
    kept = json.loads(shortened(write(rows), LIMIT))  # type: ignore[operator]
    assert kept[:-1] == rows[: len(kept) - 1]
    assert kept[-1] == f"({1001 - len(kept)} of 1000 items are left out)"


def test_a_list_inside_an_object_keeps_whole_items() -> None:
    kept = json.loads(shortened(json.dumps({"ok": True, "rows": ["y" * 100] * 2000}), LIMIT))
    assert kept["ok"] is True
    assert kept["rows"][0] == "y" * 100
    assert "items are left out" in kept["rows"][-1]


@pytest.mark.parametrize("limit", [300, 1_000, 20_000])
@pytest.mark.parametrize(
    "value",
    [
        [["x" * 500] * 50] * 50,
        {f"name {n}": list(range(n)) for n in range(200)},
        ["x" * 50_000, "y"],
        {"only": {"one": {"long": "z" * 50_000}}},
        [None, True, 1.5, "\U0001f600" * 9_000],
        {"\U0001f600" * 9_000: 1},
    ],
    ids=lambda value: str(value)[:20],
)
def test_what_could_be_parsed_can_be_parsed_afterwards(value: object, limit: int) -> None:
    kept = shortened(json.dumps(value, ensure_ascii=False), limit)
    assert len(kept) <= limit
    assert type(json.loads(kept)) is type(value)


async def test_a_run_keeps_no_more_of_a_result_than_the_model_reads() -> None:
    @function_tool
    def dump(size: int) -> list[str]:
        """Rows."""
        return ["x" * 100] * size

    calls = [function_call("dump", {"size": n}, call_id=str(n)) for n in (2, 20_000)]
    agent = Agent("a", model=ScriptedModel([calls, [assistant_message("done")]]), tools=[dump])
    result = await Runner.run(agent, "go", run_config=RunConfig(max_tool_output=LIMIT))
    short, long = (i.output for i in result.new_items if i.type == "tool_call_output_item")
    assert short == ["x" * 100] * 2
    assert len(long) <= LIMIT
    assert len(result.to_state().to_string()) < 5 * LIMIT
