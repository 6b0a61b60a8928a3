"""What a person does in a Slack client, with the exact payloads that follow.

A person writes, edits, deletes; clicks, picks and fills in; uses commands and shortcuts. What a
client would not offer raises CannotDo. Interactions return the app's Answer with its time.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.playground import answers, screen
from bot.playground.composer import compose
from bot.playground.delivery import Answer, Courier, Outgoing
from bot.playground.errors import CannotDo, NoSuchControl
from bot.playground.fields import State, check, entered, fill
from bot.playground.interactions import Interactions
from bot.playground.workspace import Channel, Control, Json, Message, User, View, Workspace


@dataclass(frozen=True, slots=True)
class Person:
    id: str
    workspace: Workspace
    interactions: Interactions
    courier: Courier

    @property
    def user(self) -> User:
        return self.workspace.user(self.id)

    @property
    def private_messages(self) -> tuple[Message, ...]:
        """The ephemeral messages on this person's screen, oldest first."""
        return self.workspace.timeline.private_to(self.id)

    @property
    def modals(self) -> tuple[View, ...]:
        """The open modals, the one on top last."""
        return self.workspace.views.stack(self.id)

    @property
    def modal(self) -> View | None:
        """The modal on top."""
        return self.modals[-1] if self.modals else None

    @property
    def home(self) -> View | None:
        """The App Home the app published for this person."""
        return self.workspace.views.home(self.id)

    @property
    def app_dm(self) -> Channel:
        """The direct message with the app."""
        return self.workspace.direct_channel([self.id, self.workspace.app.bot_user_id])

    def sees(self, channel: str) -> tuple[Message, ...]:
        """Everything on this person's screen in a channel, private messages included."""
        return screen.seen(self.workspace, self.id, channel)

    async def says(
        self,
        channel: str,
        text: str,
        *,
        thread_ts: str | None = None,
        raw: bool = False,
        files: Sequence[Json] = (),
    ) -> Message:
        """Write a message; `raw` text is already as Slack sends it and is taken as it is."""
        place = self._enter(channel)
        composed = compose(text, self.workspace)
        blocks = () if raw else (composed.block(self.workspace.new_id("b")),)
        return self.workspace.post(
            Message(
                channel=place.id,
                ts=self.workspace.timeline.next_ts(),
                thread_ts=thread_ts,
                user=self.id,
                team=self.user.team_id,
                text=text if raw else composed.text,
                blocks=blocks,
                files=tuple(files),
                subtype="file_share" if files else None,
                client_msg_id=self.workspace.new_id("msg-"),
                **self._bot_author(),
            )
        )

    async def mentions(self, channel: str, text: str, *, thread_ts: str | None = None) -> Message:
        """Write to the app by its name."""
        app = self.workspace.user(self.workspace.app.bot_user_id)
        return await self.says(channel, f"@{app.name} {text}", thread_ts=thread_ts)

    async def edits(self, message: Message, text: str) -> Message:
        """Change one's own message."""
        current = self._own(message)
        composed = compose(text, self.workspace)
        return self.workspace.change_message(
            current,
            text=composed.text,
            blocks=(composed.block(self.workspace.new_id("b")),),
            edited={"user": self.id, "ts": self.workspace.timeline.next_ts()},
        )

    async def deletes(self, message: Message) -> None:
        """Take one's own message away."""
        self.workspace.delete_message(self._own(message))

    async def joins(self, channel: str) -> Message:
        return self.workspace.join(channel, self.id)

    async def opens_home(self, tab: str = "home") -> None:
        """Open the app's `home` or `messages` tab."""
        self.workspace.open_home(self.id, tab)

    async def stops(self, channel: str, thread_ts: str) -> None:
        """Press the stop button of the agent's session in a thread."""
        self.workspace.stop_session(self.id, channel, thread_ts)

    async def clicks(
        self,
        where: Message | View,
        name: str,
        *,
        block_id: str | None = None,
        to: str | None = None,
        stale: bool = False,
    ) -> Answer:
        """Press the button with this action_id, or whose text begins so.

        It is looked for on the surface as it stands now. With `stale` it is the one on the
        Message or View given, as on a screen that has not caught up.
        """
        surface = where if stale else screen.current(self.workspace, self.id, where)
        control = screen.control(surface, self.id, name, block_id)
        return await self._use(surface, control, screen.state(surface), to)

    async def picks(
        self,
        where: Message | View,
        name: str,
        value: Any,
        *,
        block_id: str | None = None,
        to: str | None = None,
    ) -> Answer:
        """Choose in the menu or field with this action_id; options go by value or text."""
        surface = screen.current(self.workspace, self.id, where)
        control = screen.control(surface, self.id, name, block_id)
        state = screen.state(surface)
        state.setdefault(control.block_id, {})[control.action_id] = entered(control, value)
        if isinstance(surface, View):
            surface = self.workspace.views.put(replace(surface, values=state))
        return await self._use(surface, control, state, to)

    async def submits(
        self, view: View, values: Mapping[str, Any] | None = None, *, to: str | None = None
    ) -> Answer:
        """Fill in a modal by action_id, block_id or label, send it, and do as the app answers."""
        current = screen.current(self.workspace, self.id, view)
        if not isinstance(current, View) or "submit" not in current.definition:
            raise NoSuchControl("this view cannot be submitted")
        state = fill(current.blocks, screen.state(current), values or {})
        check(current.blocks, state)
        current = self.workspace.views.put(replace(current, values=state))
        payload = self.interactions.submission(current, state)
        answer = await self.courier.ask(Outgoing("interactive", payload), to=to)
        answers.to_submission(self.workspace, current, answer)
        return answer

    async def closes(self, view: View, *, to: str | None = None) -> Answer | None:
        """Dismiss a modal; the app hears of it when it asked to."""
        current = screen.current(self.workspace, self.id, view)
        if not isinstance(current, View):
            raise NoSuchControl("only a modal can be closed")
        clears = bool(current.definition.get("clear_on_close"))
        if clears:
            self.workspace.views.clear(self.id)
        else:
            self.workspace.views.close(current)
        self.workspace.touched()
        if not current.definition.get("notify_on_close"):
            return None
        payload = self.interactions.closing(current, cleared=clears)
        return await self.courier.ask(Outgoing("interactive", payload), to=to)

    async def commands(
        self, command: str, text: str, channel: str, *, to: str | None = None
    ) -> Answer:
        """Type a slash command; they work where the app is no member, and never in threads."""
        place = self._enter(channel)
        typed = compose(text, self.workspace, named=True).text
        payload = self.interactions.command(self.user, place, command, typed)
        answer = await self.courier.ask(Outgoing("slash_commands", payload), to=to)
        answers.to_command(self.workspace, self.id, place, command, answer)
        return answer

    async def shortcut(
        self, callback_id: str, message: Message | None = None, *, to: str | None = None
    ) -> Answer:
        """Use a message shortcut, or a global one when no message is given."""
        if message:
            payload = self.interactions.message_shortcut(self.user, callback_id, message)
        else:
            payload = self.interactions.global_shortcut(self.user, callback_id)
        return await self.courier.ask(Outgoing("interactive", payload), to=to)

    def _enter(self, channel: str) -> Channel:
        place = self.workspace.channel(channel)
        if not (place.has(self.id) or self.user.is_bot):
            raise CannotDo(f"{self.user.name} is not in {channel}")
        if place.is_archived:
            raise CannotDo(f"{channel} is archived")
        return place

    def _bot_author(self) -> dict[str, Any]:
        user = self.user
        return {"bot_id": user.bot_id, "app_id": user.bot_app_id} if user.is_bot else {}

    def _own(self, message: Message) -> Message:
        current = self.workspace.message(message.channel, message.ts)
        if current.user != self.id:
            raise CannotDo(f"{self.user.name} did not write this message")
        return current

    async def _use(
        self, surface: Message | View, control: Control, state: State, to: str | None
    ) -> Answer:
        payload = self.interactions.click(self.user, surface, control, state)
        return await self.courier.ask(Outgoing("interactive", payload), to=to)
