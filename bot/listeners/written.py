"""What a message holds beside its `text`: words in blocks and attachments, and files by name.

All of it comes out as Slack's own text, with tokens for mentions and with entities. Decisions only.
"""

from collections.abc import Iterator, Mapping

from bot.listeners.payload import Payload, part, parts, text
from bot.text import clip, escape, line

LONGEST = 40_000
"""Characters that are taken from blocks and from attachments, as many as Slack takes as text."""
_UNITS = ("bytes", "KB", "MB", "GB")


def own_words(message: Payload) -> str:
    """What its author wrote: the text, or else what stands in the blocks."""
    return text(message, "text") or clip(_blocks(message), LONGEST)


def attached(message: Payload, *, alone: bool) -> str:
    """What hangs below: messages that were passed on, and all else where it stands `alone`."""
    found = (_attachment(e) for e in parts(message, "attachments") if alone or e.get("is_share"))
    return clip("\n\n".join(filter(None, found)), LONGEST)


def files(message: Payload) -> list[str]:
    """`file: report.pdf, 20 KB, application/pdf`, clean text; what was deleted is left out."""
    return [_file(each) for each in parts(message, "files") if each.get("mode") != "tombstone"]


def _file(file: Payload) -> str:
    name = text(file, "name") or text(file, "title") or text(file, "id") or "without a name"
    size, kind = file.get("size"), text(file, "mimetype") or text(file, "pretty_type")
    facts = [_size(size) if isinstance(size, int) and size > 0 else "", clip(line(kind), 100)]
    return ", ".join(filter(None, [f"file: {clip(line(name), 200)}", *facts]))


def _size(size: float) -> str:
    unit = 0
    while size >= 1_000 and unit < len(_UNITS) - 1:
        size, unit = size / 1_000, unit + 1
    return f"{size:.0f} {_UNITS[unit]}"


def _attachment(attachment: Payload) -> str:
    """One attachment; its fallback only where it has nothing else."""
    head = [text(attachment, name) for name in ("pretext", "author_name", "title", "text")]
    fields = [f"{text(e, 'title')}: {text(e, 'value')}" for e in parts(attachment, "fields")]
    inner = _blocks(attachment)
    said = "\n".join(filter(None, [*head, *fields, "" if text(attachment, "text") else inner]))
    return said or text(attachment, "fallback")


def _blocks(holder: Payload) -> str:
    return "\n".join(filter(None, map(_block, parts(holder, "blocks"))))


def _block(block: Payload) -> str:
    match block.get("type"):
        case "rich_text":
            return "\n".join(_rich(each) for each in parts(block, "elements"))
        case "section":
            whole = [part(block, "text"), *parts(block, "fields")]
            return "\n".join(filter(None, map(_words, whole)))
        case "context":
            return " ".join(filter(None, map(_words, parts(block, "elements"))))
        case "image" | "video":
            return text(block, "alt_text") or _words(part(block, "title"))
        case "table":
            return "\n".join(" | ".join(_cells(row)) for row in _rows(block))
        case _:
            return text(block, "text") or _words(part(block, "text"))


def _words(element: Payload) -> str:
    """A text object, or the description of a picture."""
    said = text(element, "text") or text(element, "alt_text")
    return said if element.get("type") == "mrkdwn" else escape(said)


def _rich(element: Payload) -> str:
    inner = "".join(map(_inline, parts(element, "elements")))
    match element.get("type"):
        case "rich_text_list":
            ordered = element.get("style") == "ordered"
            return "\n".join(
                f"{f'{number}.' if ordered else '•'} {_rich(each)}"
                for number, each in enumerate(parts(element, "elements"), 1)
            )
        case "rich_text_quote":
            return "\n".join(f"> {each}" for each in inner.split("\n"))
        case "rich_text_preformatted":
            return f"```\n{inner}\n```"
        case _:
            return inner


def _inline(element: Payload) -> str:
    """Slack's token for what is no plain text."""
    match element.get("type"):
        case "user":
            return f"<@{text(element, 'user_id')}>"
        case "channel":
            return f"<#{text(element, 'channel_id')}>"
        case "usergroup":
            return f"<!subteam^{text(element, 'usergroup_id')}>"
        case "broadcast":
            return f"<!{text(element, 'range')}>"
        case "link":
            target, label = escape(text(element, "url")), escape(text(element, "text"))
            return f"<{target}|{label}>" if label else f"<{target}>"
        case "emoji":
            return f":{text(element, 'name')}:"
        case "date":
            return escape(text(element, "fallback"))
        case "color":
            return escape(text(element, "value"))
        case _:
            return escape(text(element, "text"))


def _rows(table: Payload) -> Iterator[list[Payload]]:
    rows = table.get("rows")
    for row in rows if isinstance(rows, list) else []:
        if isinstance(row, list):
            yield [cell for cell in row if isinstance(cell, Mapping)]


def _cells(row: list[Payload]) -> Iterator[str]:
    for cell in row:
        yield _block(cell) if cell.get("type") == "rich_text" else _words(cell)
