"""Drawing something again until it shows how an approval stands."""

from collections.abc import Awaitable, Callable

from bot.records import Approval


async def drawn_as_it_stands(
    standing: Approval,
    draw: Callable[[Approval], Awaitable[None]],
    look: Callable[[str], Awaitable[Approval | None]],
) -> Approval:
    """A courier who was held up on the way may have drawn over what a later one had shown, so the
    record is looked at after each drawing. How it stands then."""
    drawn = None
    while (shown := (standing.version, standing.result)) != drawn:
        await draw(standing)
        drawn = shown
        standing = await look(standing.request.id) or standing
    return standing
