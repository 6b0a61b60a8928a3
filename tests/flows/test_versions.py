"""Old and new versions of the bot side by side: what a new one has begun is left to new ones."""

from bot.store import World, memory_store
from bot.testing import Trial
from tests.flows.ops import Ops, deploy, says


async def test_an_older_version_leaves_a_thread_alone_and_says_so_after_a_while() -> None:
    ops = Ops([deploy("prod")], says("It is live."))
    world, schema = World(), 2

    async with Trial(
        ops.agent(), open_store=lambda clock: memory_store(clock, world=world, schema=schema)
    ) as trial:
        await trial.person("mira").asks("deploy")
        card = await trial.card()
        await trial.settled()
        schema = 1
        await trial.restart()
        await trial.person("jonas").clicks(card, "Approve")
        await trial.settled()
        assert not [m for m in trial.slack.messages if "newer version" in m.shown]
        for _ in range(12):
            await trial.pick_up()
            await trial.settled()
        await trial.message("newer version of me")
        told = [m for m in trial.slack.messages if "newer version" in m.shown]
        assert (len(told), ops.ran) == (1, [])
        schema = 2
        await trial.restart()
        await trial.pick_up()
        await trial.message("It is live.")
        assert ops.ran == ["prod"]
