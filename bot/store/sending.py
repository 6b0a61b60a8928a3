"""A request to Redis: commands sent in one go, and their answers.

It goes over redis-py's connections, without what its clients put around every command: one limit of
time stands for the whole request, and nothing is sent a second time. Only who sends a request knows
whether it may be sent again.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from redis.asyncio import Redis, RedisCluster
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import ResponseError

from bot.store.command import Command

PATIENCE = 5.0
"""Seconds to wait for an answer; longer than any confirmation may take."""
CONNECTIONS = 32
"""In use at once; who comes when all are busy waits for one."""

Client = Redis | RedisCluster


class Sender:
    def __init__(self, client: Client) -> None:
        self._client = client
        self._room = asyncio.Semaphore(CONNECTIONS)

    async def send(self, commands: Sequence[Command]) -> list[Any]:
        """In this order; in one go where one server has all keys."""
        if isinstance(self._client, Redis):
            async with self._connected(self._client) as connection, asyncio.timeout(PATIENCE):
                return await _in_one_go(self._client, connection, commands)
        return [await self._client.execute_command(*command) for command in commands]

    @asynccontextmanager
    async def _connected(self, client: Redis) -> AsyncIterator[Any]:
        try:
            async with asyncio.timeout(PATIENCE):
                connection = await self._connect(client)
        except TimeoutError:
            raise Disconnected("No connection available.") from None
        try:
            yield connection
        finally:
            self._room.release()
            await client.connection_pool.release(connection)

    async def _connect(self, client: Redis) -> Any:
        await self._room.acquire()
        try:
            return await client.connection_pool.get_connection()  # type: ignore[no-untyped-call]
        except BaseException:
            self._room.release()
            raise


async def _in_one_go(client: Redis, connection: Any, commands: Sequence[Command]) -> list[Any]:
    # Either of them closes the connection when it does not come to its end.
    await connection.send_packed_command(connection.pack_commands(commands))
    answers = [await _answer(connection) for _ in commands]
    for answer in answers:
        if isinstance(answer, ResponseError):
            raise answer
    return [
        _meaning(client, command, answer) for command, answer in zip(commands, answers, strict=True)
    ]


async def _answer(connection: Any) -> Any:
    """An error is an answer like any other, until all have come in."""
    try:
        return await connection.read_response()
    except ResponseError as error:
        return error


def _meaning(client: Redis, command: Command, answer: Any) -> Any:
    """What redis-py makes of it, such as a dict of a hash."""
    read = client.response_callbacks.get(str(command[0]))
    return answer if read is None else read(answer)
