"""What a Web API method is: a name, the scopes that open it, and a function on the workspace."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.playground.api.arguments import Arguments
from bot.playground.workspace import Json, Workspace
from bot.playground.workspace.app import TokenKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """What the methods work with."""

    workspace: Workspace
    origin: str
    new_socket_url: Callable[[], str]
    text_only_update_keeps_blocks: bool = True
    """Whether chat.update with `text` alone leaves the old blocks on the message.

    Slack documents that they go; teams report live buttons that stayed. An app that means to
    remove buttons has to send new blocks, so staying is what shows the mistake.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Method:
    name: str
    run: Callable[[Desk, Arguments], Json]
    """Returns the body without `ok`; refuses with Refused."""
    scopes: frozenset[str] = frozenset()
    """Any one of them opens the method; none means every token does."""
    token: TokenKind | None = "bot"
    """The kind of token it takes; None for none at all."""
    form_only: bool = False
    """It looks for its arguments in a query or a form, and overlooks a JSON body."""


def method(
    name: str,
    run: Callable[[Desk, Arguments], Json],
    *scopes: str,
    token: TokenKind | None = "bot",
    form_only: bool = False,
) -> Method:
    return Method(name=name, run=run, scopes=frozenset(scopes), token=token, form_only=form_only)
