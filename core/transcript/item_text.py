"""Reading messages, and writing what a tool returned as the output of its call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.outputs.any_value import as_json, as_text
from core.transcript import raw_items
from core.transcript.callers import is_of_program

if TYPE_CHECKING:
    from collections.abc import Iterable

    from core.items import MessageOutputItem, RunItem
    from core.transcript.raw_items import TResponseInputItem, TResponseOutputItem


class ItemHelpers:
    """Helpers around items and messages."""

    @classmethod
    def extract_last_content(cls, message: TResponseOutputItem) -> str:
        """The last part of a message, text or refusal; "" for anything else."""
        part = _last_part(message)
        if part is None:
            return ""
        name = "text" if raw_items.kind_of(part) == "output_text" else "refusal"
        return raw_items.get(part, name) or ""

    @classmethod
    def extract_last_text(cls, message: TResponseOutputItem) -> str | None:
        """The last part of a message if it is text."""
        part = _last_part(message)
        if part is None or raw_items.kind_of(part) != "output_text":
            return None
        text: str | None = raw_items.get(part, "text")
        return text

    @classmethod
    def extract_text(cls, message: TResponseOutputItem) -> str | None:
        """All text of a message; None when there is none."""
        return _join(message, "output_text", "text")

    @classmethod
    def extract_refusal(cls, message: TResponseOutputItem) -> str | None:
        """All refusals of a message; None when there are none."""
        return _join(message, "refusal", "refusal")

    @classmethod
    def input_to_new_input_list(
        cls,
        input: str | list[TResponseInputItem],  # noqa: A002 - the public name
    ) -> list[TResponseInputItem]:
        """The input as a new list of items; a text becomes one user message."""
        if isinstance(input, str):
            return [{"content": input, "role": "user"}]
        return [raw_items.plain(item) for item in input]

    @classmethod
    def text_message_outputs(cls, items: Iterable[RunItem]) -> str:
        """The text of all messages among the items."""
        messages = (item for item in items if item.type == "message_output_item")
        return "".join(cls.text_message_output(message) for message in messages)

    @classmethod
    def text_message_output(cls, message: MessageOutputItem) -> str:
        """The text of one message."""
        return cls.extract_text(message.raw_item) or ""

    @classmethod
    def tool_call_output_item(
        cls,
        tool_call: Any,
        output: Any,
        *,
        output_json_schema: dict[str, Any] | None = None,
        output_type_adapter: Any = None,
    ) -> dict[str, Any]:
        """What a function tool returned, as the output of its call."""
        if output_json_schema is not None:
            payload: Any = _json_text(output, output_type_adapter)
        elif is_of_program(tool_call):
            payload = _json_text(output, None)
        else:
            payload = tool_output_payload(output)
        item = {
            "call_id": raw_items.get(tool_call, "call_id"),
            "output": payload,
            "type": "function_call_output",
        }
        copied: dict[str, Any] = cls.copy_tool_call_caller(tool_call, item)
        return copied

    @classmethod
    def copy_tool_call_caller(cls, tool_call: Any, output_item: Any) -> Any:
        """Note on the output who made the call, when the call says so."""
        caller = raw_items.get(tool_call, "caller")
        if caller is not None:
            output_item["caller"] = raw_items.plain(caller)
        return output_item


def tool_output_payload(output: Any) -> str | list[dict[str, Any]]:
    """Text, or the parts of a structured output; everything else as its Python text."""
    from core.outputs.content import content_part

    values = output if isinstance(output, list | tuple) and output else [output]
    parts = [content_part(value) for value in values]
    if all(part is not None for part in parts):
        return [as_json(part) for part in parts]
    return as_text(output)


def _last_part(message: TResponseOutputItem) -> Any:
    content = raw_items.get(message, "content")
    if not _is_message(message) or not content:
        return None
    return content[-1]


def _is_message(raw: TResponseOutputItem) -> bool:
    """An object that was put together by hand may not say what it is."""
    return raw_items.kind_of(raw) in ("message", None)


def _join(message: TResponseOutputItem, kind: str, field: str) -> str | None:
    if not _is_message(message):
        return None
    parts = raw_items.get(message, "content") or []
    texts = [raw_items.get(p, field) or "" for p in parts if raw_items.kind_of(p) == kind]
    return "".join(texts) or None


def _json_text(value: Any, adapter: Any) -> str:
    """JSON, as the type of the value writes it; a text stays what it is."""
    import json

    if isinstance(value, str):
        return value
    if adapter is not None:
        text: str = adapter.dump_json(value, by_alias=True).decode()
        return text
    return json.dumps(as_json(raw_items.plain(value)), ensure_ascii=False)
