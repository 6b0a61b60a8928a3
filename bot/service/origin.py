"""Whether a click comes from where it claims to come from."""

from bot.records import Approval, Click


def is_from_its_card(standing: Approval, click: Click) -> bool:
    """A button counts on the one message it was posted with; a card that is just being posted
    is known by its channel. The Home shows buttons to one person alone."""
    if click.home:
        return True
    card = standing.card
    if card is None:
        return click.channel == standing.request.place.channel
    return (click.channel, click.message) == (card.channel, card.ts)
