"""Messages with buttons that are not on record as a card: one too many of ours, or a forgery."""

from bot import cards
from bot.ports import Message
from bot.records import Approval, Click, MessageRef
from bot.service.inbound.replier import Replier


async def turned_away(replier: Replier, standing: Approval, click: Click) -> Message:
    """What to say to a click on such a message. One of ours leads to where that person can decide
    from now on; whoever made one up learns nothing."""
    if not click.on_card:
        return cards.unknown_approval()
    own = next((each.ref for each in standing.copies if each.to == click.user), standing.card)
    answer = cards.on_its_card(await replier.link(own) if own is not None else "")
    if own is not None and click.channel and click.message:
        await replier.retire(MessageRef(channel=click.channel, ts=click.message), answer)
    return answer
