"""What must hold for every list of items a model is given."""

from collections import Counter
from collections.abc import Sequence
from typing import Any


def faults(items: str | Sequence[Any]) -> list[str]:
    """Each call has exactly one later output, no output is without its call, no call id comes
    twice, no reasoning item is without its follower."""
    if isinstance(items, str):
        return []
    found: list[str] = []
    calls = [each["call_id"] for each in items if each.get("type") == "function_call"]
    outputs = [each["call_id"] for each in items if each.get("type") == "function_call_output"]
    found += [f"call {each} comes {n} times" for each, n in Counter(calls).items() if n > 1]
    found += [f"output {each} comes {n} times" for each, n in Counter(outputs).items() if n > 1]
    found += [f"call {each} has no output" for each in calls if each not in outputs]
    known: set[str] = set()
    for place, item in enumerate(items):
        match item.get("type"):
            case "function_call":
                known.add(item["call_id"])
            case "function_call_output" if item["call_id"] not in known:
                found.append(f"output {item['call_id']} before or without its call")
            case "reasoning":
                follower = next((e for e in items[place + 1 :] if e.get("type") != "reasoning"), {})
                if follower.get("role") == "user" or not follower or _is_output(follower):
                    found.append(f"reasoning {item.get('id')} has no follower")
            case _:
                pass
    return found


def _is_output(item: Any) -> bool:
    return str(item.get("type", "")).endswith("_output")


def texts(items: str | Sequence[Any], role: str = "user") -> list[str]:
    """What was said by one side."""
    if isinstance(items, str):
        return [items]
    said = [each for each in items if each.get("role") == role]
    return [_text(each["content"]) for each in said]


def _text(content: Any) -> str:
    return content if isinstance(content, str) else "".join(p.get("text", "") for p in content)


def outputs(items: Sequence[Any]) -> dict[str, str]:
    """By call id."""
    return {i["call_id"]: i["output"] for i in items if i.get("type") == "function_call_output"}
