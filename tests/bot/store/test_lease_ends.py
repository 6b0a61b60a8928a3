"""Nobody renews the lease of a holder that has left."""

import asyncio

from bot.ports import NotRecorded
from bot.store.lease import renewed


async def test_a_renewal_that_is_cut_off_is_the_last() -> None:
    asked = 0
    under_way = asyncio.Event()

    async def renew() -> bool:
        nonlocal asked
        asked += 1
        under_way.set()
        try:
            await asyncio.sleep(10)
        except asyncio.CancelledError:
            raise NotRecorded("the connection broke") from None
        return True

    async with renewed(renew, 0.001):
        await under_way.wait()
    await asyncio.sleep(0.02)
    assert asked == 1
