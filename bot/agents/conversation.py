"""What in a conversation is still to be answered: pure, over items of the Responses format."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.agents.replies import Outcome


@dataclass(frozen=True)
class Unanswered:
    """Everything since the model last spoke to an end."""

    texts: tuple[str, ...] = ()
    """What people wrote that no call was made for yet."""
    outcomes: tuple[Outcome, ...] = ()
    """Calls that came back."""
    before: str = ""
    """What was written last before all that."""


def unanswered(items: str | Sequence[Mapping[str, Any]]) -> Unanswered:
    """From the input of a model call."""
    if isinstance(items, str):
        return Unanswered(texts=(items,))
    start = _end_of_last_answer(items)
    earlier = [_text(item) for item in items[:start] if item.get("role") == "user"]
    open_items = items[start:]
    last_call = max((n for n, i in enumerate(open_items) if _is_call(i)), default=-1)
    users = [(n, _text(i)) for n, i in enumerate(open_items) if i.get("role") == "user"]
    return Unanswered(
        texts=tuple(text for number, text in users if number > last_call),
        outcomes=tuple(_outcomes(open_items)),
        before=([""] + earlier + [text for number, text in users if number < last_call])[-1],
    )


def _end_of_last_answer(items: Sequence[Mapping[str, Any]]) -> int:
    """Behind the last message of the model that no call of its own followed."""
    for number in range(len(items) - 1, -1, -1):
        followed = number + 1 < len(items) and _is_call(items[number + 1])
        if items[number].get("role") == "assistant" and not followed:
            return number + 1
    return 0


def _outcomes(items: Sequence[Mapping[str, Any]]) -> list[Outcome]:
    outputs = {
        item.get("call_id"): _plain(item.get("output"))
        for item in items
        if item.get("type") == "function_call_output"
    }
    return [
        Outcome(str(item.get("name")), _arguments(item), outputs[item.get("call_id")])
        for item in items
        if _is_call(item) and item.get("call_id") in outputs
    ]


def _is_call(item: Mapping[str, Any]) -> bool:
    return item.get("type") == "function_call"


def _arguments(item: Mapping[str, Any]) -> Mapping[str, Any]:
    try:
        found = json.loads(item.get("arguments") or "{}")
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _text(item: Mapping[str, Any]) -> str:
    return _plain(item.get("content"))


def _plain(content: Any) -> str:
    """Text, whether it comes as a string or in parts."""
    if isinstance(content, list):
        return "\n".join(str(part.get("text", "")) for part in content if isinstance(part, Mapping))
    return "" if content is None else str(content)
