"""Only what Slack signed a moment ago comes in; everything else is refused without a word."""

import asyncio
import json
import logging
from collections.abc import Mapping
from contextlib import suppress
from io import BytesIO
from typing import Any, Protocol
from urllib.parse import urlencode

import aiohttp
import pytest
from hypothesis import assume, given
from hypothesis import strategies as some

from bot.front import Desk, Door, Metrics
from bot.front.body import Unreadable, read_body
from bot.front.signature import is_signed, sign

SECRET = "8f742231b10e8888abcd99yyyzzz85a5"
"""The one of Slack's own example."""
NOW = 1_700_000_000
ARABIC = "".join(chr(0x0660 + int(digit)) for digit in str(NOW))
FORM = "application/x-www-form-urlencoded"
COMMAND = urlencode({"command": "/agent", "text": "help", "user_id": "U1"}).encode()


class Heard(Protocol):
    bodies: list[dict[str, Any]]


def signed(body: bytes, *, at: int = NOW, kind: str = FORM) -> dict[str, str]:
    return {
        "X-Slack-Request-Timestamp": str(at),
        "X-Slack-Signature": sign(str(at), body, secret=SECRET),
        "Content-Type": kind,
    }


async def send(
    http: aiohttp.ClientSession, origin: str, body: bytes, headers: Mapping[str, str]
) -> tuple[int, str]:
    data = BytesIO(body)
    async with http.post(f"{origin}/slack/events", data=data, headers=headers) as response:
        return response.status, await response.text()


def test_the_signature_is_the_one_slack_documents() -> None:
    body = (
        b"token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow"
        b"&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner"
        b"&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2F"
        b"commands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN"
        b"&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c"
    )
    known = "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503"
    assert sign("1531420618", body, secret=SECRET) == known


async def test_a_signed_request_is_served(
    http: aiohttp.ClientSession, origin: str, heard: Heard
) -> None:
    assert await send(http, origin, COMMAND, signed(COMMAND)) == (200, "")
    assert heard.bodies[0]["text"] == "help"


@pytest.mark.parametrize("shift", [-300, 300])
async def test_five_minutes_are_allowed(
    http: aiohttp.ClientSession, origin: str, shift: int
) -> None:
    assert (await send(http, origin, COMMAND, signed(COMMAND, at=NOW + shift)))[0] == 200


def without(name: str) -> dict[str, str]:
    return {key: value for key, value in signed(COMMAND).items() if key != name}


REFUSED = {
    "unsigned": {"Content-Type": FORM},
    "no timestamp": without("X-Slack-Request-Timestamp"),
    "no signature": without("X-Slack-Signature"),
    "another body's": signed(COMMAND + b"&x=1"),
    "cut short": {
        **signed(COMMAND),
        "X-Slack-Signature": signed(COMMAND)["X-Slack-Signature"][:-1],
    },
    "empty": {**signed(COMMAND), "X-Slack-Signature": ""},
    "not ASCII": {**signed(COMMAND), "X-Slack-Signature": "v0=ü"},
    "stale": signed(COMMAND, at=NOW - 301),
    "from the future": signed(COMMAND, at=NOW + 301),
    "not a number": {**signed(COMMAND), "X-Slack-Request-Timestamp": "soon"},
    "negative": {**signed(COMMAND), "X-Slack-Request-Timestamp": f"-{NOW}"},
    "a fraction": {**signed(COMMAND), "X-Slack-Request-Timestamp": f"{NOW}.5"},
    "other digits": {**signed(COMMAND), "X-Slack-Request-Timestamp": ARABIC},
    "endless digits": {**signed(COMMAND), "X-Slack-Request-Timestamp": "1" * 5000},
}


@pytest.mark.parametrize("headers", REFUSED.values(), ids=REFUSED)
async def test_anything_else_is_refused(
    http: aiohttp.ClientSession, origin: str, heard: Heard, headers: dict[str, str]
) -> None:
    assert await send(http, origin, COMMAND, headers) == (401, "")
    assert heard.bodies == []


@pytest.mark.parametrize("body", [b"", b"{", b"\xff\xfe", b"payload=%7B", b"ssl_check=1"])
async def test_an_unsigned_body_is_not_even_read(
    http: aiohttp.ClientSession, origin: str, body: bytes
) -> None:
    assert (await send(http, origin, body, {"Content-Type": FORM}))[0] == 401


