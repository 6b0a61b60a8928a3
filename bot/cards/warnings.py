"""What an approver is warned of in the arguments, in words."""

from collections.abc import Iterable, Sequence

from bot.text import Oddities, clip, visible

_MOST = 3


def warnings(odd: Oddities) -> list[str]:
    """One sentence for each kind of oddity, as plain text."""
    found: list[str] = []
    if odd.unseen:
        what = "1 character" if odd.unseen == 1 else f"{odd.unseen:,} characters"
        found.append(f"Careful: {what} that cannot be seen, written here as \\u{{…}}.")
    if odd.piled:
        found.append(
            f"Careful: {odd.piled:,} marks piled on one another, written here as \\u{{…}}."
        )
    if odd.mixed:
        found.append(f"Careful: letters of several scripts in {_few(map(_spelled, odd.mixed))}.")
    if odd.folded:
        pairs = (f"“{_short(word)}” reads as “{_short(plain)}”" for word, plain in odd.folded)
        found.append(f"Careful: unusual letters, {_few(pairs)}.")
    if odd.hosts:
        pairs = (f"“{_short(host)}” is really {_short(real)}" for host, real in odd.hosts)
        found.append(f"Careful: {_few(pairs)}.")
    if odd.turns:
        found.append(
            "Careful: some of it is read from right to left; numbers and signs beside that may "
            "be shown in another order."
        )
    return found


def misplaced(names: Sequence[str]) -> list[str]:
    """What is not among the parameters of the tool."""
    if not names:
        return []
    if names == ("",):
        return [
            "Careful: these are no arguments that can be read; if approved, the call will fail."
        ]
    listed = _few(f"“{_short(visible(name))}”" for name in names)
    what = "is no parameter" if len(names) == 1 else "are no parameters"
    return [f"Careful: {listed} {what} of this tool and will not reach it."]


def implied(defaults: Sequence[str]) -> list[str]:
    """What the tool takes for what was left out."""
    return [f"Left out, so the tool takes: {', '.join(defaults)}"] if defaults else []


def _few(texts: Iterable[str]) -> str:
    first, *more = (listed := list(texts))[:_MOST]
    rest = f" and {len(listed) - _MOST} more" if len(listed) > _MOST else ""
    return ", ".join([first, *more]) + rest


def _short(word: str) -> str:
    return clip(word, 40)


def _spelled(word: str) -> str:
    """`“p\\u{430}ypal”`: everything but plain letters by number."""
    return "“" + _short("".join(c if c.isascii() else f"\\u{{{ord(c):x}}}" for c in word)) + "”"
