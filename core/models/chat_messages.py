"""Items of a conversation as chat messages, and tools as the Chat Completions API wants them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.exceptions import UserError
from core.tools.function_tools import FunctionTool

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.agent_output import AgentOutputSchemaBase
    from core.handoffs import Handoff


def messages_of(
    items: str | list[dict[str, Any]], instructions: str | None
) -> list[dict[str, Any]]:
    """The conversation; calls of one answer stand in one message of the assistant."""
    messages: list[dict[str, Any]] = []
    if instructions:
        messages.append({"role": "system", "content": instructions})
    if isinstance(items, str):
        return [*messages, {"role": "user", "content": items}]
    for item in items:
        _append(item, messages)
    return messages


def _append(item: dict[str, Any], messages: list[dict[str, Any]]) -> None:
    match item.get("type", "message"):
        case "message":
            messages.append(_message(item))
        case "function_call":
            _assistant(messages).setdefault("tool_calls", []).append(
                {
                    "id": item["call_id"],
                    "type": "function",
                    "function": {"name": item["name"], "arguments": item["arguments"] or "{}"},
                }
            )
        case "function_call_output":
            output = item["output"]
            text = output if isinstance(output, str) else _texts(output)
            messages.append({"role": "tool", "tool_call_id": item["call_id"], "content": text})
        case "reasoning":
            return
        case other:
            raise UserError(f"The Chat Completions API has no place for an item of type {other!r}.")


def _assistant(messages: list[dict[str, Any]]) -> dict[str, Any]:
    """The assistant's message calls belong to: the last one, or a new one without text."""
    if messages and messages[-1]["role"] == "assistant":
        return messages[-1]
    message: dict[str, Any] = {"role": "assistant", "content": None}
    messages.append(message)
    return message


def _message(item: dict[str, Any]) -> dict[str, Any]:
    role, content = item["role"], item["content"]
    if isinstance(content, str):
        return {"role": role, "content": content}
    if role == "assistant":
        message: dict[str, Any] = {"role": role, "content": _texts(content) or None}
        refusals = [part["refusal"] for part in content if part.get("type") == "refusal"]
        if refusals:
            message["refusal"] = "".join(refusals)
        return message
    return {"role": role, "content": [_part(part) for part in content]}


def _texts(parts: Sequence[dict[str, Any]]) -> str:
    return "".join(part.get("text") or "" for part in parts)


def _part(part: dict[str, Any]) -> dict[str, Any]:
    match part.get("type"):
        case "input_text":
            return {"type": "text", "text": part["text"]}
        case "input_image":
            if not part.get("image_url"):
                raise UserError("The Chat Completions API takes images by their address only.")
            image = {"url": part["image_url"], "detail": part.get("detail") or "auto"}
            return {"type": "image_url", "image_url": image}
        case "input_audio":
            return {"type": "input_audio", "input_audio": part["input_audio"]}
        case "input_file":
            names = ("file_data", "filename", "file_id")
            file = {name: part[name] for name in names if part.get(name)}
            return {"type": "file", "file": file}
        case other:
            raise UserError(f"The Chat Completions API has no place for a part of type {other!r}.")


def chat_tools(tools: Sequence[Any], handoffs: Sequence[Handoff[Any, Any]]) -> list[dict[str, Any]]:
    """Function tools and handoffs; hosted tools are the Responses API's only."""
    converted = []
    for tool in tools:
        if not isinstance(tool, FunctionTool):
            raise UserError(f"The Chat Completions API has no tool of type {type(tool).__name__}.")
        if tool.namespace is not None or tool.defer_loading:
            raise UserError(
                "Namespaces and deferred loading are only supported with OpenAI Responses models: "
                f"the Chat Completions API cannot have {tool.qualified_name!r}."
            )
        converted.append(
            _function(tool.name, tool.description, tool.params_json_schema, tool.strict_json_schema)
        )
    return converted + [
        _function(h.tool_name, h.tool_description, h.input_json_schema, h.strict_json_schema)
        for h in handoffs
    ]


def _function(name: str, description: str, schema: dict[str, Any], strict: bool) -> dict[str, Any]:
    function = {"name": name, "description": description, "parameters": schema, "strict": strict}
    return {"type": "function", "function": function}


def chat_tool_choice(choice: Any) -> Any:
    """Which tool the model has to call."""
    if choice is None or choice in ("auto", "required", "none"):
        return choice
    return {"type": "function", "function": {"name": choice}}


def chat_format(schema: AgentOutputSchemaBase | None) -> dict[str, Any] | None:
    """The format of the final output."""
    if schema is None or schema.is_plain_text():
        return None
    described = {
        "name": "final_output",
        "strict": schema.is_strict_json_schema(),
        "schema": schema.json_schema(),
    }
    return {"type": "json_schema", "json_schema": described}