GARBAGE = {
    "half an object": (b'{"type": "ev', "application/json"),
    "a list": (b"[1, 2]", "application/json"),
    "a number": (b"5", "application/json"),
    "no JSON": (b"hello", "application/json"),
    "no UTF-8": (b'{"a": "\xff"}', "application/json"),
    "no UTF-8 in a form": (b"text=%ff", FORM),
    "an escape in a form that is none": (b"text=%u0041", FORM),
    "half an escape in a form": (b"text=50%", FORM),
    "more fields than Slack sends": (b"a=1&" * 100, FORM),
    "half a payload": (urlencode({"payload": "{"}).encode(), FORM),
    "a payload that is a list": (urlencode({"payload": "[]"}).encode(), FORM),
    "an event that is a number": (b'{"type": "event_callback", "event": 5}', "application/json"),
    "a click on nothing": (urlencode({"payload": '{"user": 5}'}).encode(), FORM),
    "a very deep object": (b'{"a":' * 100_000, "application/json"),
}


@pytest.mark.parametrize(("body", "kind"), GARBAGE.values(), ids=GARBAGE)
async def test_signed_garbage_is_refused(
    http: aiohttp.ClientSession, origin: str, body: bytes, kind: str
) -> None:
    assert await send(http, origin, body, signed(body, kind=kind)) == (400, "")


async def test_a_body_that_is_too_long_is_refused(http: aiohttp.ClientSession, origin: str) -> None:
    body = b"x" * (1024 * 1024 + 1)
    assert (await send(http, origin, body, signed(body)))[0] == 413


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "nonsense"])
async def test_nothing_is_unpacked(http: aiohttp.ClientSession, origin: str, encoding: str) -> None:
    headers = {"Content-Encoding": encoding, "Content-Type": FORM}
    assert (await send(http, origin, b"not packed at all", headers))[0] == 401


async def test_a_body_that_breaks_off_is_refused(origin: str) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", int(origin.rpartition(":")[2]))
    head = b"POST /slack/events HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    writer.write(head + b"zzz\r\n")
    status = await reader.readline()
    writer.close()
    await writer.wait_closed()
    assert b" 400 " in status


async def test_slack_can_verify_the_address(http: aiohttp.ClientSession, origin: str) -> None:
    body = b'{"type": "url_verification", "challenge": "abc"}'
    status, text = await send(http, origin, body, signed(body, kind="application/json"))
    assert (status, json.loads(text)) == (200, {"challenge": "abc"})


async def test_a_command_may_speak_of_a_payload(
    http: aiohttp.ClientSession, origin: str, heard: Heard
) -> None:
    body = urlencode({"command": "/agent", "text": "ask about the payload=1"}).encode()
    assert (await send(http, origin, body, signed(body)))[0] == 200
    assert heard.bodies[0]["text"] == "ask about the payload=1"


async def test_nothing_of_a_refused_request_is_logged(
    http: aiohttp.ClientSession, origin: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    body = b'{"secret": "opaque"'
    await send(http, origin, body, {"X-Slack-Signature": "v0=opaque"})
    await send(http, origin, body, signed(body))
    ours = [
        r.getMessage() for r in caplog.records if r.name.startswith(("bot", "slack", "aiohttp"))
    ]
    assert not any("opaque" in line for line in ours)


async def test_refusals_are_counted(
    http: aiohttp.ClientSession, origin: str, metrics: Metrics
) -> None:
    await send(http, origin, COMMAND, {})
    assert b'signoff_requests_refused_total{status="401"} 1.0' in metrics.text()


def test_an_empty_secret_is_not_accepted(desk: Desk, metrics: Metrics) -> None:
    with pytest.raises(ValueError, match="empty"):
        Door(desk, metrics, signing_secret=" ")


async def test_only_posts_come_in(http: aiohttp.ClientSession, origin: str) -> None:
    async with http.get(f"{origin}/slack/events") as response:
        assert response.status == 405


@given(some.dictionaries(some.text(max_size=20), some.text(max_size=20)), some.binary())
def test_no_header_breaks_the_check(headers: dict[str, str], body: bytes) -> None:
    assert not is_signed(headers, body, secret=SECRET, now=NOW)


@given(some.dictionaries(some.text(), some.text() | some.sampled_from(["%25", "\\x41", "+ &="])))
def test_a_form_is_read_as_it_was_meant(form: dict[str, str]) -> None:
    assume("payload" not in form)
    assert read_body(urlencode(form).encode(), FORM) == form


@given(some.binary(max_size=200), some.sampled_from([FORM, "application/json", ""]))
def test_every_body_is_read_or_refused(body: bytes, kind: str) -> None:
    with suppress(Unreadable):
        assert isinstance(read_body(body, kind), dict)
