"""Blocks, and on which surface each may stand. Data.

`alert` stands in views only: Slack's own documents disagree about messages.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from bot.playground.blocks.elements import (
    ACCESSORY,
    ACTIONS,
    BUTTONS,
    CONTEXT_ACTIONS,
    ELEMENTS,
    IMAGES,
    INPUT,
)
from bot.playground.blocks.rich_text import RICH_TEXT
from bot.playground.blocks.rules import Flag, Int, Later, ListOf, Obj, Rule, Str, Typed, problem
from bot.playground.blocks.texts import IMAGE, URL, either, plain

_ID: dict[str, Rule] = {"block_id": Str(255)}
_RICH = Typed({"rich_text": RICH_TEXT})
_SOURCE = Typed({"url": Obj({"url": URL, "text": Str(3000)})})
_CELL = Typed(
    {
        "raw_text": Obj({"text": Str(3000)}),
        "raw_number": Obj({"value": Int(-(2**53))}, {"text": Str(3000)}),
        "rich_text": RICH_TEXT,
    }
)
_COLUMN = Obj(optional={"align": Str(among=("left", "center", "right")), "is_wrapped": Flag()})


def _one_header(block: Mapping[str, Any], path: str) -> Iterator[str]:
    if block.get("has_header_divider") and block.get("is_collapsible"):
        yield problem("has_header_divider cannot be set when is_collapsible is true", path)


def _nested() -> Rule:
    """What a container may hold."""
    return BLOCKS.only(
        "section", "divider", "header", "image", "actions", "context", "markdown", "rich_text",
        "table", "task_card", "plan", "card",
    )  # fmt: skip


TASK = Obj(
    {
        "task_id": Str(255),
        "title": Str(3000),
        "status": Str(among=("pending", "in_progress", "complete", "error")),
    },
    {**_ID, "details": _RICH, "output": _RICH, "sources": ListOf(_SOURCE)},
)
CARD = Obj(
    optional={
        **_ID,
        "hero_image": IMAGES,
        "icon": IMAGES,
        "title": either(150),
        "subtitle": either(150),
        "body": either(200),
        "actions": ListOf(BUTTONS, 1, 25),
    },
    any_of=("hero_image", "title", "actions", "body"),
)

BLOCKS: Typed = Typed(
    {
        "section": Obj(
            optional={
                **_ID,
                "text": either(3000),
                "fields": ListOf(either(2000), 1, 10),
                "accessory": ACCESSORY,
                "expand": Flag(),
            },
            any_of=("text", "fields"),
        ),
        "divider": Obj(optional=_ID),
        "header": Obj({"text": plain(150)}, _ID),
        "image": Obj(
            IMAGE.required,
            {**_ID, **IMAGE.optional, "title": plain(2000)},
            one_of=IMAGE.one_of,
        ),
        "actions": Obj({"elements": ListOf(ACTIONS, 1, 25)}, _ID),
        "context": Obj(
            {
                "elements": ListOf(
                    Typed({"image": ELEMENTS.variants["image"], **either(2000).variants}), 1, 10
                )
            },
            _ID,
        ),
        "context_actions": Obj({"elements": ListOf(CONTEXT_ACTIONS, 1, 5)}, _ID),
        "input": Obj(
            {"label": plain(2000), "element": INPUT},
            {**_ID, "hint": plain(2000), "optional": Flag(), "dispatch_action": Flag()},
        ),
        "file": Obj({"external_id": Str(255), "source": Str(among=("remote",))}, _ID),
        "markdown": Obj({"text": Str(12_000)}, _ID),
        "rich_text": RICH_TEXT,
        "table": Obj(
            {"rows": ListOf(ListOf(_CELL, 1, 20), 1, 100)},
            {**_ID, "column_settings": ListOf(_COLUMN, 0, 20)},
        ),
        "video": Obj(
            {"alt_text": Str(2000), "video_url": URL, "thumbnail_url": URL, "title": plain(199)},
            {
                **_ID,
                "title_url": URL,
                "description": plain(200),
                "provider_icon_url": URL,
                "provider_name": Str(50),
                "author_name": Str(49),
            },
        ),
        "task_card": TASK,
        "plan": Obj(
            {"title": Str(3000)}, {**_ID, "tasks": ListOf(Typed({"task_card": TASK}), 0, 50)}
        ),
        "alert": Obj(
            {"text": either(200)},
            {**_ID, "level": Str(among=("default", "info", "warning", "error", "success"))},
        ),
        "card": CARD,
        "carousel": Obj({"elements": ListOf(Typed({"card": CARD}), 1, 10)}, _ID),
        "container": Obj(
            {"child_blocks": ListOf(Later(_nested), 1, 10)},
            {
                **_ID,
                "title": plain(150),
                "rich_text_title": _RICH,
                "subtitle": either(150),
                "width": Str(among=("narrow", "standard", "wide", "full")),
                "icon": IMAGES,
                "is_collapsible": Flag(),
                "default_collapsed": Flag(),
                "has_header_divider": Flag(),
            },
            any_of=("title", "rich_text_title"),
            also=_one_header,
        ),
    }
)


IN_MESSAGES = BLOCKS.only(*(name for name in BLOCKS.variants if name != "alert"))
IN_VIEWS = BLOCKS.only(
    "section", "divider", "header", "image", "actions", "context", "input", "rich_text", "video",
    "alert", "container",
)  # fmt: skip

MODAL = Obj(
    {"title": plain(24), "blocks": ListOf(IN_VIEWS, 1, 100)},
    {
        "submit": plain(24),
        "close": plain(24),
        "private_metadata": Str(3000, 0),
        "callback_id": Str(255, 0),
        "external_id": Str(255, 0),
        "clear_on_close": Flag(),
        "notify_on_close": Flag(),
        "submit_disabled": Flag(),
    },
)
HOME = Obj(
    {"blocks": ListOf(IN_VIEWS, 1, 100)},
    {"private_metadata": Str(3000, 0), "callback_id": Str(255, 0), "external_id": Str(255, 0)},
)

__all__ = ["BLOCKS", "HOME", "IN_MESSAGES", "IN_VIEWS", "MODAL"]
