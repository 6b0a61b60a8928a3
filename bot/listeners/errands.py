"""What a click, a window or a command says, as a record. Decisions only."""

import hashlib
from collections.abc import Iterator

from bot.cards.ids import HOME, action_of, number_of, read_about, seen_in, turning_of, window_of
from bot.listeners.heard import Identity, is_foreign
from bot.listeners.payload import Payload, first, part, parts, text
from bot.records import Click, Command, Place, Stop, Submission


def read_click(body: Payload, me: Identity) -> Click:
    """From `block_actions` of a button on an approval card or in one of its windows."""
    action = first(body, "actions")
    user = text(body, "user", "id")
    approval = text(action, "value") or text(action, "selected_option", "value")
    name = text(action, "action_id")
    in_home = text(body, "view", "type") == "home"
    team, trigger = text(body, "user", "team_id"), text(body, "trigger_id")
    return Click(
        key=f"click:{text(action, 'action_ts')}:{trigger}:{user}:{name}:{approval}",
        action=action_of(name) or "",
        approval=approval,
        user=user,
        team=team,
        foreign=is_foreign(team, me),
        channel=text(body, "container", "channel_id") or text(body, "channel", "id"),
        thread=text(body, "container", "thread_ts") or text(body, "message", "thread_ts"),
        message=text(body, "container", "message_ts") or text(body, "message", "ts"),
        on_card=approval in _values(part(body, "message")),
        app=text(body, "api_app_id"),
        seen=seen_in(text(action, "block_id")),
        choice=number_of(name),
        view="" if in_home else text(body, "container", "view_id"),
        home=in_home,
        trigger=trigger,
        response_url=text(body, "response_url"),
    )


def _values(message: Payload) -> Iterator[str]:
    """What the buttons of a message stand for."""
    for block in parts(message, "blocks"):
        for element in parts(block, "elements"):
            if value := text(element, "value"):
                yield value


def read_submission(body: Payload, me: Identity) -> Submission:
    """From `view_submission`. What it is about comes from the window, which anybody may have made
    up: it says where to look, and nothing more."""
    view, user, team = part(body, "view"), text(body, "user", "id"), text(body, "user", "team_id")
    approval, seen, at = read_about(text(view, "private_metadata"))
    place = Place.of_tag("" if at == HOME else at)
    return Submission(
        key=f"window:{text(view, 'id')}:{text(view, 'hash')}:{user}",
        action=window_of(text(view, "callback_id")) or "",
        approval=approval,
        user=user,
        team=team,
        foreign=is_foreign(team, me),
        entries=dict(_entries(part(view, "state", "values"))),
        seen=seen,
        channel=place.channel,
        thread=place.thread,
        home=at == HOME,
    )


def _entries(values: Payload) -> Iterator[tuple[str, str]]:
    """What stands in each field, by the name of its block."""
    for name in values:
        field = part(values, name, "field")
        yield name, text(field, "value") or text(field, "selected_option", "value")


def read_turning(body: Payload, me: Identity) -> Command:
    """From `block_actions` of a button below a list: the command that shows the page."""
    action, user = first(body, "actions"), text(body, "user", "id")
    team, trigger = text(body, "user", "team_id"), text(body, "trigger_id")
    return Command(
        key=f"turning:{text(action, 'action_ts')}:{trigger}:{user}",
        text=turning_of(text(action, "action_id")),
        user=user,
        team=team,
        foreign=is_foreign(team, me),
        channel=text(body, "container", "channel_id") or text(body, "channel", "id"),
        trigger=trigger,
        response_url=text(body, "response_url"),
    )


def read_stop(body: Payload) -> Stop:
    """From `agent_session_stopped`."""
    event = part(body, "event")
    channel, thread = text(event, "channel"), text(event, "thread_ts")
    return Stop(
        key=f"stop:{text(body, 'event_id') or f'{channel}:{thread}'}",
        user=text(event, "user"),
        channel=channel,
        thread=thread,
    )


def read_command(body: Payload, me: Identity) -> Command:
    """From a slash command. The text stays as Slack sent it: entities escaped, mentions as ids."""
    trigger, response_url = text(body, "trigger_id"), text(body, "response_url")
    said, user, team = text(body, "text").strip(), text(body, "user_id"), text(body, "team_id")
    channel = text(body, "channel_id")
    return Command(
        key=f"command:{trigger or response_url}:{user}:{channel}:{_digest(said)}",
        text=said,
        user=user,
        team=team,
        foreign=is_foreign(team, me),
        channel=channel,
        trigger=trigger,
        response_url=response_url,
    )


def _digest(said: str) -> str:
    return hashlib.sha256(said.encode("utf-8", "surrogatepass")).hexdigest()[:16]
