"""Items a scripted model says."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from core.exceptions import ModelBehaviorError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.items import TResponseOutputItem


def assistant_message(text: str, *, item_id: str = "scripted-message") -> TResponseOutputItem:
    """A message of the model."""
    from core.models.response_objects import message

    return message(text, item_id)


def function_call(
    name: str,
    arguments: str | Mapping[str, Any],
    *,
    call_id: str,
    item_id: str | None = None,
    namespace: str | None = None,
) -> TResponseOutputItem:
    """A call of a function tool."""
    from core.models.response_objects import call

    text = arguments if isinstance(arguments, str) else json.dumps(dict(arguments))
    return call(name, text, call_id, item_id, namespace)


def said(item: Any) -> TResponseOutputItem:
    """An item of a script as the provider's object; of dicts only patches are made objects."""
    if isinstance(item, Mapping) and item.get("type") == "apply_patch_call":
        from core.models.response_objects import patch_call

        return patch_call(item)
    return cast("TResponseOutputItem", item)


def check_can_stream(output: Sequence[Any]) -> None:
    """ModelBehaviorError for items whose events do not follow from the item."""
    from core.models.item_events import KNOWN

    for item in output:
        if not isinstance(item, KNOWN):
            raise ModelBehaviorError(
                f"Automatic streaming does not support {type(item).__name__}: "
                "give the events of the answer with ModelStep.stream(...)."
            )
