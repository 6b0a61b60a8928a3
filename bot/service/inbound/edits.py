"""Edited arguments: the form they are entered in, and what they are once they fit the tool.

Rule: whether an edit may be approved is decided here, by the schema that is kept with the request.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.cards.form import Form
from bot.records import Approval
from core.schemas.arguments import ArgumentsError, canonical, digest, parse
from core.schemas.check import edit_mismatch, mismatch


@dataclass(frozen=True)
class Edit:
    """What somebody entered: either it can run, or it says what is wrong with which field."""

    arguments: str = ""
    """Canonical JSON."""
    digest: str = ""
    faults: Mapping[str, str] = field(default_factory=dict)
    """By the names of the fields."""


def form_of(approval: Approval) -> Form | None:
    """The form for what is in force now; `None` when the arguments cannot be edited."""
    request = approval.request
    if not request.is_editable:
        return None
    try:
        given = parse(approval.call.arguments)
    except ArgumentsError:
        return None
    return Form.of(json.loads(request.parameters), given, request.hidden)


def edit(approval: Approval, entries: Mapping[str, str]) -> Edit:
    form = form_of(approval)
    if form is None:
        return Edit(faults={"": "These arguments cannot be edited."})
    values, faults = form.read(entries)
    schema = json.loads(approval.request.parameters)
    names = {
        name: f"arg:{number}" for number, each in enumerate(form.fields) for name in [each.name]
    }
    for each in form.fields:
        if each.name in values and names[each.name] not in faults:
            problem = mismatch(values[each.name], each.schema, schema, each.name)
            if problem is not None:
                faults[names[each.name]] = problem
    given = parse(approval.call.arguments)
    problem = None if faults else edit_mismatch(values, given, schema)
    if problem is not None:
        at = next((key for name, key in names.items() if problem.startswith(name)), "arg:0")
        faults[at] = problem
    if faults:
        return Edit(faults=faults)
    tool = approval.request.call.tool
    return Edit(arguments=canonical(values), digest=digest(tool, values))
