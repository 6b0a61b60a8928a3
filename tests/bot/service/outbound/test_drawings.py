"""What is drawn of an approval tells what is so where the bot is at work."""

from bot.service.access.delegates import Delegates
from bot.service.access.stand_ins import StandIns
from bot.service.outbound.drawings import Drawings
from bot.store import memory_store
from bot.testing import FakeClock
from bot.testing.directory import MemoryDirectory
from bot.testing.messenger import MemoryMessenger
from tests.bot.cards.samples import approval


async def test_a_card_names_the_command_that_is_in_use() -> None:
    clock = FakeClock()
    async with memory_store(clock) as store:
        delegates = Delegates(store.delegations, store.audit, clock)
        stand_ins = StandIns(delegates, MemoryDirectory())
        drawings = Drawings(MemoryMessenger(), stand_ins, command="/ops")
        long = approval(arguments={"note": "x" * 9_000})
        drawn = str(await drawings.card(long))
    assert f"/ops show {long.request.id}" in drawn
    assert "/agent" not in drawn
