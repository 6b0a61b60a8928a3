"""What all services stand on: what is outside, and what runs."""

from dataclasses import dataclass
from typing import Any

from bot.ports import Clock, Directory, Messenger
from bot.service.access.policy_book import PolicyBook
from bot.service.background import Background
from bot.store import Store
from core import Agent
from core.models.interface import ModelProvider


@dataclass(frozen=True)
class Brain:
    """What runs: the agent, its models, and the policies about it."""

    agent: Agent[Any]
    models: ModelProvider
    policies: PolicyBook


@dataclass(frozen=True, kw_only=True)
class Dependencies:
    """What is outside of the services."""

    store: Store
    messenger: Messenger
    directory: Directory
    bot_user: str
    brain: Brain
    background: Background
    clock: Clock
    command: str
    """Name of the slash command."""
