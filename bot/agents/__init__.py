"""The agents: the one `BOT_AGENT` names or the example, and the models they run on."""

from bot.agents.fleet import Fleet
from bot.agents.load import example_agent, example_fleet, load_agent
from bot.agents.models import models_for

__all__ = ["Fleet", "example_agent", "example_fleet", "load_agent", "models_for"]
