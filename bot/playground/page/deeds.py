"""What the page may have a person do: one frozen record a deed, told apart by `do`."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from bot.playground.delivery import Answer
from bot.playground.errors import NoSuchControl
from bot.playground.person import Person
from bot.playground.screen import Surface
from bot.playground.workspace import Message


class _Deed(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _OnSurface(_Deed):
    """Done on a message (channel and ts) or on a view (its id)."""

    channel: str | None = None
    ts: str | None = None
    view: str | None = None

    def surface(self, person: Person) -> Surface:
        if self.view:
            mine = [*person.modals, *([person.home] if person.home else [])]
            found: Surface | None = next((v for v in mine if v.id == self.view), None)
        else:
            seen = person.sees(self.channel or "")
            found = next((m for m in seen if m.ts == self.ts), None)
        if found is None:
            raise NoSuchControl("this is no longer on the screen")
        return found


class Say(_Deed):
    do: Literal["say"]
    channel: str
    text: str
    thread_ts: str | None = None

    async def by(self, person: Person) -> None:
        await person.says(self.channel, self.text, thread_ts=self.thread_ts)


class Edit(_OnSurface):
    do: Literal["edit"]
    text: str

    async def by(self, person: Person) -> None:
        surface = self.surface(person)
        if isinstance(surface, Message):
            await person.edits(surface, self.text)


class Delete(_OnSurface):
    do: Literal["delete"]

    async def by(self, person: Person) -> None:
        surface = self.surface(person)
        if isinstance(surface, Message):
            await person.deletes(surface)


class Click(_OnSurface):
    do: Literal["click"]
    control: str
    """The action_id, or the words on the button where it has none."""
    block_id: str | None = None

    async def by(self, person: Person) -> Answer:
        return await person.clicks(self.surface(person), self.control, block_id=self.block_id)


class Pick(_OnSurface):
    do: Literal["pick"]
    control: str
    value: Any
    """An option's value, a list of them, an id, a date."""
    block_id: str | None = None

    async def by(self, person: Person) -> Answer:
        return await person.picks(
            self.surface(person), self.control, self.value, block_id=self.block_id
        )


class Submit(_Deed):
    do: Literal["submit"]
    view: str
    values: dict[str, Any] = {}
    """block_id to value, in the form `pick` takes."""

    async def by(self, person: Person) -> Answer:
        view = next((v for v in person.modals if v.id == self.view), None)
        if view is None:
            raise NoSuchControl("this modal is no longer open")
        return await person.submits(view, self.values)


class Close(_Deed):
    do: Literal["close"]
    view: str

    async def by(self, person: Person) -> Answer | None:
        view = next((v for v in person.modals if v.id == self.view), None)
        return await person.closes(view) if view else None


class Command(_Deed):
    do: Literal["command"]
    channel: str
    command: str
    text: str = ""

    async def by(self, person: Person) -> Answer:
        return await person.commands(self.command, self.text, self.channel)


class Shortcut(_OnSurface):
    do: Literal["shortcut"]
    callback_id: str

    async def by(self, person: Person) -> Answer:
        surface = self.surface(person) if self.ts else None
        message = surface if isinstance(surface, Message) else None
        return await person.shortcut(self.callback_id, message)


class OpenHome(_Deed):
    do: Literal["open_home"]
    tab: Literal["home", "messages"] = "home"

    async def by(self, person: Person) -> None:
        await person.opens_home(self.tab)


class Stop(_Deed):
    do: Literal["stop"]
    channel: str
    thread_ts: str

    async def by(self, person: Person) -> None:
        await person.stops(self.channel, self.thread_ts)


Deed = Say | Edit | Delete | Click | Pick | Submit | Close | Command | Shortcut | OpenHome | Stop


class Act(BaseModel):
    """Who does what: `{"as": "U0MIRA", "deed": {"do": "say", …}}`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    who: Annotated[str, Field(alias="as")]
    deed: Annotated[Deed, Field(discriminator="do")]


ACT: TypeAdapter[Act] = TypeAdapter(Act)
