"""`bot.toml` read into `Policies`, or refused with every fault: the file, line, key, what to do."""

import tomllib
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Self

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    StrictBool,
    StrictInt,
    StrictStr,
    ValidationError,
    model_validator,
)
from pydantic_core import ErrorDetails

from bot.errors import CannotStart
from bot.policy.duration import seconds
from bot.policy.lines import Lines
from bot.policy.policy import DAY, Policies, Policy
from bot.policy.reference import (
    CHANNEL,
    REQUESTER,
    approver,
    destination,
    is_person,
    room,
)
from bot.policy.rules import text_of
from bot.records import Record, Scope


class ConfigError(CannotStart):
    """The file cannot be used until somebody corrects it. One line for each fault."""


def load_policies(path: Path) -> Policies:
    """Read the file. Raises `ConfigError`, and `OSError` when it cannot be opened."""
    try:
        text = path.read_text("utf-8-sig")  # some editors begin a file with a mark of theirs
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: not UTF-8 at byte {error.start}; save it as UTF-8") from None
    return parse_policies(text, source=str(path))


def parse_policies(text: str, *, source: str = "bot.toml") -> Policies:
    """The text of `bot.toml`; empty text is valid. Raises `ConfigError`."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{source}: this is not valid TOML: {error}") from None
    lines = Lines(source, text)
    faults = [lines.place(key) + fault for key, fault in _faults_at_the_top(document)]
    policies: list[Policy] = []
    tables = document.get("policy", [])
    for number, table in enumerate(tables if isinstance(tables, list) else [], start=1):
        try:
            policies.append(_Table.model_validate(table).policy(number))
        except ValidationError as error:
            for each in error.errors():
                key, fault = _explained(each)
                faults.append(f"{lines.place(key, number)}policy {number}: {fault}")
    if faults:
        raise ConfigError("\n".join(faults))
    return Policies.of(*policies)


def _glob_of(value: object) -> object:
    """A `when` value as the text that arguments are compared with."""
    return text_of(value) if isinstance(value, int | float) else value


def _filled(names: tuple[str, ...]) -> tuple[str, ...]:
    """An empty list could be read as everybody or as nobody: it is refused."""
    if not names:
        raise ValueError("this list is empty; leave the key out or name something")
    return names


def _glob(text: str) -> str:
    """A glob on names, which are never blank and have no spaces around them."""
    if not text or text != text.strip():
        raise ValueError(f"{text!r} is blank or has spaces around it, so it matches nothing")
    return text


def _scope(value: object) -> object:
    """`true` and `false` as people write them; the third way is the word `arguments`."""
    if isinstance(value, bool):
        return "tool" if value else ""
    if value == "arguments":
        return value
    raise ValueError('write true, false, or "arguments" for calls with the same arguments')


_Duration = Annotated[float, BeforeValidator(seconds)]
_Name = Annotated[StrictStr, AfterValidator(_glob)]
_Names = Annotated[tuple[_Name, ...], AfterValidator(_filled)]
_Approvers = Annotated[
    tuple[Annotated[StrictStr, AfterValidator(approver)], ...], AfterValidator(_filled)
]
_Destinations = Annotated[
    tuple[Annotated[StrictStr, AfterValidator(destination)], ...], AfterValidator(_filled)
]


class _Table(Record):
    """A `[[policy]]` as it is written in the file."""

    tools: _Names
    when: dict[_Name, Annotated[StrictStr, BeforeValidator(_glob_of)]] = {}
    approvers: _Approvers = (CHANNEL,)
    required: Annotated[StrictInt, Field(ge=1)] = 1
    requester_may_approve: StrictBool | None = None
    expires_after: _Duration = DAY
    remind_after: _Duration | None = None
    escalate_after: _Duration | None = None
    escalate_to: _Destinations = ()
    route_to: Annotated[StrictStr, AfterValidator(room)] | None = None
    in_shared_channels: StrictBool = False
    always: Annotated[Scope, BeforeValidator(_scope)] = ""
    needs_preview: StrictBool = False

    @model_validator(mode="after")
    def _makes_sense(self) -> Self:
        for fault in self._contradictions():
            raise ValueError(fault)
        return self

    def _contradictions(self) -> Iterator[str]:
        if REQUESTER in self.approvers and self.requester_may_approve is False:
            yield '"requester" is among the approvers, but requester_may_approve is false; drop one'
        people = {each for each in self.approvers if is_person(each) or each == REQUESTER}
        if len(people) < self.required and people == set(self.approvers):
            yield (
                f"required is {self.required}, but approvers names only {len(people)}; "
                "nobody could ever get this approved"
            )
        if bool(self.escalate_to) != (self.escalate_after is not None):
            yield "escalate_after and escalate_to go together; write both or neither"
        for key in ("remind_after", "escalate_after"):
            after = getattr(self, key)
            if after is not None and after >= self.expires_after:
                yield f"{key} is not before expires_after, so it would never happen"

    def policy(self, number: int) -> Policy:
        said = self.model_dump(exclude={"when", "requester_may_approve"})
        return Policy(
            **said,
            name=f"policy {number}",
            when=tuple(sorted(self.when.items())),
            requester_may_approve=bool(self.requester_may_approve) or REQUESTER in self.approvers,
        )


def _faults_at_the_top(document: dict[str, object]) -> Iterator[tuple[str, str]]:
    for key, value in document.items():
        if key != "policy":
            yield key, f"unknown key {key!r}; this file holds [[policy]] tables only"
        elif not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
            yield key, "a policy is a table; write [[policy]] with two brackets on each side"


_EXPECTED = {
    "missing": "is missing",
    "string_type": "must be text in quotes",
    "bool_type": "must be true or false",
    "int_type": "must be a whole number",
    "greater_than_equal": "must be at least 1",
    "tuple_type": 'must be a list, as ["…"]',
    "dict_type": 'must be a table, as { env = "prod" }',
    "model_type": "must be a table",
}


def _explained(error: ErrorDetails) -> tuple[str, str]:
    """The key a fault is at, and the fault in words."""
    key = str(error["loc"][0]) if error["loc"] else ""
    if error["type"] == "extra_forbidden":
        close = get_close_matches(key, _Table.model_fields, n=1)
        known = (
            f"did you mean {close[0]}?" if close else f"known are {', '.join(_Table.model_fields)}"
        )
        return key, f"unknown key {key!r}; {known}"
    if error["type"] == "value_error":
        fault = str(error["ctx"]["error"])
        return key, f"{key}: {fault}" if key else fault
    if key == "tools" and error["type"] == "missing":
        return (
            key,
            'tools is missing; write the tools it is about, as tools = ["deploy", "restart_*"]',
        )
    return key, f"{key} {_EXPECTED.get(error['type'], error['msg'])}"
