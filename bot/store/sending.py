"""Requests to Redis: what is asked for in one turn of the loop goes out in one go, in that order.
Where one of them waits for replicas, what was asked for after it goes another way.

It goes over redis-py's connections, without what its clients put around every command: one limit of
time stands for the whole, and nothing is sent a second time. Only who sends a request knows whether
it may be sent again.
"""

import asyncio
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from hiredis import pack_command
from redis.asyncio import Redis, RedisCluster
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import ResponseError

from bot.lifetime import end
from bot.store.command import Command

PATIENCE = 5.0
"""Seconds to wait for an answer; longer than any confirmation may take."""
CONNECTIONS = 32
"""In use at once; who comes when all are busy waits for one."""
HOLD_UP = frozenset({"WAIT", "WAITAOF"})
"""Commands whose answer may be long in coming: nobody else's request is sent behind them."""

Client = Redis | RedisCluster


@dataclass(frozen=True)
class _Request:
    commands: Sequence[Command]
    answers: asyncio.Future[list[Any]]

    @property
    def holds_up(self) -> bool:
        return any(command[0] in HOLD_UP for command in self.commands)

    def answer(self, answers: list[Any]) -> None:
        if self.answers.done():
            return
        error = next((each for each in answers if isinstance(each, ResponseError)), None)
        if error is None:
            self.answers.set_result(answers)
        else:
            self.answers.set_exception(error)

    def fail(self, error: BaseException) -> None:
        if self.answers.done():
            return
        if isinstance(error, asyncio.CancelledError):
            self.answers.cancel()
        else:
            self.answers.set_exception(error)


class Sender:
    def __init__(self, client: Client) -> None:
        self._client = client
        self._places = asyncio.LifoQueue[Any](CONNECTIONS)
        """Connections that rest, the last one used at the top, and places for more."""
        for _ in range(CONNECTIONS):
            self._places.put_nowait(None)
        self._asked: list[_Request] = []
        self._under_way: set[asyncio.Task[None]] = set()

    async def send(self, commands: Sequence[Command]) -> list[Any]:
        """In this order; in one go where one server has all keys."""
        if not isinstance(self._client, Redis):
            return [await self._client.execute_command(*command) for command in commands]
        if not self._asked:
            self._start(self._set_off(self._client))
        request = _Request(commands, asyncio.get_running_loop().create_future())
        self._asked.append(request)
        return await request.answers

    async def close(self) -> None:
        """What is under way is broken off, and what was just asked for."""
        await end(*self._under_way)
        while self._asked:
            self._asked.pop().answers.cancel()

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work, name="request to Redis")
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def _set_off(self, client: Redis) -> None:
        asked, self._asked = self._asked, []
        first, *others = _in_batches([each for each in asked if not each.answers.done()])
        for batch in others:
            self._start(self._carry(client, batch))
        if first:
            await self._carry(client, first)

    async def _carry(self, client: Redis, requests: Sequence[_Request]) -> None:
        sent = False
        try:
            async with asyncio.timeout(PATIENCE), self._connected(client) as connection:
                sent = True
                await _in_one_go(client, connection, requests)
        except BaseException as error:
            too_early = isinstance(error, TimeoutError) and not sent
            for each in requests:
                each.fail(Disconnected("No connection available.") if too_early else error)
            if not isinstance(error, Exception):
                raise

    @asynccontextmanager
    async def _connected(self, client: Redis) -> AsyncIterator[Any]:
        """One that is open; the pool closes it in the end, and is not asked for each request."""
        pool, connection = client.connection_pool, await self._places.get()
        try:
            if connection is None:
                connection = await pool.get_connection()  # type: ignore[no-untyped-call]
            elif not await _still_serves(pool, connection):
                await connection.disconnect()
                await pool.ensure_connection(connection)
            yield connection
        finally:
            self._places.put_nowait(connection)


def _in_batches(asked: Sequence[_Request]) -> list[list[_Request]]:
    """At least one, which may be empty."""
    batches: list[list[_Request]] = [[]]
    for request in asked:
        if batches[-1] and batches[-1][-1].holds_up:
            batches.append([])
        batches[-1].append(request)
    return batches


async def _in_one_go(client: Redis, connection: Any, requests: Sequence[_Request]) -> None:
    packed = [(each, chunks) for each in requests if (chunks := _packed(each))]
    # Sending and reading close the connection when they do not come to their end.
    await connection.send_packed_command([chunk for _, chunks in packed for chunk in chunks])
    read = [(each, [await _answer(connection) for _ in each.commands]) for each, _ in packed]
    for each, answers in read:
        each.answer([_meaning(client, *pair) for pair in zip(each.commands, answers, strict=True)])


def _packed(request: _Request) -> Sequence[bytes]:
    """Empty when it cannot be sent, which is the fault of whoever asks and of nobody else."""
    try:
        return [pack_command(each) for each in request.commands]  # type: ignore[arg-type]
    except Exception as error:  # noqa: BLE001 - whatever it is, whoever asks gets it
        request.fail(error)
        return ()


async def _still_serves(pool: Any, connection: Any) -> bool:
    """Not when the server has closed it, or said something nobody asked for; nor when sentinels
    have named another primary since, for the former one may go on taking what will be lost."""
    try:
        if not connection.is_connected or await connection.can_read():
            return False
    except Disconnected:
        return False
    primary = getattr(pool, "master_address", None)
    return primary is None or primary == (connection.host, connection.port)


async def _answer(connection: Any) -> Any:
    """An error is an answer like any other, until all have come in."""
    try:
        return await connection.read_response()
    except ResponseError as error:
        return error


def _meaning(client: Redis, command: Command, answer: Any) -> Any:
    """What redis-py makes of it, such as a dict of a hash."""
    read = client.response_callbacks.get(str(command[0]))
    return answer if read is None or isinstance(answer, ResponseError) else read(answer)
