"""Modals on each person's screen (a stack of at most three) and each person's App Home."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from bot.playground.errors import Refused
from bot.playground.workspace.messages import Control, Json, controls, words

STACK = 3
"""Modals over one another."""

_KEPT = (
    "type", "title", "submit", "close", "private_metadata", "callback_id", "external_id",
    "clear_on_close", "notify_on_close",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    id: str
    user_id: str
    definition: Json
    """What the app sent, with every block_id filled in."""
    hash: str
    root_id: str
    previous_id: str | None = None
    values: dict[str, dict[str, Any]] = field(default_factory=dict)
    """What the person changed so far: block_id, action_id, the element's state."""
    errors: dict[str, str] = field(default_factory=dict)
    """block_id to the complaint the app answered."""

    @property
    def blocks(self) -> tuple[Json, ...]:
        return tuple(self.definition.get("blocks", ()))

    @property
    def type(self) -> str:
        return str(self.definition["type"])

    @property
    def title(self) -> str:
        return str(self.definition.get("title", {}).get("text", ""))

    @property
    def callback_id(self) -> str:
        return str(self.definition.get("callback_id", ""))

    @property
    def shown(self) -> str:
        return "\n".join([self.title, *words(list(self.blocks))])

    @property
    def controls(self) -> tuple[Control, ...]:
        return tuple(controls(self.blocks))

    def json(self, *, team_id: str, app_id: str, bot_id: str, state: Json) -> Json:
        body: Json = {
            "id": self.id,
            "team_id": team_id,
            "blocks": list(self.blocks),
            "private_metadata": "",
            "callback_id": "",
            "external_id": "",
            "title": None,
            "submit": None,
            "close": None,
            "clear_on_close": False,
            "notify_on_close": False,
            "state": {"values": state},
            "hash": self.hash,
            "previous_view_id": self.previous_id,
            "root_view_id": self.root_id,
            "app_id": app_id,
            "app_installed_team_id": team_id,
            "bot_id": bot_id,
        }
        return body | {k: self.definition[k] for k in _KEPT if self.definition.get(k) is not None}


@dataclass(slots=True)
class Views:
    new_id: Callable[[str], str]
    """A fresh id with this prefix."""
    _stacks: dict[str, tuple[View, ...]] = field(default_factory=dict)
    _homes: dict[str, View] = field(default_factory=dict)

    def stack(self, user_id: str) -> tuple[View, ...]:
        """The person's open modals, the one on top last."""
        return self._stacks.get(user_id, ())

    def home(self, user_id: str) -> View | None:
        return self._homes.get(user_id)

    def find(self, *, view_id: str | None = None, external_id: str | None = None) -> View:
        everything = [v for stack in self._stacks.values() for v in stack]
        for view in [*everything, *self._homes.values()]:
            if view_id and view.id == view_id:
                return view
            if external_id and view.definition.get("external_id") == external_id:
                return view
        raise Refused("not_found")

    def open(self, user_id: str, definition: Json) -> View:
        view = self._new(user_id, definition, previous=None)
        self._stacks[user_id] = (view,)
        return view

    def push(self, user_id: str, definition: Json) -> View:
        stack = self.stack(user_id)
        if not stack:
            raise Refused("view_not_found")
        if len(stack) >= STACK:
            raise Refused("push_limit_reached")
        view = self._new(user_id, definition, previous=stack[-1])
        self._stacks[user_id] = (*stack, view)
        return view

    def replace(self, view: View, definition: Json, *, expected_hash: str | None = None) -> View:
        """Show another definition in the same place, keeping what was filled in."""
        if expected_hash and expected_hash != view.hash:
            raise Refused("hash_conflict")
        self._external_id_is_free(definition, besides=view.id)
        return self.put(replace(view, definition=definition, hash=self.new_id("h"), errors={}))

    def publish(self, user_id: str, definition: Json, *, expected_hash: str | None = None) -> View:
        old = self._homes.get(user_id)
        if old:
            return self.replace(old, definition, expected_hash=expected_hash)
        self._homes[user_id] = view = self._new(user_id, definition, previous=None)
        return view

    def put(self, view: View) -> View:
        """Store a new state of a view that is open."""
        if view.type == "home":
            self._homes[view.user_id] = view
        else:
            stack = self.stack(view.user_id)
            self._stacks[view.user_id] = tuple(view if v.id == view.id else v for v in stack)
        return view

    def close(self, view: View) -> None:
        """Take one modal off the screen, and what lies on it."""
        stack = self.stack(view.user_id)
        depth = next((i for i, v in enumerate(stack) if v.id == view.id), len(stack))
        self._stacks[view.user_id] = stack[:depth]

    def clear(self, user_id: str) -> None:
        self._stacks[user_id] = ()

    def _new(self, user_id: str, definition: Json, *, previous: View | None) -> View:
        self._external_id_is_free(definition, besides=None)
        view_id = self.new_id("V")
        return View(
            id=view_id,
            user_id=user_id,
            definition=definition,
            hash=self.new_id("h"),
            root_id=previous.root_id if previous else view_id,
            previous_id=previous.id if previous else None,
        )

    def _external_id_is_free(self, definition: Json, *, besides: str | None) -> None:
        external_id = definition.get("external_id")
        if not external_id:
            return
        try:
            other = self.find(external_id=external_id)
        except Refused:
            return
        if other.id != besides:
            raise Refused("duplicate_external_id")
