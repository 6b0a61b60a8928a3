"""A point in time to come, as people write it after the name of whoever decides for them.

Rule: a day means all of it; an hour is that of the clock where the person is; a time of the day
without a day is the next one.
"""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo

LONGEST = 90
"""Days: whoever is away for longer says so again."""
EXAMPLES = "`until friday`, `until 2026-12-05`, `until tomorrow 9:00`, `for 3 days`"
_AROUND = " .,;!`'\"\u201c\u201d\u201e"
_TOO_FAR = f"That is too far away: {LONGEST} days at most."
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_CLOCK = r"(?:at )?(?P<hour>\d{1,2})(?::(?P<minute>\d{2}))? ?(?P<half>[ap]m)?"
_DAY = r"(?P<day>[a-z]+|\d{4}-\d{1,2}-\d{1,2})"
_UNTIL = re.compile(rf"(?:until|till|to) (?:{_DAY}(?: {_CLOCK})?)", re.ASCII)
_TODAY = re.compile(rf"(?:until|till|to) {_CLOCK}", re.ASCII)
_FOR = re.compile(r"for (?P<number>\d{1,4}|an?|one) ?(?P<unit>[a-z]+)", re.ASCII)
_UNITS = {
    "m": 60, "min": 60, "minute": 60,
    "h": 3_600, "hr": 3_600, "hour": 3_600,
    "d": 86_400, "day": 86_400,
    "w": 604_800, "week": 604_800,
}  # fmt: skip


def zone_of(name: str) -> tzinfo | None:
    """`None` when this machine does not know it."""
    try:
        return ZoneInfo(name)
    except (KeyError, OSError, ValueError):
        return None


def read_until(text: str, now: float, zone: tzinfo) -> float:
    """Seconds since the epoch. Raises `ValueError` that says what to write."""
    words = " ".join(text.lower().strip(_AROUND).split())
    for pattern, meaning in _WAYS:
        if match := pattern.fullmatch(words):
            try:
                when = meaning(match, datetime.fromtimestamp(now, UTC).astimezone(zone))
            except OverflowError:
                raise ValueError(_TOO_FAR) from None
            return _in_bounds(when.timestamp(), now)
    raise ValueError(_unclear(words))


def _length(match: re.Match[str], now: datetime) -> datetime:
    unit = match["unit"].removesuffix("s") if match["unit"] != "s" else ""
    if unit not in _UNITS:
        raise ValueError("Write how long in minutes, hours, days or weeks, as `for 3 days`.")
    number = int(match["number"]) if match["number"].isdigit() else 1
    # Added in UTC: an hour is an hour also when the clocks change.
    return now.astimezone(UTC) + timedelta(seconds=number * _UNITS[unit])


def _day(match: re.Match[str], now: datetime) -> datetime:
    day = _date(match["day"], now.date())
    if match["hour"] is None:
        return datetime.combine(day + timedelta(days=1), time(), now.tzinfo)
    return datetime.combine(day, _time(match), now.tzinfo)


def _next(match: re.Match[str], now: datetime) -> datetime:
    when = datetime.combine(now.date(), _time(match), now.tzinfo)
    later = datetime.combine(now.date() + timedelta(days=1), _time(match), now.tzinfo)
    return when if when > now else later


_WAYS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], datetime], datetime]], ...] = (
    (_FOR, _length),
    (_TODAY, _next),
    (_UNTIL, _day),
)


def _date(word: str, today: date) -> date:
    if word in ("today", "tomorrow"):
        return today + timedelta(days=word == "tomorrow")
    if word[0].isdigit():
        try:
            return date(*map(int, word.split("-")))
        except ValueError:
            raise ValueError(f"There is no day `{word}`; a date is written `2026-12-05`.") from None
    for number, name in enumerate(_DAYS):
        if len(word) > 2 and name.startswith(word):
            # On a Friday, `friday` is the next one.
            return today + timedelta(days=(number - today.weekday() - 1) % 7 + 1)
    raise ValueError(f"I do not know the day `{word[:20]}`. Write {EXAMPLES}.")


def _time(match: re.Match[str]) -> time:
    hour, minute, half = int(match["hour"]), int(match["minute"] or 0), match["half"]
    if half and not 1 <= hour <= 12:
        raise ValueError("With am or pm the hour is 1 to 12, as `until tomorrow 9 am`.")
    if half:
        hour = hour % 12 + 12 * (half == "pm")
    if hour > 23 or minute > 59:
        raise ValueError("A time is 0:00 to 23:59, as `until tomorrow 9:00`.")
    return time(hour, minute)


def _in_bounds(when: float, now: float) -> float:
    if when <= now:
        raise ValueError("That is over already. Name a time to come.")
    if when > now + LONGEST * 86_400:
        raise ValueError(_TOO_FAR)
    return when


def _unclear(words: str) -> str:
    if not words:
        return f"Say until when, as {EXAMPLES}."
    return f"I cannot read that as a time. Write it as {EXAMPLES}."
