"""What goes wrong on demand: slow answers, refusals, rate limits, lost replies."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase

from bot.playground.workspace import Json

Condition = Callable[[Json], bool]
"""Looks at the arguments of a call."""


def _always(arguments: Json) -> bool:
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One rule; the first that fits a call applies to it."""

    method: str
    """A glob on the method's name; `response_url` and `upload` count as methods."""
    times: int | None = 1
    """How many calls it spoils; None for all."""
    after: int = 0
    """How many fitting calls pass first."""
    when: Condition = _always
    delay: float = 0.0
    """Seconds before the call takes effect."""
    answer_delay: float = 0.0
    """Seconds between its effect and its answer."""
    error: str | None = None
    """Answered instead of doing anything."""
    retry_after: int | None = None
    """Answer 429 with this Retry-After, in seconds."""
    status: int | None = None
    """Answer this HTTP status with a body that is no JSON."""
    lose_reply: bool = False
    """Do it, then close the connection without an answer."""


@dataclass(slots=True)
class Faults:
    _rules: list[Fault] = field(default_factory=list)
    _cleared: asyncio.Event = field(default_factory=asyncio.Event)

    def add(self, fault: Fault) -> None:
        self._rules.append(fault)

    def fail(self, method: str, error: str, *, times: int | None = 1, after: int = 0,
             when: Condition = _always) -> None:  # fmt: skip
        """Answer `ok: false` with this code."""
        self.add(Fault(method=method, error=error, times=times, after=after, when=when))

    def limit(
        self, method: str, *, retry_after: int = 1, times: int | None = 1, after: int = 0
    ) -> None:
        """Answer 429 `ratelimited`."""
        self.add(Fault(method=method, retry_after=retry_after, times=times, after=after))

    def slow(self, method: str, seconds: float, *, times: int | None = None) -> None:
        """Take effect only after a while."""
        self.add(Fault(method=method, delay=seconds, times=times))

    def break_off(self, method: str, status: int = 500, *, times: int | None = 1) -> None:
        """Answer an HTTP error without doing anything."""
        self.add(Fault(method=method, status=status, times=times))

    def lose_reply(self, method: str, *, times: int | None = 1) -> None:
        """Do what is asked, and let the connection die before the answer."""
        self.add(Fault(method=method, lose_reply=True, times=times))

    @contextmanager
    def refusing(self, error: str) -> Iterator[None]:
        """Answer every call with this code for as long as the context lasts."""
        rule = Fault(method="*", error=error, times=None)
        self._rules.insert(0, rule)
        try:
            yield
        finally:
            self._rules.remove(rule)

    def clear(self) -> None:
        """Everything works again; what was held back is done at once."""
        self._rules.clear()
        self._cleared.set()
        self._cleared = asyncio.Event()

    async def meet(self, method: str, arguments: Json) -> Fault | None:
        """The fault this call meets, after its delay."""
        fault = self._next(method, arguments)
        if fault:
            await self._hold(fault.delay)
        return fault

    async def meet_again(self, fault: Fault) -> None:
        """On the way back."""
        await self._hold(fault.answer_delay)

    async def _hold(self, seconds: float) -> None:
        if seconds:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._cleared.wait()

    def _next(self, method: str, arguments: Json) -> Fault | None:
        for index, rule in enumerate(self._rules):
            if not fnmatchcase(method, rule.method) or not rule.when(arguments):
                continue
            if rule.after:
                self._rules[index] = replace(rule, after=rule.after - 1)
                continue
            if rule.times == 1:
                del self._rules[index]
            elif rule.times is not None:
                self._rules[index] = replace(rule, times=rule.times - 1)
            return rule
        return None
