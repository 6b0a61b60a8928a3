"""The view definitions apps send, checked and made ready to be shown."""

import json
from typing import Any, Literal

from bot.playground.blocks import check_view
from bot.playground.errors import Refused
from bot.playground.workspace import Json, Workspace

LARGEST = 250_000
"""Bytes of a view as JSON."""


def valid_definition(workspace: Workspace, view: Any, kind: Literal["modal", "home"]) -> Json:
    """The definition with an id on every block."""
    problems = check_view(view, kind)
    if problems:
        raise Refused("invalid_arguments", problems=problems)
    if len(json.dumps(view)) > LARGEST:
        raise Refused("view_too_large")
    definition: Json = dict(view)
    return definition | {"blocks": list(workspace.identified(definition["blocks"]))}
