"""Takes what Slack sends: stored first, then acknowledged, then worked on.

Slack waits three seconds for the acknowledgement, so the wait for the store is bounded: then the
sender is released and the storing goes on. What could not be stored is not done; whoever sent it is
told so.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping

from bot import cards
from bot.ports import Message, NotRecorded, Section, Threads, Wakeups
from bot.records import Approval, Click, Errand, Place, Said, Submission
from bot.service.background import Background
from bot.service.inbound.errands import ErrandRunner
from bot.service.inbound.origin import looked_for
from bot.service.inbound.replier import Replier
from bot.service.inbound.windows import WindowDesk
from bot.service.lookup.homes import HomeDesk
from bot.service.outbound.greeting import Greeter
from bot.service.waking import wake

log = logging.getLogger(__name__)

BUDGET = 0.5
"""Seconds until the sender is released."""
PATIENCE = 2.0
"""Seconds until somebody who sent a window is told that it could not be checked."""
TWIN = 1.0
"""Seconds by which the other delivery of a message may be later: Slack sends a mention twice, to
any process. Who apologised for the one would be wrong where the other one was stored."""
LAST_LOOK = 0.5
"""Seconds a store that was away is asked once more, before somebody hears that it was."""

UNCHECKED = "This could not be checked just now. Nothing was changed; please try again."


class Intake:
    def __init__(
        self,
        *,
        threads: Threads,
        wakeups: Wakeups,
        runner: ErrandRunner,
        greeter: Greeter,
        replier: Replier,
        windows: WindowDesk,
        homes: HomeDesk,
        background: Background,
    ) -> None:
        self._threads = threads
        self._wakeups = wakeups
        self._runner = runner
        self._greeter = greeter
        self._replier = replier
        self._background = background
        self._windows = windows
        self._homes = homes

    async def said(self, place: Place, said: Said, *, once: str, only_if_known: bool) -> None:
        """Somebody wrote to the agent; `once` is the same for every delivery of the message."""

        async def store() -> bool:
            if only_if_known and not await self._threads.knows(place):
                return False
            fresh = await self._threads.post(place, said, once=once)
            await wake(self._wakeups, place)
            return fresh

        async def apologise(message: Message) -> None:
            # By another process, for which the store was there.
            if not await _at_last(lambda: self._threads.heard(place, once=once)):
                await self._replier.tell(said.user, message, place=place)

        await self._take(store, otherwise=apologise)

    async def greet(self, place: Place, user: str, *, once: str) -> None:
        """Somebody turned to the agent and said nothing; `once` as for what is said."""

        async def store() -> bool:
            await self._greeter.keep(place, user, once=once)
            return True

        async def say() -> None:
            await self._greeter.say(place)

        async def again(message: Message) -> None:
            # Whoever has kept it meanwhile: it is said once.
            if await _at_last(store):
                await say()
            else:
                await self._replier.tell(user, message, place=place)

        await self._take(store, then=say, otherwise=again)

    async def errand(self, errand: Errand) -> None:
        """Somebody clicked a button, sent a window or typed a command."""

        glanced: Approval | None = None

        async def store() -> bool:
            nonlocal glanced
            fresh, glanced = await self._runner.keep(errand)
            return fresh

        async def run() -> None:
            await self._runner.run(errand, glanced)
            if isinstance(errand, Click) and errand.home:
                await self._homes.used(errand.user)

        async def apologise(message: Message) -> None:
            await self._replier.tell(
                errand.user, message, place=looked_for(errand), address=errand.response_url
            )

        await self._take(store, then=run, otherwise=apologise)

    async def window(self, click: Click) -> None:
        """Somebody wants a window. It is not kept: it decides nothing, and opens now or never."""
        opened = asyncio.Event()
        self._background.start(self._windows.open(click, opened.set), name="window")
        await self._released(opened)

    async def home(self, user: str, turned: tuple[Section, int] | None = None) -> None:
        """Somebody looks at their Home. Nothing is kept: whoever sees nothing opens it again."""
        self._background.start(self._homes.opened(user, turned), name="Home")

    async def faults(self, submission: Submission) -> Mapping[str, str]:
        """What is wrong with which field of a window; it stays open then, and nothing is kept."""
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._windows.faults(submission)
        except (NotRecorded, TimeoutError) as error:
            log.warning("a window could not be checked: %s", error)
            return dict.fromkeys(list(submission.entries)[:1], UNCHECKED)

    async def _take(
        self,
        store: Callable[[], Awaitable[bool]],
        *,
        then: Callable[[], Awaitable[None]] | None = None,
        otherwise: Callable[[Message], Awaitable[None]],
    ) -> None:
        stored = asyncio.Event()

        async def work() -> None:
            try:
                fresh = await store()
            except NotRecorded as error:
                log.warning("not recorded: %s", error)
                stored.set()
                await otherwise(cards.not_recorded(maybe=error.maybe))
                return
            except Exception:
                stored.set()
                await otherwise(cards.not_recorded())
                raise
            stored.set()
            if fresh and then is not None:
                await then()

        self._background.start(work(), name="intake")
        await self._released(stored)

    async def _released(self, done: asyncio.Event) -> None:
        try:
            async with asyncio.timeout(BUDGET):
                await done.wait()
        except TimeoutError:
            log.warning("acknowledged before it was done: it takes longer than it should")


async def _at_last(ask: Callable[[], Awaitable[bool]]) -> bool:
    """What the store says once the other delivery has had its time; False while it is away."""
    await asyncio.sleep(TWIN)
    try:
        async with asyncio.timeout(LAST_LOOK):
            return await ask()
    except (NotRecorded, TimeoutError):
        return False
