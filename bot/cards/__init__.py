"""What people see in Slack: pure functions from records to messages."""

from bot.cards.answers import (
    asked,
    cancelling,
    cannot_start,
    help_text,
    late,
    may_not_cancel,
    not_found,
    not_in_doubt,
    not_recorded,
    note,
    over_already,
    recorded,
    refused,
    undeliverable,
    unknown_approval,
)
from bot.cards.approval import approval_card
from bot.cards.ids import ACTION_ID, Action, action_id, action_of
from bot.cards.listing import (
    approval_details,
    pending_list,
    run_details,
    run_list,
    run_status,
)

__all__ = [
    "ACTION_ID",
    "Action",
    "action_id",
    "action_of",
    "approval_card",
    "approval_details",
    "asked",
    "cancelling",
    "cannot_start",
    "help_text",
    "late",
    "may_not_cancel",
    "not_found",
    "not_in_doubt",
    "not_recorded",
    "note",
    "over_already",
    "pending_list",
    "recorded",
    "refused",
    "run_details",
    "run_list",
    "run_status",
    "undeliverable",
    "unknown_approval",
]
