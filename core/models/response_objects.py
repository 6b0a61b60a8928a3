"""Objects of the Responses API, made from what the engine knows."""

from __future__ import annotations

import copy
import time
from typing import TYPE_CHECKING, Any

from openai.types.responses import (
    Response,
    ResponseApplyPatchToolCall,
    ResponseFunctionToolCall,
    ResponseOutputMessage,
    ResponseOutputText,
    ResponseUsage,
)
from openai.types.responses.response_usage import InputTokensDetails, OutputTokensDetails

from core.exceptions import ModelBehaviorError
from core.models.raw_usage import attach

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.items import ModelResponse
    from core.usage import Usage


def message(text: str, item_id: str) -> ResponseOutputMessage:
    """A message with one text."""
    part = ResponseOutputText(text=text, type="output_text", annotations=[], logprobs=[])
    return ResponseOutputMessage(
        id=item_id, type="message", role="assistant", status="completed", content=[part]
    )


def call(
    name: str, arguments: str, call_id: str, item_id: str | None, namespace: str | None
) -> ResponseFunctionToolCall:
    """A function call."""
    fields: dict[str, Any] = {
        "type": "function_call",
        "id": f"fc_{call_id}" if item_id is None else item_id,
        "call_id": call_id,
        "name": name,
        "arguments": arguments,
    }
    if namespace is not None:
        fields["namespace"] = namespace
    return ResponseFunctionToolCall(**fields)


def patch_call(fields: Mapping[str, Any]) -> ResponseApplyPatchToolCall:
    """A call that applies a patch; it is complete and has the id of the call unless it says else.

    Raises ModelBehaviorError for ids that are none, ValidationError for anything else.
    """
    call_id = fields.get("call_id")
    if not (isinstance(call_id, str) and call_id):
        raise ModelBehaviorError(
            "Tool invocations require a non-empty string call ID before execution."
        )
    item_id = fields.get("id", call_id)
    if not (isinstance(item_id, str) and item_id):
        raise ModelBehaviorError(
            "Apply-patch tool calls require a non-empty string item ID when provided."
        )
    whole = {"status": "completed", **fields, "id": item_id}
    return ResponseApplyPatchToolCall.model_validate(whole)


def response_object(answer: ModelResponse) -> Response:
    """An answer as the provider's response object."""
    made = _response(
        id=answer.response_id,
        created_at=time.time(),
        model="scripted",
        object="response",
        output=copy.deepcopy(answer.output),
        status="completed",
        tool_choice="auto",
        tools=[],
        parallel_tool_calls=True,
        usage=_usage(answer.usage),
        engine_usage=answer.usage,
    )
    if answer.raw_usage is not None:
        attach(made, answer.raw_usage)
    return made


def response_begun(response_id: str | None) -> Response:
    """A response of which there is nothing yet."""
    return _response(
        id=response_id, created_at=time.time(), output=[], object="response", status="in_progress"
    )


def _response(**fields: Any) -> Response:
    return Response.model_construct(**fields)


def _usage(usage: Usage) -> ResponseUsage:
    read, written = usage.input_tokens_details, usage.output_tokens_details
    return ResponseUsage.model_construct(
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        total_tokens=usage.total_tokens,
        input_tokens_details=InputTokensDetails.model_construct(
            cached_tokens=getattr(read, "cached_tokens", 0),
            cache_write_tokens=getattr(read, "cache_write_tokens", 0),
        ),
        output_tokens_details=OutputTokensDetails.model_construct(
            reasoning_tokens=getattr(written, "reasoning_tokens", 0)
        ),
    )
