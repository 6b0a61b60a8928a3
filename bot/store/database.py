"""Sending scripts and commands: what goes wrong is `NotRecorded`, and no request counts twice."""

import asyncio
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from redis.asyncio import Redis

from bot.ports import Clock
from bot.records import Place
from bot.store import keys, script
from bot.store.codec import Codec
from bot.store.command import Argument, Command
from bot.store.confirmation import AtOnce, Confirmation
from bot.store.connection import Client, Connection
from bot.store.failures import CAUGHT, LOST, not_recorded

SETTLES = 5.0
"""Seconds within which a record follows its index entry; only then a reader drops the entry."""

PAUSES = (0.05, 0.25)
"""Seconds before a request whose answer was lost is sent again."""


@dataclass(frozen=True)
class Database:
    connection: Connection
    clock: Clock
    codec: Codec = field(default_factory=Codec)
    confirmation: Confirmation = field(default_factory=AtOnce)
    retention: float = 30 * 86400.0
    """Seconds a thread is kept after its last change or deadline."""

    async def change(
        self,
        place: Place,
        name: str,
        *args: Argument,
        index: Iterable[Command] = (),
        then: Sequence[Command] = (),
        confirmed: bool = False,
    ) -> list[Any]:
        """Write to indexes, change a thread by a script, make it durable if asked, and read `then`.

        Returns the script's answer and those of `then`. Raises `NotRecorded`."""
        before = list(index)
        evaluation = ("EVAL", script.change(name), 1, keys.base(place), *self._first(), *args)
        wait = self.confirmation.command if confirmed else None
        middle = (evaluation,) if wait is None else (evaluation, wait)
        answers = await self._write([*before, *middle, *then])
        if wait is not None:
            self.confirmation.check(answers[len(before) + 1])
        return [answers[len(before)], *answers[len(before) + len(middle) :]]

    async def ping(self) -> None:
        """Raises `NotRecorded` unless the server answers."""
        await self.read("PING")

    async def look(self, place: Place, name: str, *args: Argument) -> Any:
        """Run a script that changes nothing, or may be repeated. Raises `NotRecorded`."""
        text = script.look(name)
        return await self.read("EVAL", text, 1, keys.base(place), *self._first(), *args)

    async def on_key(self, key: str, name: str, *args: Argument) -> Any:
        """Run a script about one key, which may be repeated. Raises `NotRecorded`."""
        return await self.read(*self.script(name, key, *args))

    @staticmethod
    def script(name: str, key: str, *args: Argument) -> Command:
        """A script about one key, as a command among others."""
        return ("EVAL", script.plain(name), 1, key, *args)

    async def read(self, *command: Argument) -> Any:
        """One command that may be repeated. Raises `NotRecorded`."""
        try:
            return await self.connection.reads.execute_command(*command)
        except CAUGHT as error:
            raise not_recorded(error) from None

    async def read_all(self, commands: Sequence[Command]) -> list[Any]:
        """Commands that may be repeated, in one go. Raises `NotRecorded`."""
        if not commands:
            return []
        try:
            return await _send(self.connection.reads, commands, self.connection.is_cluster)
        except CAUGHT as error:
            raise not_recorded(error) from None

    async def write(self, *commands: Command) -> list[Any]:
        """Commands that may be sent again, in this order. Raises `NotRecorded`."""
        return await self._write(commands)

    def _first(self) -> tuple[Argument, ...]:
        return secrets.token_hex(12), repr(self.clock.now()), self.retention

    async def _write(self, commands: Sequence[Command]) -> list[Any]:
        for pause in (*PAUSES, None):
            try:
                return await _send(self.connection.writes, commands, self.connection.is_cluster)
            except LOST as error:
                if pause is None:
                    raise not_recorded(error) from None
                await asyncio.sleep(pause)
            except CAUGHT as error:
                raise not_recorded(error) from None
        raise AssertionError


async def _send(client: Client, commands: Sequence[Command], is_cluster: bool) -> list[Any]:
    """In order; in one go where one server has all keys."""
    if len(commands) == 1 or is_cluster or not isinstance(client, Redis):
        return [await client.execute_command(*command) for command in commands]
    async with client.pipeline(transaction=False) as pipeline:
        for command in commands:
            pipeline.execute_command(*command)
        return await pipeline.execute()
