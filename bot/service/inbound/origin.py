"""Whether a click comes from where it claims to come from, and where it is answered. Decisions
only."""

from bot.records import Approval, Click, Command, Errand, MessageRef, Place, Stop


def is_from_its_card(standing: Approval, click: Click) -> bool:
    """A button counts on the messages it was posted with. One that is just being posted is not on
    record yet: a card is known by its channel, a copy by whom it is for. The Home shows buttons to
    one person alone."""
    if click.home:
        return True
    request = standing.request
    if standing.card is None:
        return click.channel in (request.place.channel, request.rule.reach.route_to)
    clicked = MessageRef(channel=click.channel, ts=click.message)
    return clicked in standing.with_buttons or _is_new_copy(standing, click)


def _is_new_copy(standing: Approval, click: Click) -> bool:
    place = Place(channel=click.channel, thread=click.thread)
    has_one = any(copy.to == click.user for copy in standing.copies)
    return place.is_direct and click.on_card and not has_one


def looked_for(done: Errand, standing: Approval | None = None) -> Place | None:
    """Where whoever did this looks for an answer: where they clicked, or opened the window they
    sent; in the thread, where the card stands in its channel. `None` in the Home, and for a
    command, which has an address of its own."""
    if isinstance(done, Command) or (not isinstance(done, Stop) and done.home):
        return None
    here = Place(channel=done.channel, thread=done.thread)
    thread = standing.request.place if standing is not None else here
    return thread if not here.thread and here.channel in ("", thread.channel) else here
