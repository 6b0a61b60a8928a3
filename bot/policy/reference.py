"""Who and where, as a policy names them: by id alone, since names change and are not unique."""

import re

_PERSON = re.compile(r"[UW][A-Z0-9]+", re.ASCII)
_GROUP = re.compile(r"S[A-Z0-9]+", re.ASCII)
_CHANNEL = re.compile(r"[CG][A-Z0-9]+", re.ASCII)
_TOKEN = re.compile(r"<(?:[@#]|!subteam\^)([A-Z0-9]+)(?:\|[^>]*)?>", re.ASCII)

CHANNEL = "channel"
REQUESTER = "requester"


def is_person(reference: str) -> bool:
    return _PERSON.fullmatch(reference) is not None


def is_group(reference: str) -> bool:
    return _GROUP.fullmatch(reference) is not None


def is_channel(reference: str) -> bool:
    return _CHANNEL.fullmatch(reference) is not None


def approver(text: str) -> str:
    """Somebody who may decide. Raises `ValueError` that says what to write."""
    if text in (CHANNEL, REQUESTER) or is_person(text) or is_group(text):
        return text
    if is_channel(text) or text.startswith("#"):
        raise ValueError(
            f'{text!r} is a channel; approvers are people or user groups, or "channel" for the '
            "full members of the channel where the request is made"
        )
    raise ValueError(_not_an_id(text, 'a user id (U…), a user-group id (S…), "channel"'))


def destination(text: str) -> str:
    """A channel or a person something is sent to. Raises `ValueError` that says what to write."""
    if is_channel(text) or is_person(text):
        return text
    raise ValueError(_not_an_id(text, "a channel id (C…) or a user id (U…)"))


def room(text: str) -> str:
    """A channel. Raises `ValueError` that says what to write."""
    if is_channel(text):
        return text
    raise ValueError(_not_an_id(text, "a channel id (C…)"))


def _not_an_id(text: str, wanted: str) -> str:
    if not text.strip():
        return f"{text!r} is blank; write {wanted}"
    if token := _TOKEN.fullmatch(text):
        return f"{text!r} is a mention; write the id alone: {token[1]!r}"
    if text.startswith("#"):
        hint = "Slack shows it at the bottom of the channel's details"
    elif "@" in text:
        hint = 'Slack shows it in the person\'s profile under "Copy member ID"'
    else:
        hint = "ids are capital letters and digits"
    return f"{text!r} is a name, not an id, and names can change; write {wanted} ({hint})"
