"""Finds things on a person's screen: what stands there now, and the controls they may use. Pure."""

from bot.playground.errors import NoSuchControl
from bot.playground.fields import State, initial_state
from bot.playground.workspace import Control, Message, View, Workspace

Surface = Message | View


def seen(workspace: Workspace, user_id: str, channel: str) -> tuple[Message, ...]:
    """Everything this person sees in a channel, private messages included, oldest first."""
    if not workspace.channel(channel).visible_to(user_id):
        return ()
    mine = [m for m in workspace.timeline.private_to(user_id) if m.channel == channel]
    shared = workspace.timeline.of_channel(channel)
    return tuple(sorted([*shared, *mine], key=lambda m: float(m.ts)))


def current(workspace: Workspace, user_id: str, where: Surface) -> Surface:
    """A message or view as it stands now on this person's screen."""
    if isinstance(where, Message):
        for message in seen(workspace, user_id, where.channel):
            if message.ts == where.ts:
                return message
        raise NoSuchControl(f"{user_id} sees no message {where.ts} in {where.channel}")
    home = workspace.views.home(user_id)
    for view in (*workspace.views.stack(user_id), *([home] if home else [])):
        if view.id == where.id:
            return view
    raise NoSuchControl(f"{where.title!r} is not on the screen of {user_id}")


def control(surface: Surface, user_id: str, name: str, block_id: str | None) -> Control:
    """The control with this action_id, or with words that begin so."""
    shown = [c for c in surface.controls if c.shown_to(user_id)]
    for candidate in shown:
        if candidate.is_called(name) and block_id in (None, candidate.block_id):
            return candidate
    offered = [c.text or c.action_id for c in shown]
    raise NoSuchControl(f"no live {name!r} here, only {offered}: {surface.shown[:200]!r}")


def state(surface: Surface) -> State:
    """What the fields of a surface hold now."""
    held = initial_state(surface.blocks)
    if isinstance(surface, View):
        for block_id, values in surface.values.items():
            held.setdefault(block_id, {}).update(values)
    return held
