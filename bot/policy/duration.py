"""A length of time as people write it: a number and `s`, `m`, `h` or `d`."""

import re

_SECONDS = {"s": 1.0, "m": 60.0, "h": 3_600.0, "d": 86_400.0}
_DURATION = re.compile(r"(\d{1,9}(?:\.\d{1,3})?)\s?([smhd])", re.ASCII)
LONGEST = 366
"""Days."""


def seconds(text: object, *, longest: int = LONGEST) -> float:
    """`"30m"` is 1800.0; `longest` in days. Raises `ValueError` that says what to write."""
    match = _DURATION.fullmatch(text.strip()) if isinstance(text, str) else None
    if match is None:
        raise ValueError(f'{text!r} is not a duration; write a number and s, m, h or d, as "30m"')
    length = float(match[1]) * _SECONDS[match[2]]
    if not 0 < length <= longest * 86_400.0:
        raise ValueError(
            f"{text!r} is out of range; a duration is more than 0s and at most {longest}d"
        )
    return length
