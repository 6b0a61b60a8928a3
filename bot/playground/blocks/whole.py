"""What holds for a message or a view as a whole: unique ids, totals, counts across blocks. Pure."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from bot.playground.blocks.rules import length, problem
from bot.playground.workspace.messages import controls, words

Blocks = list[dict[str, Any]]

ITEMS = 50
"""Blocks of a message; each heading and rule inside a markdown block counts as one more."""

_FENCE = re.compile(r"^ {0,3}(```|~~~).*?(^ {0,3}\1|\Z)", re.MULTILINE | re.DOTALL)
_ITEM = re.compile(r"^ {0,3}(#{1,6}\s|([-*_])(\s*\2){2,}\s*$)", re.MULTILINE)


def across(blocks: Blocks, path: str) -> Iterator[str]:
    """Problems between blocks that are each right."""
    yield from _unique_blocks(blocks, path)
    for index, block in enumerate(blocks):
        yield from _unique_actions(block, f"{path}/{index}")


def across_message(blocks: Blocks, path: str) -> Iterator[str]:
    if sum(b["type"] == "table" for b in blocks) > 1:
        yield problem("only one table is allowed", path)
    if any(b["type"] == "input" and b["element"]["type"] == "file_input" for b in blocks):
        yield problem("file_input is for modals", path)
    items = sum(len(_ITEM.findall(_FENCE.sub("", b["text"]))) for b in _markdown(blocks))
    if len(blocks) + items > ITEMS:
        yield problem(f"no more than {ITEMS} items allowed", path)


def across_modal(view: dict[str, Any]) -> Iterator[str]:
    fields = [b for b in view["blocks"] if b["type"] == "input"]
    if fields and "submit" not in view:
        yield problem("missing required field: submit", "/view")
    if sum(bool(c.element.get("focus_on_load")) for c in controls(view["blocks"])) > 1:
        yield problem("only one element may have focus_on_load", "/view/blocks")


def markdown_total(blocks: Blocks) -> int:
    """Characters of all markdown blocks together."""
    return sum(length(b["text"]) for b in _markdown(blocks))


def text_total(blocks: Blocks) -> int:
    """Bytes of everything a reader sees in the blocks, the strictest way Slack may count."""
    return sum(len(text.encode("utf-8", "surrogatepass")) for text in words(blocks))


def _markdown(blocks: Blocks) -> Iterator[dict[str, Any]]:
    for block in blocks:
        if block["type"] == "markdown":
            yield block
        yield from _markdown(block.get("child_blocks", []))


def _unique_blocks(blocks: Blocks, path: str) -> Iterator[str]:
    ids = [b["block_id"] for b in blocks if "block_id" in b]
    ids += [c["block_id"] for b in blocks for c in b.get("child_blocks", []) if "block_id" in c]
    for block_id, times in Counter(ids).items():
        if times > 1:
            yield problem(f"block_id {block_id!r} already exists", path)


def _unique_actions(block: dict[str, Any], path: str) -> Iterator[str]:
    held = [block.get("accessory"), *block.get("elements", []), *block.get("actions", [])]
    ids = [e["action_id"] for e in held if isinstance(e, dict) and "action_id" in e]
    for action_id, times in Counter(ids).items():
        if times > 1:
            yield problem(f"action_id {action_id!r} already exists", path)
    for index, child in enumerate(block.get("child_blocks", [])):
        yield from _unique_actions(child, f"{path}/child_blocks/{index}")
