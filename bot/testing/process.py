"""One process of the bot: a front end, a worker, or both, on a store that others share."""

from contextlib import AbstractAsyncContextManager, AsyncExitStack
from dataclasses import replace

from pydantic import SecretStr

from bot.app import at_work, connect, front
from bot.playground import Playground
from bot.service.background import Background
from bot.settings import Settings
from bot.store import Store
from bot.testing.bustle import Bustle, WatchedWakeups
from bot.testing.clock import FakeClock
from bot.wiring import Brain, Dependencies, Services, wire


class Process:
    """Runs until it is stopped."""

    services: Services

    def __init__(
        self,
        slack: Playground,
        store: AbstractAsyncContextManager[Store],
        brain: Brain,
        clock: FakeClock,
        bustle: Bustle,
        *,
        listens: bool = True,
        works: bool = True,
    ) -> None:
        self._slack = slack
        self._store = store
        self._brain = brain
        self._clock = clock
        self._bustle = bustle
        self._listens = listens
        self.works = works
        self._background = Background()
        self._lifetime = AsyncExitStack()
        self.url = ""
        """Where Slack reaches it; empty when it does not listen."""

    async def start(self) -> None:
        app = self._slack.workspace.app
        settings = Settings(
            slack_bot_token=SecretStr(app.bot_token),
            slack_signing_secret=SecretStr(app.signing_secret),
            slack_api_url=self._slack.url,
            port=0,
        )
        async with AsyncExitStack() as stack:
            store = await stack.enter_async_context(self._store)
            store = replace(store, wakeups=WatchedWakeups(store.wakeups, self._bustle))
            workspace = await stack.enter_async_context(connect(settings))
            await stack.enter_async_context(self._background)
            deps = Dependencies(
                store=store,
                messenger=workspace.messenger,
                directory=workspace.directory,
                bot_user=workspace.identity.user,
                brain=self._brain,
                background=self._background,
                clock=self._clock,
                command=settings.command,
            )
            self.services = wire(deps)
            if self.works:
                await stack.enter_async_context(at_work(store, self.services))
            if self._listens:
                address = await stack.enter_async_context(
                    front(settings, store, workspace, self.services)
                )
                self.url = f"{address}/slack/events"
                self._slack.add_request_url(self.url)
            stack.enter_context(self._clock.watched(self._sweep))
            self._lifetime = stack.pop_all()

    def _sweep(self) -> None:
        """Time has passed: look for what is due, as a process does every second."""
        self._background.start(self.services.sweeper.sweep(), name="sweep")

    async def stop(self) -> None:
        """Gracefully: what is under way is finished."""
        if self.url:
            self._slack.remove_request_url(self.url)
        await self._lifetime.aclose()

    @property
    def is_idle(self) -> bool:
        """Whether nothing goes on in the background."""
        return self._background.is_idle

    async def idle(self) -> None:
        """Wait until nothing goes on in the background."""
        await self._background.settle()
