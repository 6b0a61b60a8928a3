"""The payloads Slack sends when a person acts: clicks, menus, modals, commands, shortcuts. Pure."""

from dataclasses import dataclass
from typing import Any

from bot.playground.fields import State, initial_state
from bot.playground.workspace import Channel, Control, Json, Message, User, View, Workspace


@dataclass(frozen=True, slots=True)
class Interactions:
    workspace: Workspace
    origin: str
    """Where response urls lead."""

    def click(self, user: User, where: Message | View, control: Control, state: State) -> Json:
        """The block_actions payload of one element used; for a menu, `state` holds the choice."""
        body = self._head("block_actions", user) | {
            "trigger_id": self.workspace.passes.new_trigger(user.id),
            "state": {"values": state},
            "actions": [self._action(control, state)],
        }
        if isinstance(where, View):
            body["container"] = {"type": "view", "view_id": where.id}
            return body | {"view": self.view(where, state)}
        channel = self.workspace.channel(where.channel)
        body["container"] = self._container(where)
        body["channel"] = _channel(channel)
        body["response_url"] = self._response_url(user, channel, where.ts)
        if not where.visible_to:
            body["message"] = where.json()
        return body

    def submission(self, view: View, state: State) -> Json:
        user = self.workspace.user(view.user_id)
        return self._head("view_submission", user) | {
            "trigger_id": self.workspace.passes.new_trigger(user.id),
            "view": self.view(view, state),
            "response_urls": [],
        }

    def closing(self, view: View, *, cleared: bool) -> Json:
        user = self.workspace.user(view.user_id)
        return self._head("view_closed", user) | {
            "view": self.view(view, initial_state(view.blocks)),
            "is_cleared": cleared,
        }

    def command(self, user: User, channel: Channel, command: str, text: str) -> dict[str, str]:
        """The form fields of a slash command."""
        app, team = self.workspace.app, self.workspace.team
        return {
            "token": app.verification_token,
            "team_id": team.id,
            "team_domain": team.domain,
            "channel_id": channel.id,
            "channel_name": channel.payload_name,
            "user_id": user.id,
            "user_name": user.name,
            "command": command,
            "text": text,
            "api_app_id": app.id,
            "is_enterprise_install": "false",
            "response_url": self._response_url(user, channel, None, kind="commands"),
            "trigger_id": self.workspace.passes.new_trigger(user.id),
        }

    def message_shortcut(self, user: User, callback_id: str, message: Message) -> Json:
        channel = self.workspace.channel(message.channel)
        return self._head("message_action", user) | {
            "action_ts": self.workspace.timeline.next_ts(),
            "callback_id": callback_id,
            "trigger_id": self.workspace.passes.new_trigger(user.id),
            "response_url": self._response_url(user, channel, message.ts),
            "channel": _channel(channel),
            "message_ts": message.ts,
            "message": message.json(),
        }

    def global_shortcut(self, user: User, callback_id: str) -> Json:
        return self._head("shortcut", user) | {
            "action_ts": self.workspace.timeline.next_ts(),
            "callback_id": callback_id,
            "trigger_id": self.workspace.passes.new_trigger(user.id),
        }

    def view(self, view: View, state: State) -> Json:
        app = self.workspace.app
        return view.json(
            team_id=self.workspace.team.id, app_id=app.id, bot_id=app.bot_id, state=state
        )

    def _head(self, kind: str, user: User) -> Json:
        """The fields all interaction payloads share; the user's team may be another one."""
        return {
            "type": kind,
            "team": self.workspace.team.json(),
            "user": {
                "id": user.id,
                "username": user.name,
                "name": user.name,
                "team_id": user.team_id,
            },
            "api_app_id": self.workspace.app.id,
            "token": self.workspace.app.verification_token,
            "enterprise": None,
            "is_enterprise_install": False,
        }

    def _container(self, message: Message) -> Json:
        container = {
            "type": "message",
            "message_ts": message.ts,
            "channel_id": message.channel,
            "is_ephemeral": message.visible_to is not None,
        }
        return container | ({"thread_ts": message.thread_ts} if message.thread_ts else {})

    def _response_url(
        self, user: User, channel: Channel, source_ts: str | None, *, kind: str = "actions"
    ) -> str:
        secret = self.workspace.passes.new_response_url(
            channel=channel.id, user_id=user.id, source_ts=source_ts
        )
        return f"{self.origin}/{kind}/{self.workspace.team.id}/{secret}"

    def _action(self, control: Control, state: State) -> Json:
        element = control.element
        kept = ("type", "action_id", "text", "value", "style", "placeholder", "confirm")
        action: dict[str, Any] = {k: element[k] for k in kept if k in element}
        action |= state.get(control.block_id, {}).get(control.action_id, {})
        action["block_id"] = control.block_id
        action["action_ts"] = self.workspace.timeline.next_ts()
        return action


def _channel(channel: Channel) -> Json:
    return {"id": channel.id, "name": channel.payload_name}
