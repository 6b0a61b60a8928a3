"""What is asked for in one turn of the loop travels together, and stands or falls by itself."""

import asyncio
import re
from collections.abc import AsyncIterator

import pytest
from redis.exceptions import ResponseError

from bot.store.connection import connect
from bot.store.sending import CONNECTIONS, Sender

pytestmark = pytest.mark.redis

WHO = [("CLIENT", "ID")]
"""Answered with the number of the connection it came over."""


@pytest.fixture
async def sender(redis_url: str) -> AsyncIterator[Sender]:
    async with connect(redis_url) as connection:
        yield connection.sender
        await connection.sender.send([("DEL", "sent")])


async def test_what_is_asked_together_is_answered_in_that_order(sender: Sender) -> None:
    asked = (sender.send([("RPUSH", "sent", name), *WHO]) for name in "abc")
    answers = await asyncio.gather(*asked)
    assert [length for length, _ in answers] == [1, 2, 3]
    assert len({connection for _, connection in answers}) == 1, "it went out in one go"


async def test_an_error_is_that_of_the_request_it_answers(sender: Sender) -> None:
    before, wrong, after = await asyncio.gather(
        sender.send([("SET", "sent", "text")]),
        sender.send([("INCR", "sent"), ("GET", "sent")]),
        sender.send([("GET", "sent")]),
        return_exceptions=True,
    )
    assert (before, after) == ([True], [b"text"])
    assert isinstance(wrong, ResponseError)


async def test_what_cannot_be_sent_is_left_out_and_nothing_else(sender: Sender) -> None:
    before, wrong, after = await asyncio.gather(
        sender.send([("SET", "sent", "text")]),
        sender.send([("SET", "sent", "\ud800")]),
        sender.send([("GET", "sent")]),
        return_exceptions=True,
    )
    assert (before, after) == ([True], [b"text"])
    assert isinstance(wrong, UnicodeEncodeError)


async def test_nobody_waits_behind_a_request_that_waits_for_replicas(sender: Sender) -> None:
    async def ended_first() -> str:
        waiting = asyncio.create_task(sender.send([("WAIT", 1, 2_000)]), name="waits")
        reading = asyncio.create_task(sender.send([("GET", "sent")]), name="reads")
        done, late = await asyncio.wait([waiting, reading], return_when=asyncio.FIRST_COMPLETED)
        for each in late:
            each.cancel()
        return done.pop().get_name()

    assert await ended_first() == "reads"


async def test_who_gives_up_disturbs_nobody_it_travelled_with(sender: Sender) -> None:
    leaving = asyncio.create_task(sender.send([("RPUSH", "sent", "a")]))
    staying = asyncio.create_task(sender.send([("RPUSH", "sent", "b")]))
    await asyncio.sleep(0)
    leaving.cancel()
    assert await staying == [1], "what nobody waits for any more was not sent"
    assert await sender.send([("LRANGE", "sent", 0, -1)]) == [[b"b"]]


@pytest.mark.parametrize("before", [0.02, 0], ids=["under way", "just asked for"])
async def test_what_is_not_answered_when_it_is_closed_is_broken_off(
    sender: Sender, before: float
) -> None:
    waiting = asyncio.create_task(sender.send([("WAIT", 1, 2_000)]))
    await asyncio.sleep(before)
    await sender.close()
    with pytest.raises(asyncio.CancelledError):
        await waiting


async def test_a_connection_that_the_server_has_closed_is_not_used(
    sender: Sender, redis_url: str
) -> None:
    (before,) = await sender.send(WHO)
    async with connect(redis_url) as other:
        await other.sender.send([("CLIENT", "KILL", "ID", before)])
        while before in await clients(other.sender):
            pass
    await asyncio.sleep(0.02)  # it has reached the loop
    (after,) = await sender.send(WHO)
    assert after != before


async def clients(sender: Sender, flag: str = "") -> list[int]:
    """The connections there are, with such a flag."""
    (listed,) = await sender.send([("CLIENT", "LIST")])
    found = re.findall(r"^id=(\d+) .* flags=(\w+)", listed.decode(), re.MULTILINE)
    return [int(each) for each, flags in found if flag in flags]


async def test_who_finds_all_connections_in_use_waits_for_one(
    sender: Sender, redis_url: str
) -> None:
    busy = [
        asyncio.create_task(sender.send([("WAIT", 1, 0), *WHO])) for _ in range(CONNECTIONS + 2)
    ]
    async with connect(redis_url) as other:
        while len(await clients(other.sender, "b")) < CONNECTIONS:
            pass
        while not all(each.done() for each in busy):
            for blocked in await clients(other.sender, "b"):
                await other.sender.send([("CLIENT", "UNBLOCK", blocked)])
    answers = await asyncio.gather(*busy)
    assert len({connection for _, connection in answers}) == CONNECTIONS
