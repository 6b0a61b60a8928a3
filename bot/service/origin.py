"""Whether a click comes from where it claims to come from."""

from bot.records import Approval, Click, MessageRef


def is_from_its_card(standing: Approval, click: Click) -> bool:
    """A button counts on the messages it was posted with; a card that is just being posted
    is known by its channel. The Home shows buttons to one person alone."""
    if click.home:
        return True
    request = standing.request
    if standing.card is None:
        return click.channel in (request.place.channel, request.rule.reach.route_to)
    return MessageRef(channel=click.channel, ts=click.message) in standing.with_buttons
