"""A state written piece by piece is the state: whatever happens between two pieces."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from core import Agent, RunConfig, RunContextWrapper, Runner, RunState
from core.items import MessageOutputItem, ModelResponse, ToolCallOutputItem
from core.state_json import delta
from core.state_json.patch import difference, is_same, patched
from core.usage import RequestUsage, Usage

State = RunState[Any, Any]
Deed = Callable[[State, int], None]


def message(state: State, number: int) -> MessageOutputItem:
    content = [{"type": "output_text", "text": f"text {number}", "annotations": []}]
    raw = {"type": "message", "id": f"m{number}", "role": "assistant", "content": content}
    return MessageOutputItem(agent=state.current_agent, raw_item=raw)


def output(state: State, number: int) -> ToolCallOutputItem:
    raw = {"type": "function_call_output", "call_id": f"c{number}", "output": "up"}
    return ToolCallOutputItem(agent=state.current_agent, raw_item=raw, output="up")


def answer(state: State, number: int) -> None:
    usage = Usage(requests=1, input_tokens=number, total_tokens=number)
    item = message(state, number)
    state.model_responses.append(ModelResponse([item.raw_item], usage, response_id=None))
    state.context.usage.add(usage)
    state.record([item])
    state.current_turn += 1


def insert_before_the_end(state: State, number: int) -> None:
    item = output(state, number)
    for items in (state.session_items, state.generated_items):
        items.insert(max(len(items) - 1, 0), item)


def forget_the_past(state: State, number: int) -> None:
    state.generated_items = state.generated_items[number % 3 :]


def take_history_as_input(state: State, number: int) -> None:
    state.original_input = [
        {"role": "user", "content": f"said {number}"},
        {"role": "assistant", "content": "x"},
    ]


def take_text_as_input(state: State, number: int) -> None:
    state.original_input = f"text {number}"


def use_more(state: State, number: int) -> None:
    state.context.usage.request_usage_entries.append(
        RequestUsage(
            number, 1, number + 1, Usage().input_tokens_details, Usage().output_tokens_details
        )
    )


def use_tool(state: State, number: int) -> None:
    state.tool_use.setdefault(f"agent {number % 2}", []).append(f"tool {number}")


def stage(state: State, number: int) -> None:
    state.add_input(f"more {number}")


def take_staged(state: State, number: int) -> None:
    state.staged_input = []


def lose_items(state: State, number: int) -> None:
    del state.session_items[number:]


def change_context(state: State, number: int) -> None:
    state.context.context["log"].append(number)


DEEDS: list[Deed] = [
    answer,
    insert_before_the_end,
    forget_the_past,
    take_history_as_input,
    take_text_as_input,
    use_more,
    use_tool,
    stage,
    take_staged,
    lose_items,
    change_context,
]


def fresh() -> State:
    return RunState(RunContextWrapper({"log": []}), "go", Agent(name="Ops"), None)


@given(
    st.lists(st.lists(st.tuples(st.sampled_from(DEEDS), st.integers(0, 5)), max_size=4), max_size=8)
)
@settings(max_examples=60, deadline=None)
def test_any_sequence_of_deltas_makes_the_whole(steps: list[list[tuple[Deed, int]]]) -> None:
    state = fresh()
    document, mark = delta.whole(state)
    assert document == state.to_json()
    stored, deltas = json.dumps(document), []
    for step in steps:
        for deed, number in step:
            deed(state, number)
        piece, mark = delta.since(state, mark)
        deltas.append(json.dumps(piece))
        replayed = delta.replay(json.loads(stored), map(json.loads, deltas))
        assert is_same(replayed, json.loads(json.dumps(state.to_json())))


@given(st.lists(st.tuples(st.sampled_from(DEEDS), st.integers(0, 5)), max_size=8))
@settings(max_examples=100, deadline=None)
def test_a_state_that_was_read_goes_on_where_it_was(steps: list[tuple[Deed, int]]) -> None:
    state = fresh()
    for deed, number in steps:
        deed(state, number)
    document = json.loads(state.to_string())
    read = asyncio.run(RunState.from_json(state.starting_agent, document))
    mark = delta.mark_of(document, read)
    if mark is None:
        return
    answer(read, 7)
    piece, _ = delta.since(read, mark)
    assert is_same(delta.replay(document, [piece]), json.loads(read.to_string()))


def values() -> st.SearchStrategy[Any]:
    leaves = st.none() | st.booleans() | st.integers(-2, 2) | st.just(1.0) | st.text(max_size=2)
    return st.recursive(
        leaves,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("abc"), inner),
        max_leaves=12,
    )


@given(values(), values())
@settings(max_examples=100, deadline=None)
def test_a_patch_makes_the_one_of_the_other(old: Any, new: Any) -> None:
    before = json.dumps(old)
    patch = json.loads(json.dumps(difference(old, new)))
    assert is_same(patched(old, patch), new)
    assert json.dumps(old) == before


async def test_the_pieces_of_a_real_run_are_its_state_and_small(ops: Any) -> None:
    texts: list[str] = []
    pieces: list[str] = []
    marks: list[delta.Mark] = []

    async def checkpoint(state: State) -> None:
        if marks:
            piece, mark = delta.since(state, marks[-1])
        else:
            piece, mark = delta.whole(state)
        marks.append(mark)
        pieces.append(json.dumps(piece))
        texts.append(state.to_string())

    turns = [[ops.look(f"c{n}"), ops.look(f"d{n}")] for n in range(20)]
    agent = ops.agent(*turns, ops.done)
    await Runner.run(agent, "go", max_turns=40, run_config=RunConfig(checkpoint=checkpoint))
    first, *others = map(json.loads, pieces)
    for count in range(len(others)):
        assert delta.replay(first, others[:count]) == json.loads(texts[count])
    tenth, last = (max(map(len, pieces[at - 3 : at])) for at in (20, len(pieces) - 2))
    assert last < tenth * 1.1
    assert sum(map(len, pieces)) * 4 < sum(map(len, texts))
