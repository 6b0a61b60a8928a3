"""Length as Slack may count it: in UTF-16 units, where an emoji is two."""


def units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def fitting(text: str, limit: int) -> int:
    """How many characters from the start fit into `limit` units."""
    used = 0
    for index, char in enumerate(text):
        used += 2 if char > "\uffff" else 1
        if used > limit:
            return index
    return len(text)
