"""Length as Slack may count it: in UTF-16 units, where an emoji is two."""

from bisect import bisect_right


def units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def fitting(text: str, limit: int) -> int:
    """How many characters from the start fit into `limit` units."""
    limit = max(0, limit)
    text = text[:limit]
    if units(text) <= limit:
        return len(text)
    return bisect_right(range(limit), limit, limit // 2, key=lambda end: units(text[:end])) - 1
