"""What people see in Slack: pure functions from records to messages."""

from bot.cards.approval import approval_card
from bot.cards.ids import ACTION_ID, COMMANDS, Action, action_id, action_of

__all__ = [
    "ACTION_ID",
    "COMMANDS",
    "Action",
    "action_id",
    "action_of",
    "approval_card",
]
