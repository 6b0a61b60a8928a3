"""The playground as a whole: one workspace, served over HTTP for as long as the context lasts."""

import time
from collections.abc import Callable, Coroutine, Iterable, Mapping
from contextlib import AsyncExitStack
from typing import Any, Self, TypeVar, overload

import aiohttp

from bot.playground import waiting
from bot.playground.api import Desk
from bot.playground.calls import Call, Calls
from bot.playground.changes import Changes
from bot.playground.delivery import Answer, Courier, Delivery, Outgoing, RequestUrl, Sockets, Times
from bot.playground.errors import NothingHappened, PlaygroundError
from bot.playground.events import envelope, events_for, unfurled
from bot.playground.faults import Faults
from bot.playground.interactions import Interactions
from bot.playground.latency import Latency
from bot.playground.page import Panel
from bot.playground.person import Person
from bot.playground.sample import SAMPLE
from bot.playground.server import Server
from bot.playground.workspace import Clock, Json, Message, Seed, Workspace
from bot.playground.workspace.happenings import Happening

T = TypeVar("T")


class Playground:
    """A Slack stand-in: `async with Playground() as slack`, then point the app at `slack.url`."""

    origin: str
    """Such as `http://127.0.0.1:40123`; known inside the context."""
    interactions: Interactions

    def __init__(
        self,
        seed: Seed = SAMPLE,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        request_urls: Iterable[str] = (),
        times: Times | None = None,
        latency: Latency | None = None,
        clock: Clock = time.time,
        text_only_update_keeps_blocks: bool = True,
        panels: Mapping[str, Panel] | None = None,
    ) -> None:
        self.changes = Changes()
        self.calls = Calls()
        self.faults = Faults()
        self.latency = latency or Latency()
        self.workspace = Workspace(seed, clock=clock, announce=self._announce)
        self.sockets = Sockets(app_id=lambda: self.workspace.app.id, changed=self.changes.notify)
        self.courier = Courier(
            times=times or Times(),
            sockets=lambda: self.sockets.connections,
            changed=self.changes.notify,
        )
        self.panels = dict(panels or {})
        self._listen = (host, port)
        self._first_urls = tuple(request_urls)
        self._keeps_blocks = text_only_update_keeps_blocks
        self._lifetime = AsyncExitStack()

    async def __aenter__(self) -> Self:
        server = Server.bound(*self._listen)
        self.origin = server.origin
        self.interactions = Interactions(self.workspace, self.origin)
        desk = Desk(
            workspace=self.workspace,
            origin=self.origin,
            new_socket_url=lambda: self.sockets.new_url(self.origin),
            text_only_update_keeps_blocks=self._keeps_blocks,
        )
        async with AsyncExitStack() as stack:
            self._session = await stack.enter_async_context(
                aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar())
            )
            # The server closes first: a late call must find someone to carry its event.
            stack.push_async_callback(self.courier.close)
            await stack.enter_async_context(server.serving(self, desk))
            self._lifetime = stack.pop_all()
        for url in self._first_urls:
            self.add_request_url(url)
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self._lifetime.aclose()

    @property
    def url(self) -> str:
        """The SLACK_API_URL."""
        return f"{self.origin}/api/"

    def add_request_url(self, url: str) -> None:
        """Deliver to this front end too; its name is the url."""
        self.courier.request_urls.append(
            RequestUrl(
                url,
                lambda: self.workspace.app.signing_secret,
                self.workspace.clock,
                self._session,
            )
        )

    def remove_request_url(self, url: str) -> None:
        """Deliver to this front end no more."""
        urls = self.courier.request_urls
        urls[:] = [f for f in urls if f.name != url]

    def person(self, name: str) -> Person:
        """Somebody by id or handle."""
        user = self.workspace.users.get(name) or self.workspace.user_named(name)
        if user is None:
            raise PlaygroundError(f"nobody is called {name!r}")
        return Person(user.id, self.workspace, self.interactions, self.courier)

    @property
    def messages(self) -> tuple[Message, ...]:
        """Every message there is, private ones too, oldest first."""
        return self.workspace.timeline.everything()

    def current(self, message: Message) -> Message:
        """A message as it stands now."""
        private = self.workspace.timeline.find_private(message.ts)
        return private or self.workspace.message(message.channel, message.ts)

    @property
    def deliveries(self) -> list[Delivery]:
        """Everything sent to the app, oldest first."""
        return self.courier.deliveries

    def event(self, event: Json, *, event_id: str | None = None, to: str | None = None) -> Delivery:
        """Deliver an inner event of the test's own making."""
        event_id = event_id or self.workspace.new_id("Ev")
        body = envelope(self.workspace, event, event_id)
        return self.courier.post(Outgoing("events_api", body), to=to)

    def again(
        self, delivery: Delivery, *, event_id: str | None = None, to: str | None = None
    ) -> Delivery:
        """Deliver the same thing once more, an event perhaps under another event_id."""
        payload = delivery.outgoing.payload
        if event_id:
            payload = {**payload, "event_id": event_id}
        return self.courier.post(Outgoing(delivery.outgoing.kind, payload), to=to)

    async def verify(self, url: str) -> Answer:
        """Ask a front end for the challenge, as Slack does before it accepts a request URL."""
        challenge = {
            "type": "url_verification",
            "token": self.workspace.app.verification_token,
            "challenge": self.workspace.new_id("challenge-"),
        }
        return await self.courier.ask(Outgoing("events_api", challenge), to=url)

    def webhook(self, channel: str, text: str) -> Message:
        """A post of an incoming webhook: subtype `bot_message`, and no user."""
        return self.workspace.post(
            Message(
                channel=channel,
                ts=self.workspace.timeline.next_ts(),
                subtype="bot_message",
                bot_id="B0WEBHOOK",
                text=text,
            )
        )

    def unfurl(self, message: Message) -> Delivery:
        """Report that Slack added a preview to a message."""
        attachment = {"id": 1, "fallback": "A page", "title": "A page", "from_url": self.origin}
        return self.event(unfurled(self.workspace, message, [attachment]))

    @property
    def is_settled(self) -> bool:
        """Whether no delivery is under way; one that waits for a later retry may be left."""
        return all(d.over or d.resting for d in self.deliveries)

    async def settled(self, *, within: float = waiting.PATIENCE) -> None:
        """Wait until no delivery is under way."""
        await waiting.until(self, lambda: self.is_settled, within, "an answer to every delivery")

    def in_vain(self, what: str, within: float) -> NothingHappened:
        """What to raise when something did not come, with what there is instead."""
        return waiting.in_vain(self, what, within)

    @overload
    def wait_for(self, wanted: str, *, timeout: float = ...) -> Coroutine[Any, Any, Message]: ...

    @overload
    def wait_for(
        self, wanted: "Callable[[Playground], T | None]", *, timeout: float = ...
    ) -> Coroutine[Any, Any, T]: ...

    def wait_for(
        self, wanted: "str | Callable[[Playground], T | None]", *, timeout: float = waiting.PATIENCE
    ) -> Coroutine[Any, Any, Any]:
        """Wait for a truthy answer of `wanted(slack)`, or for a message that shows this text.

        Private messages count, and the words on buttons do. Raises NothingHappened.
        """
        look: Callable[[Playground], Any] = (
            waiting.showing(wanted) if isinstance(wanted, str) else wanted
        )
        return waiting.until(self, lambda: look(self), timeout, repr(wanted))

    def wait_for_message(
        self,
        shown: str = "",
        *,
        button: str | None = None,
        channel: str | None = None,
        thread_ts: str | None = None,
        visible_to: str | None = None,
        timeout: float = waiting.PATIENCE,
    ) -> Coroutine[Any, Any, Message]:
        """Wait for a message of the app that has all of this."""
        fits = waiting.AppMessage(shown, button, channel, thread_ts, visible_to)
        return waiting.until(self, lambda: fits(self), timeout, str(fits))

    def wait_for_call(
        self, method: str, *, count: int = 1, timeout: float = waiting.PATIENCE
    ) -> Coroutine[Any, Any, Call]:
        """Wait for the count-th call of a method."""
        return waiting.until(
            self,
            lambda: next(iter(self.calls.of(method)[count - 1 :]), None),
            timeout,
            f"call {count} of {method}",
        )

    def _announce(self, happening: Happening) -> None:
        for event in events_for(self.workspace, happening):
            self.event(event)
        self.changes.notify()
