"""Sending scripts and commands: what goes wrong is `NotRecorded`, and no request counts twice."""

import asyncio
import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat
from typing import Any, Literal

from bot.ports import Clock, NotRecorded
from bot.records import Place
from bot.store import keys, script
from bot.store.codec import Codec
from bot.store.command import Argument, Command
from bot.store.confirmation import AtOnce, Confirmation
from bot.store.connection import Connection
from bot.store.failures import CAUGHT, LOST, may_have_arrived, not_recorded, passes

SETTLES = 5.0
"""Seconds within which a record follows its index entry; only then a reader drops the entry."""

INSISTS = 10.0
"""Seconds for which a request is sent again whose answer was lost. Whoever sent it was acknowledged
long before, a failover is over within 5, and the server remembers the request for 60."""

_PAUSES = (0.05, 0.25, 0.5)
"""Seconds before it is sent again; after the last one every second."""
_BRIEFLY = (0.02, 0.05, 0.25)
"""Seconds before something is read again."""

Durable = Literal["at once", "on replicas", "surely"]
"""What a change has to be before it counts as made: answered, on a replica if there is one, or as
safe as this Redis can make it."""


@dataclass(frozen=True)
class Database:
    connection: Connection
    clock: Clock
    codec: Codec = field(default_factory=Codec)
    confirmation: Callable[[], Confirmation] = AtOnce
    retention: float = 30 * 86400.0
    """Seconds a thread is kept after its last change or deadline."""
    insists: float = INSISTS

    async def change(
        self,
        place: Place,
        name: str,
        *args: Argument,
        index: Iterable[Command] = (),
        then: Sequence[Command] = (),
        durable: Durable = "at once",
    ) -> list[Any]:
        """Write to indexes, change a thread by a script, make it durable, and read `then`.

        Returns the script's answer and those of `then`. Raises `NotRecorded`."""
        before = list(index)
        evaluation = ("EVAL", script.change(name), 1, keys.base(place), *self._first(), *args)
        answers = await self.write(*before, evaluation, durable=durable, then=then)
        return answers[len(before) :]

    async def ping(self) -> None:
        """Raises `NotRecorded` unless the server answers."""
        await self.read("PING")

    async def look(self, place: Place, name: str, *args: Argument) -> Any:
        """Run a script that changes nothing, or may be repeated. Raises `NotRecorded`."""
        return await self.read(*self.looking(place, name, *args))

    def looking(self, place: Place, name: str, *args: Argument) -> Command:
        """Such a script, as a command among others."""
        return ("EVAL", script.look(name), 1, keys.base(place), *self._first(), *args)

    async def on_key(self, key: str, name: str, *args: Argument) -> Any:
        """Run a script about one key, which may be repeated. Raises `NotRecorded`."""
        return await self.read(*self.script(name, key, *args))

    @staticmethod
    def script(name: str, key: str, *args: Argument) -> Command:
        """A script about one key, as a command among others."""
        return ("EVAL", script.plain(name), 1, key, *args)

    async def read(self, *command: Argument) -> Any:
        """One command that may be repeated. Raises `NotRecorded`."""
        (answer,) = await self._read([command])
        return answer

    async def read_all(self, commands: Sequence[Command]) -> list[Any]:
        """Commands that may be repeated, in one go. Raises `NotRecorded`."""
        return await self._read(commands) if commands else []

    async def write(
        self, *commands: Command, durable: Durable = "at once", then: Sequence[Command] = ()
    ) -> list[Any]:
        """Commands that may be sent again, in this order. Raises `NotRecorded`."""
        confirmation = self._confirmation(durable)
        if confirmation.command is None:
            return await self._insist([*commands, *then])
        place = len(commands)
        answers = await self._insist(
            [*commands, confirmation.command, *then],
            check=lambda answers: confirmation.check(answers[place]),
        )
        return [*answers[:place], *answers[place + 1 :]]

    def _confirmation(self, durable: Durable) -> Confirmation:
        match durable:
            case "at once":
                return AtOnce()
            case "on replicas":
                return self.confirmation().of_replicas
            case "surely":
                return self.confirmation()

    def _first(self) -> tuple[Argument, ...]:
        return secrets.token_hex(12), repr(self.clock.now()), self.retention

    async def _read(self, commands: Sequence[Command]) -> list[Any]:
        """Whoever reads can come again: it is tried for a moment only."""
        for pause in (*_BRIEFLY, None):
            try:
                return await self.connection.sender.send(commands)
            except LOST as error:
                if pause is None:
                    raise not_recorded(error) from None
                await asyncio.sleep(pause)
            except CAUGHT as error:
                raise not_recorded(error) from None
        raise AssertionError

    async def _insist(
        self, commands: Sequence[Command], check: Callable[[list[Any]], None] = lambda _: None
    ) -> list[Any]:
        """Until it is answered, and as `check` wants it."""
        clock, maybe = asyncio.get_running_loop().time, False
        until = clock() + self.insists
        for pause in chain(_PAUSES, repeat(1.0)):
            try:
                answers = await self.connection.sender.send(commands)
                check(answers)
            except NotRecorded as error:
                failure, passing = error, True
            except CAUGHT as error:
                failure, passing = not_recorded(error, maybe=may_have_arrived(error)), passes(error)
            else:
                return answers
            maybe = maybe or failure.maybe
            if not passing or clock() + pause > until:
                raise NotRecorded(str(failure), maybe=maybe) from None
            await asyncio.sleep(pause)
        raise AssertionError
