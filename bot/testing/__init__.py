"""Try an agent and its policies the way people use them, without Slack, Redis or a model.

    async with Trial(agent, policies=TOML) as trial:
        await trial.person("mira").asks("restart payments")
        card = await trial.card()
        await trial.person("jonas").clicks(card, "Approve")
        assert await trial.answer() == "Restarted."

The bot is the real one, over signed HTTP, on a stand-in for Slack. Time passes when the test says
so (`trial.clock.advance("4h")`), in one leap; what is due then happens by itself. People and
channels are those of `bot.playground.SAMPLE` unless another workspace is given. As a pytest
fixture it is in `bot.testing.plugin`.
"""

from bot.testing.clock import FakeClock
from bot.testing.process import Process
from bot.testing.trial import Teammate, Trial

__all__ = ["FakeClock", "Process", "Teammate", "Trial"]
