"""Opens windows: first the window, then a look at the record, since a trigger lives three seconds.

A window decides nothing: whoever sends it is checked again then.
"""

import logging
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass

from bot import cards
from bot.cards.ids import HOME
from bot.policy import FOREIGN, Allowed, Refused, Unknown
from bot.ports import Approvals, Clock, Message, Messenger, Modal, NotDelivered, NotRecorded
from bot.records import Approval, Click, Place, Submission
from bot.service.access.authority import Authority
from bot.service.inbound.edits import edit, form_of
from bot.service.inbound.origin import is_from_its_card, looked_for
from bot.service.inbound.readings import Readings
from bot.service.inbound.replier import Replier
from bot.service.inbound.strays import turned_away
from bot.service.inbound.witness import UNFIT, Witness

log = logging.getLogger(__name__)

_TITLES = {"edit": "Edit and approve", "whole": "Everything", "page": "Everything"}


@dataclass(frozen=True)
class Content:
    """What a window shows."""

    modal: Modal
    all_of: Approval | None = None
    """Whose arguments it shows to the end."""


class WindowDesk:
    def __init__(
        self,
        *,
        approvals: Approvals,
        authority: Authority,
        messenger: Messenger,
        replier: Replier,
        witness: Witness,
        readings: Readings,
        clock: Clock,
        command: str,
    ) -> None:
        self._approvals = approvals
        self._authority = authority
        self._messenger = messenger
        self._replier = replier
        self._witness = witness
        self._readings = readings
        self._clock = clock
        self._command = command

    async def open(self, click: Click, opened: Callable[[], None]) -> None:
        """Show the window of a button. `opened` is called once the click can be acknowledged."""
        try:
            view = click.view or await self._messenger.open(click.trigger, _first(click))
        except NotDelivered as error:
            opened()
            log.warning("a window was not opened: %s", error.code)
            words = cards.window_failed(error.code, surely=error.permanent)
            await self._replier.tell(
                click.user, words, place=looked_for(click), address=click.response_url
            )
            return
        opened()
        reads = click.action in ("whole", "page")
        with self._readings.under_way(click.approval, click.user) if reads else nullcontext():
            await self._fill(click, view)

    async def faults(self, submission: Submission) -> Mapping[str, str]:
        """What is wrong with which field; nothing when it can be taken.

        Raises `NotRecorded`."""
        is_blank = not submission.entries.get(cards.TEXT, "").strip()
        if submission.action in ("ask", "reply") and is_blank:
            return {cards.TEXT: "Please write something."}
        if submission.action != "edit":
            return {}
        standing = await self._approvals.find(submission.approval)
        if standing is None or not standing.is_open:
            return {}
        faults = edit(standing, submission.entries).faults
        if faults:
            await self._witness.refused(standing, submission.user, UNFIT)
        return faults

    async def _fill(self, click: Click, view: str) -> None:
        """What belongs into the window, now that it is open; what somebody writes in it stays."""
        try:
            content = await self._content(click)
        except NotRecorded as error:
            log.warning("a window was not filled: %s", error)
            content = Content(_closed(click, cards.not_recorded()))
        try:
            await self._messenger.redraw(view, content.modal)
        except NotDelivered as error:
            log.info("a window was gone before it was filled: %s", error.code)
            return
        if content.all_of is not None:
            try:
                await self._readings.was_read(content.all_of, click.user)
            except NotRecorded as error:
                log.warning("what somebody read was not recorded: %s", error)

    async def _content(self, click: Click) -> Content:
        standing = await self._approvals.find(click.approval)
        if standing is None:
            return Content(_closed(click, cards.unknown_approval()))
        if not (click.view or is_from_its_card(standing, click)):
            return Content(_closed(click, await turned_away(self._replier, standing, click)))
        if click.foreign:
            return Content(_closed(click, cards.refused(standing, FOREIGN.words)))
        if click.action in ("whole", "page"):
            return await self._whole(standing, click)
        if not standing.is_open_at(self._clock.now()):
            return Content(_closed(click, cards.late(standing, click.user)))
        match await self._authority.judge(standing.request, click.user):
            case Refused(words=words) | Unknown(words=words):
                return Content(_closed(click, cards.refused(standing, words)))
            case Allowed():
                return Content(self._form(standing, click))

    def _form(self, standing: Approval, click: Click) -> Modal:
        inquiry = standing.request.inquiry
        match click.action:
            case "reply" if inquiry is not None and inquiry.choices:
                return cards.choice_window(standing, _at(click))
            case "reason" | "ask" | "reply":
                return cards.named_window(click.action, standing, _at(click))
            case _:
                return self._edit(standing, click)

    def _edit(self, standing: Approval, click: Click) -> Modal:
        form = form_of(standing)
        if form is None:
            return _closed(click, cards.cannot_edit())
        if cards.hides(standing) and not standing.was_read_by(click.user):
            return _closed(click, cards.read_first(standing, command=self._command))
        return cards.edit_window(standing, form, _at(click))

    async def _whole(self, standing: Approval, click: Click) -> Content:
        if not cards.needs_file(standing):
            page = int(click.choice or 0)
            # Who has read a page of what was changed meanwhile begins again.
            anew = page > 0 and not (click.seen and standing.call.digest.startswith(click.seen))
            page = 0 if anew else page
            seen = standing if cards.is_last(standing, page) else None
            return Content(cards.whole_window(standing, page, anew=anew), all_of=seen)
        name, text = cards.file_name(standing), cards.whole_text(standing)
        try:
            await self._messenger.send_file(click.user, name, text)
        except NotDelivered as error:
            return Content(_closed(click, cards.file_failed(error.code)))
        return Content(_closed(click, cards.file_sent()), all_of=standing)


def _first(click: Click) -> Modal:
    """What can be shown without a look at the record."""
    match click.action:
        case "reason" | "ask" | "reply":
            return cards.text_window(click.action, click.approval, _at(click))
        case _:
            return cards.waiting_window(_TITLES.get(click.action, "Approval"))


def _at(click: Click) -> str:
    """Where whoever clicks is, so that they are answered there when they send the window."""
    return HOME if click.home else Place(channel=click.channel, thread=click.thread).tag


def _closed(click: Click, message: Message) -> Modal:
    return cards.closed_window(_TITLES.get(click.action, "Approval"), message.text)
