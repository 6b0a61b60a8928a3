"""Log lines, and what never stands in one."""

import json
import logging

import pytest

from bot.log import JsonLines, TextLines, masked


def record(message: str, *arguments: object, **more: object) -> logging.LogRecord:
    made = logging.LogRecord("bot.x", logging.WARNING, "f.py", 1, message, arguments, None)
    made.__dict__.update(more)
    return made


@pytest.mark.parametrize(
    ("secret", "shown"),
    [
        ("token xoxb-123-456-abc.", "token xoxb-…."),
        ("token xoxe.xoxb-1-abcdefgh", "token xoxe.xoxb-…"),
        ("xapp-1-A0-abcdef", "xapp-…"),
        ("key sk-proj-abcdefgh", "key sk-…"),
        ("redis://me:hunter2@host:1/0", "redis://me:…@host:1/0"),
        ("nothing to hide: ask-me-anything", "nothing to hide: ask-me-anything"),
    ],
)
def test_secrets_are_masked(secret: str, shown: str) -> None:
    assert masked(secret) == shown


def test_a_json_line_is_one_object_with_the_message_masked() -> None:
    line = JsonLines().format(record("token %s", "xoxb-123-456"))
    assert "\n" not in line
    told = json.loads(line)
    assert (told["level"], told["logger"], told["message"]) == ("warning", "bot.x", "token xoxb-…")


@pytest.mark.parametrize("lines", [JsonLines(), TextLines()])
def test_a_traceback_says_where_and_never_what(lines: logging.Formatter) -> None:
    told = lines.format(record("broken", exc_info=failed("hunter2")))
    assert all(name in told for name in ("ExceptionGroup", "LookupError", "KeyError", "wrong_key"))
    assert "hunter2" not in told


def failed(secret: str) -> tuple[object, ...]:
    with pytest.raises(ExceptionGroup) as caught:
        wraps(secret)
    return caught.type, caught.value, caught.tb


def wraps(secret: str) -> None:
    try:
        wrong_key(secret)
    except KeyError as error:
        inner = LookupError(f"no {secret}")
        inner.__cause__ = error
        raise ExceptionGroup(secret, [inner]) from None


def wrong_key(secret: str) -> None:
    raise KeyError(secret)


def test_a_line_for_people_is_masked_too() -> None:
    line = TextLines().format(record("token %s", "xoxb-123-456"))
    assert line.endswith("WARNING bot.x: token xoxb-…")


def test_a_traceback_points_where_it_points() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        "far to the right " + str(len("of the line") / 0)
    made = record("broken")
    made.exc_info = (caught.type, caught.value, caught.tb)
    *_, code, carets, _ = TextLines().format(made).split("\n")
    assert code[carets.index("~") : carets.rindex("~") + 1] == 'len("of the line") / 0'


FORGED = "deploy\n12:00:00 INFO    bot.x: approved\x1b[2J\u202e\u2028\r\x85 \ud800"


def test_foreign_text_begins_no_line_and_steers_no_terminal() -> None:
    with pytest.raises(ValueError) as caught:
        raise ValueError(FORGED)
    info = (caught.type, caught.value, caught.tb)
    made = record("the preview of %s failed", FORGED)
    made.exc_info = info
    shown = TextLines().format(made)
    first, *more = shown.split("\n")
    assert "the preview of deploy\\n12:00:00" in first
    assert all(line.startswith("  ") for line in more)
    assert all(char.isprintable() or char == "\n" for char in shown)
    told = JsonLines().format(made)
    assert told.isprintable()
    assert FORGED in json.loads(told)["message"]
