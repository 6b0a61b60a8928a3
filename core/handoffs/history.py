"""Nested history: what went before a handoff, told to the next agent as a summary.

Messages of the turn that hands over are forwarded word for word; everything else is folded into
numbered lines between two markers. A summary of an earlier handoff is read back and told anew, so
that summaries do not pile up inside each other.
"""

from __future__ import annotations

import copy
import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from core.items import InputItem, MessageOutputItem
from core.transcript.item_text import ItemHelpers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.handoffs import HandoffHistoryMapper, HandoffInputData
    from core.items import RunItem, TResponseInputItem

PREFACE = "For context, here is the conversation so far between the user and the previous agent:"
NOTHING = "(no previous turns recorded)"
MARKERS = ("<CONVERSATION HISTORY>", "</CONVERSATION HISTORY>")
LINE = re.compile(r"^\d+\. (.*)$")
SPOKEN = re.compile(r"^(user|assistant|system|developer): (.*)$")


class _Wrappers:
    start, end = MARKERS


@dataclass(frozen=True)
class Forwarded:
    """An item that stands in the history itself, by its occurrence, and how it stands there."""

    occurrence: str
    payload: TResponseInputItem


def get_conversation_history_wrappers() -> tuple[str, str]:
    """The markers before and after the lines of a summary."""
    return _Wrappers.start, _Wrappers.end


def set_conversation_history_wrappers(*, start: str | None = None, end: str | None = None) -> None:
    """Use other markers; None leaves one as it is."""
    _Wrappers.start = _Wrappers.start if start is None else start
    _Wrappers.end = _Wrappers.end if end is None else end


def reset_conversation_history_wrappers() -> None:
    """Use the usual markers again."""
    _Wrappers.start, _Wrappers.end = MARKERS


def default_handoff_history_mapper(
    transcript: list[TResponseInputItem],
) -> list[TResponseInputItem]:
    """The conversation as one message with a numbered line for each item."""
    lines = [f"{number}. {_line(item)}" for number, item in enumerate(transcript, 1)]
    start, end = get_conversation_history_wrappers()
    content = "\n".join([PREFACE, start, *(lines or [NOTHING]), end])
    return [{"role": "assistant", "content": content}]


def nest_handoff_history(
    handoff_input_data: HandoffInputData, *, history_mapper: HandoffHistoryMapper | None = None
) -> HandoffInputData:
    """The data with a summary in place of what went before.

    A mapper of your own gets the whole transcript, and what it returns is all the next agent sees.
    Arguments and outputs of tools stand in the summary: leave out beforehand what nobody may see.
    """
    data = handoff_input_data
    past = [*_flat(data.input_history), *_payloads(data.pre_handoff_items)]
    forwarded: list[Forwarded] = []
    if history_mapper is not None:
        history = history_mapper(copy.deepcopy([*past, *_payloads(data.new_items)]))
    else:
        history = _segments(past, data.new_items, forwarded)
    nested = data.clone(input_history=tuple(history), pre_handoff_items=(), input_items=())
    nested.__dict__["_forwarded"] = tuple(forwarded)
    return nested


def _segments(
    past: list[TResponseInputItem], new: Sequence[RunItem], forwarded: list[Forwarded]
) -> list[TResponseInputItem]:
    """Summaries, and between them the messages that are forwarded as they are."""
    history: list[TResponseInputItem] = []
    folded = list(past)
    for item in new:
        if not isinstance(item, MessageOutputItem | InputItem):
            folded += _payloads([item])
            continue
        if folded:
            history += default_handoff_history_mapper(folded)
            folded = []
        payload = item.to_input_item()
        history.append(payload)
        if item.occurrence is not None:
            forwarded.append(Forwarded(item.occurrence, payload))
    if folded or not history:
        history += default_handoff_history_mapper(folded)
    return history


def _get_nested_history_owned_items(data: HandoffInputData) -> tuple[Forwarded, ...]:
    """The forwarded items that still stand in the history, one for each place."""
    known: tuple[Forwarded, ...] = data.__dict__.get("_forwarded", ())
    if isinstance(data.input_history, str):
        return ()
    standing = [dict(item) for item in data.input_history]
    return tuple(
        item
        for item in known
        if standing.count(item.payload) <= sum(other.payload == item.payload for other in known)
        and item.payload in standing
    )


def _payloads(items: Sequence[RunItem]) -> list[TResponseInputItem]:
    return [item.to_input_item() for item in items if item.type != "tool_approval_item"]


def _flat(history: str | Sequence[TResponseInputItem]) -> list[TResponseInputItem]:
    """The history with earlier summaries read back into items."""
    given = history if isinstance(history, str) else list(history)
    flat: list[TResponseInputItem] = []
    for item in ItemHelpers.input_to_new_input_list(given):
        told = _extract_nested_history_transcript(item)
        flat += [item] if told is None else told
    return flat


def _extract_nested_history_transcript(
    item: TResponseInputItem,
) -> list[TResponseInputItem] | None:
    """The items a summary tells of; None for a message that is no summary."""
    content = item.get("content")
    start, end = get_conversation_history_wrappers()
    if item.get("role") != "assistant" or not isinstance(content, str):
        return None
    head, opened, rest = content.partition(f"\n{start}\n")
    body, closed, tail = rest.rpartition(f"\n{end}")
    if head != PREFACE or not opened or not closed or tail.strip():
        return None
    if body == NOTHING:
        return []
    told = [_read_line(line) for line in body.split("\n")]
    return None if any(item is None for item in told) else [i for i in told if i is not None]


def _line(item: TResponseInputItem) -> str:
    """Plain speech as it is spoken, everything else as JSON; always on one line."""
    content = item.get("content")
    if item.keys() == {"role", "content"} and isinstance(content, str):
        spoken = f"{item['role']}: {content}"
        if content and SPOKEN.match(spoken) and len(spoken.splitlines()) == 1:
            return spoken
    return json.dumps(item, ensure_ascii=False, default=str)


def _read_line(line: str) -> Any:
    """The item a line tells of; None when it tells of none."""
    numbered = LINE.match(line)
    if numbered is None:
        return None
    text = numbered.group(1)
    spoken = SPOKEN.match(text)
    if spoken is not None:
        return {"role": spoken.group(1), "content": spoken.group(2)}
    try:
        item = json.loads(text)
    except ValueError:
        return None
    return item if isinstance(item, dict) else None
