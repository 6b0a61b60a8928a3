"""What a click or a command says, as a record. Decisions only."""

from bot.cards.ids import action_of
from bot.listeners.payload import Payload, first, text
from bot.records import Click, Command


def read_click(body: Payload) -> Click:
    """From `block_actions` of a button on an approval card."""
    action = first(body, "actions")
    user = text(body, "user", "id")
    approval = text(action, "value") or text(action, "selected_option", "value")
    return Click(
        key=f"click:{text(action, 'action_ts')}:{user}:{approval}",
        action=action_of(text(action, "action_id")) or "",
        approval=approval,
        user=user,
        team=text(body, "user", "team_id"),
        channel=text(body, "container", "channel_id") or text(body, "channel", "id"),
        thread=text(body, "container", "thread_ts") or text(body, "message", "thread_ts"),
        message=text(body, "container", "message_ts") or text(body, "message", "ts"),
        app=text(body, "api_app_id"),
        trigger=text(body, "trigger_id"),
        response_url=text(body, "response_url"),
    )


def read_command(body: Payload) -> Command:
    """From a slash command. The text stays as Slack sent it: entities escaped, mentions as ids."""
    trigger, response_url = text(body, "trigger_id"), text(body, "response_url")
    return Command(
        key=f"command:{trigger or response_url}",
        text=text(body, "text").strip(),
        user=text(body, "user_id"),
        team=text(body, "team_id"),
        channel=text(body, "channel_id"),
        trigger=trigger,
        response_url=response_url,
    )
