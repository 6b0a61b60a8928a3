"""What the fields of a surface hold: their state as payloads carry it, and a client's own checks.

Pure.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from bot.playground.errors import FormIncomplete, NoSuchControl
from bot.playground.workspace import Control, Json
from bot.playground.workspace.messages import controls

State = dict[str, dict[str, Any]]
"""block_id, action_id, the element's state."""

_ONE_OPTION = ("static_select", "external_select", "radio_buttons", "overflow")
_SOME_OPTIONS = ("multi_static_select", "multi_external_select", "checkboxes")
_SELECTED = {
    "users_select": ("selected_user", "initial_user"),
    "conversations_select": ("selected_conversation", "initial_conversation"),
    "channels_select": ("selected_channel", "initial_channel"),
    "multi_users_select": ("selected_users", "initial_users"),
    "multi_conversations_select": ("selected_conversations", "initial_conversations"),
    "multi_channels_select": ("selected_channels", "initial_channels"),
    "datepicker": ("selected_date", "initial_date"),
    "timepicker": ("selected_time", "initial_time"),
    "datetimepicker": ("selected_date_time", "initial_date_time"),
    "rich_text_input": ("rich_text_value", "initial_value"),
    "file_input": ("files", "files"),
}
_TYPED = ("plain_text_input", "email_text_input", "url_text_input", "number_input")
STATEFUL = (*_ONE_OPTION, *_SOME_OPTIONS, *_SELECTED, *_TYPED)
"""The element types that hold a value."""


def initial_state(blocks: Iterable[Json]) -> State:
    """What the fields hold before anybody touched them."""
    state: State = {}
    for control in controls(list(blocks)):
        kind = control.element["type"]
        if kind in STATEFUL and kind != "overflow":
            state.setdefault(control.block_id, {})[control.action_id] = _initial(control.element)
    return state


def _initial(element: Json) -> Json:
    kind = element["type"]
    if kind in _TYPED:
        return {"type": kind, "value": element.get("initial_value")}
    if kind in _ONE_OPTION:
        return {"type": kind, "selected_option": element.get("initial_option")}
    if kind in _SOME_OPTIONS:
        return {"type": kind, "selected_options": element.get("initial_options", [])}
    key, source = _SELECTED[kind]
    empty: Any = [] if kind.startswith("multi_") else None
    return {"type": kind, key: element.get(source, empty)}


def entered(control: Control, value: Any) -> Json:
    """The state of an element after a person gave it this value (options by value or text)."""
    element = control.element
    kind = element["type"]
    if kind in _TYPED:
        return {"type": kind, "value": None if value is None else str(value)}
    if kind in _ONE_OPTION:
        return {"type": kind, "selected_option": value and option(element, value)}
    if kind in _SOME_OPTIONS:
        return {"type": kind, "selected_options": [option(element, v) for v in value or ()]}
    if kind in _SELECTED:
        return {"type": kind, _SELECTED[kind][0]: value}
    raise NoSuchControl(f"{control.action_id!r} is a {kind}: it takes no value")


def option(element: Json, wanted: str) -> Json:
    """The option of a menu with this value, or with text that begins so."""
    groups = element.get("option_groups") or [{"options": element.get("options", [])}]
    offered: list[Json] = [o for group in groups for o in group["options"]]
    for candidate in offered:
        if candidate.get("value") == wanted:
            return candidate
    for candidate in offered:
        if candidate["text"]["text"].startswith(wanted):
            return candidate
    if element["type"].endswith("external_select"):
        return {"text": {"type": "plain_text", "text": wanted}, "value": wanted}
    texts = [o["text"]["text"] for o in offered]
    raise NoSuchControl(f"no option {wanted!r} among {texts}")


def fill(blocks: Iterable[Json], state: State, values: Mapping[str, Any]) -> State:
    """The state after entering values, each named by action_id, block_id or the field's label."""
    blocks = list(blocks)
    labels = {
        str(b.get("label", {}).get("text")): str(b["block_id"])
        for b in blocks
        if b.get("type") == "input"
    }
    filled = {block_id: dict(of_block) for block_id, of_block in state.items()}
    for name, value in values.items():
        block_id = labels.get(name, name)
        held = [
            c
            for c in controls(blocks)
            if name == c.action_id or (block_id == c.block_id and c.element["type"] in STATEFUL)
        ]
        if not held:
            known = [c.action_id for c in controls(blocks)]
            raise NoSuchControl(f"no field {name!r}; there are {known} and {list(labels)}")
        control = held[0]
        filled.setdefault(control.block_id, {})[control.action_id] = entered(control, value)
    return filled


def check(blocks: Iterable[Json], state: State) -> None:
    """A client's own checks before it submits: required fields, lengths, ranges."""
    for block in blocks:
        if block.get("type") != "input":
            continue
        element, label = block["element"], block["label"]["text"]
        held = state.get(block["block_id"], {}).get(element.get("action_id", ""), {})
        value = next((v for k, v in held.items() if k != "type"), None)
        if value in (None, "", []):
            if not block.get("optional"):
                raise FormIncomplete(f"{label!r} is required")
            continue
        _check_length(element, label, value)


def _check_length(element: Json, label: str, value: Any) -> None:
    if element["type"] == "plain_text_input":
        low, high = element.get("min_length", 0), element.get("max_length", 3000)
        if not low <= len(value) <= high:
            raise FormIncomplete(f"{label!r} takes {low} to {high} characters, not {len(value)}")
    if element["type"] == "number_input":
        low = float(element.get("min_value", "-inf"))
        high = float(element.get("max_value", "inf"))
        if not low <= float(value) <= high:
            raise FormIncomplete(f"{label!r} takes {low} to {high}, not {value}")
