"""Interactive elements, and which of them may stand in which block. Data.

Limits are those of slack_sdk's models and of Slack's reference.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from bot.playground.blocks.rich_text import RICH_TEXT
from bot.playground.blocks.rules import Flag, Int, ListOf, Obj, Rule, Str, Typed, problem
from bot.playground.blocks.texts import (
    ACTION_ID,
    CONFIRM,
    IMAGE,
    OPTION,
    OPTION_GROUP,
    OVERFLOW_OPTION,
    RICH_OPTION,
    URL,
    plain,
)

_IDS = ListOf(Str(255))
_DISPATCH = Obj(
    {"trigger_actions_on": ListOf(Str(among=("on_enter_pressed", "on_character_entered")), 1, 2)}
)
_FOCUS: dict[str, Rule] = {"action_id": ACTION_ID, "focus_on_load": Flag()}
_MENU: dict[str, Rule] = {**_FOCUS, "placeholder": plain(150), "confirm": CONFIRM}
_FIELD: dict[str, Rule] = {
    **_FOCUS,
    "placeholder": plain(150),
    "dispatch_action_config": _DISPATCH,
}
_SEVERAL: dict[str, Rule] = {**_MENU, "max_selected_items": Int(1)}
_FILTER = Obj(
    optional={
        "include": ListOf(Str(among=("im", "mpim", "private", "public")), 1),
        "exclude_bot_users": Flag(),
        "exclude_external_shared_channels": Flag(),
    }
)
_CONVERSATIONS: dict[str, Rule] = {"default_to_current_conversation": Flag(), "filter": _FILTER}


def _preset_is_offered(element: Mapping[str, Any], path: str) -> Iterator[str]:
    """An initial option has to be one of those on offer, in full."""
    groups = element.get("option_groups") or [{"options": element.get("options", [])}]
    offered = [option for group in groups for option in group["options"]]
    preset = element.get("initial_options") or []
    if "initial_option" in element:
        preset = [element["initial_option"]]
    if any(option not in offered for option in preset):
        yield problem("initial options must be among the options", path)


BUTTON = Obj(
    {"text": plain(75)},
    {
        "action_id": ACTION_ID,
        "url": URL,
        "value": Str(2000),
        "style": Str(among=("primary", "danger")),
        "confirm": CONFIRM,
        "accessibility_label": Str(75),
        "agent_prompt": Str(4000),
        "agent_prompt_display": Str(4000),
        "visible_to_user_ids": _IDS,
    },
)
_FEEDBACK = Obj({"text": plain(75), "value": Str(2000)}, {"accessibility_label": Str(75)})
_CHOICES: dict[str, Rule] = {
    "options": ListOf(OPTION, 1, 100),
    "option_groups": ListOf(OPTION_GROUP, 1, 100),
}

ELEMENTS = Typed(
    {
        "image": IMAGE,
        "button": BUTTON,
        "icon_button": Obj(
            {"icon": Str(255), "text": plain(75)},
            {
                "action_id": ACTION_ID,
                "value": Str(2000),
                "confirm": CONFIRM,
                "accessibility_label": Str(75),
                "visible_to_user_ids": _IDS,
            },
        ),
        "feedback_buttons": Obj(
            {"positive_button": _FEEDBACK, "negative_button": _FEEDBACK},
            {"action_id": ACTION_ID},
        ),
        "workflow_button": Obj(
            {"text": plain(75), "workflow": Obj({"trigger": Obj({"url": URL}, {
                "customizable_input_parameters": ListOf(
                    Obj({"name": Str(255), "value": Str(3000)})
                )
            })})},
            {
                "action_id": ACTION_ID,
                "style": Str(among=("primary", "danger")),
                "accessibility_label": Str(75),
            },
        ),
        "overflow": Obj(
            {"options": ListOf(OVERFLOW_OPTION, 1, 5)},
            {"action_id": ACTION_ID, "confirm": CONFIRM},
        ),
        "checkboxes": Obj(
            {"options": ListOf(RICH_OPTION, 1, 10)},
            {**_FOCUS, "confirm": CONFIRM, "initial_options": ListOf(RICH_OPTION, 1, 10)},
            also=_preset_is_offered,
        ),
        "radio_buttons": Obj(
            {"options": ListOf(RICH_OPTION, 1, 10)},
            {**_FOCUS, "confirm": CONFIRM, "initial_option": RICH_OPTION},
            also=_preset_is_offered,
        ),
        "static_select": Obj(
            optional={**_MENU, **_CHOICES, "initial_option": OPTION},
            one_of=("options", "option_groups"),
            also=_preset_is_offered,
        ),
        "multi_static_select": Obj(
            optional={**_SEVERAL, **_CHOICES, "initial_options": ListOf(OPTION, 1, 100)},
            one_of=("options", "option_groups"),
            also=_preset_is_offered,
        ),
        "external_select": Obj(
            optional={**_MENU, "min_query_length": Int(), "initial_option": OPTION}
        ),
        "multi_external_select": Obj(
            optional={
                **_SEVERAL,
                "min_query_length": Int(),
                "initial_options": ListOf(OPTION, 1, 100),
            }
        ),
        "users_select": Obj(optional={**_MENU, "initial_user": Str(255)}),
        "multi_users_select": Obj(optional={**_SEVERAL, "initial_users": _IDS}),
        "conversations_select": Obj(
            optional={
                **_MENU,
                **_CONVERSATIONS,
                "initial_conversation": Str(255),
                "response_url_enabled": Flag(),
            }
        ),
        "multi_conversations_select": Obj(
            optional={**_SEVERAL, **_CONVERSATIONS, "initial_conversations": _IDS}
        ),
        "channels_select": Obj(
            optional={**_MENU, "initial_channel": Str(255), "response_url_enabled": Flag()}
        ),
        "multi_channels_select": Obj(optional={**_SEVERAL, "initial_channels": _IDS}),
        "datepicker": Obj(optional={**_MENU, "initial_date": Str(10, 10)}),
        "timepicker": Obj(
            optional={**_MENU, "initial_time": Str(5, 5), "timezone": Str(255)}
        ),
        "datetimepicker": Obj(
            optional={**_FOCUS, "confirm": CONFIRM, "initial_date_time": Int(10**9, 10**10 - 1)}
        ),
        "plain_text_input": Obj(
            optional={
                **_FIELD,
                "initial_value": Str(3000, 0),
                "multiline": Flag(),
                "min_length": Int(0, 3000),
                "max_length": Int(1, 3000),
            }
        ),
        "email_text_input": Obj(optional={**_FIELD, "initial_value": Str(3000, 0)}),
        "url_text_input": Obj(optional={**_FIELD, "initial_value": Str(3000, 0)}),
        "number_input": Obj(
            {"is_decimal_allowed": Flag()},
            {**_FIELD, "initial_value": Str(255), "min_value": Str(255), "max_value": Str(255)},
        ),
        "rich_text_input": Obj(
            optional={**_FIELD, "initial_value": Typed({"rich_text": RICH_TEXT})}
        ),
        "file_input": Obj(
            optional={"action_id": ACTION_ID, "filetypes": ListOf(Str(255), 1),
                      "max_files": Int(1, 10)}
        ),
    }
)  # fmt: skip

_SINGLE_MENUS = (
    "static_select", "external_select", "users_select", "conversations_select", "channels_select",
)  # fmt: skip
_MENUS = _SINGLE_MENUS + tuple(f"multi_{name}" for name in _SINGLE_MENUS)
_CHOOSERS = ("checkboxes", "radio_buttons", "datepicker", "timepicker")

ACCESSORY = ELEMENTS.only("image", "button", "workflow_button", "overflow", *_CHOOSERS, *_MENUS)
ACTIONS = ELEMENTS.only(
    "button", "workflow_button", "overflow", "datetimepicker", "rich_text_input",
    *_CHOOSERS, *_MENUS,
)  # fmt: skip
INPUT = ELEMENTS.only(
    "plain_text_input", "email_text_input", "url_text_input", "number_input", "rich_text_input",
    "file_input", "datetimepicker", *_CHOOSERS, *_MENUS,
)  # fmt: skip
CONTEXT_ACTIONS = ELEMENTS.only("feedback_buttons", "icon_button")
BUTTONS = ELEMENTS.only("button")
IMAGES = ELEMENTS.only("image")
