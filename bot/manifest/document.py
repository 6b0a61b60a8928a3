"""The manifest as data, in the shape of Slack's manifest schema."""

from typing import Any

from bot.manifest.scopes import EVENTS, scopes

SUMMARY = "An agent that acts once a teammate signs off."

ABOUT = (
    "Mention the agent in a channel, write to it, or use its command, and it goes to work in a"
    " thread. Before it does anything that matters it shows exactly what will run and asks; a"
    " teammate approves or rejects with a click. An approved action runs once, as it was shown,"
    " and everybody in the thread sees what became of it."
)

PROMPTS = (
    ("What is running?", "What's running?"),
    ("Restart a service", "Restart payments in staging"),
    ("Scale a service", "Scale checkout to 5"),
    ("What can you do?", "What can you do?"),
)
"""For the example agent."""
ANY_AGENT = PROMPTS[-1:]


def manifest(
    *, command: str = "/agent", url: str | None = None, example: bool = True
) -> dict[str, Any]:
    """For Socket Mode, or for HTTP when the bot's public `url` is given. `example`: whether it is
    the example agent, of which more is known than of others."""
    prompts = PROMPTS if example else ANY_AGENT
    request_url = {"request_url": _endpoint(url)} if url else {}
    slash = {"url": _endpoint(url)} if url else {}
    return {
        "_metadata": {"major_version": 2, "minor_version": 1},
        "display_information": {
            "name": "signoff",
            "description": SUMMARY,
            "long_description": ABOUT,
            "background_color": "#1f2d3d",
        },
        "features": {
            "agent_view": {
                "agent_description": SUMMARY,
                "suggested_prompts": [
                    {"title": title, "message": message} for title, message in prompts
                ],
            },
            "app_home": {
                "home_tab_enabled": True,
                "messages_tab_enabled": True,
                "messages_tab_read_only_enabled": False,
            },
            "bot_user": {"display_name": "signoff", "always_online": True},
            "shortcuts": [
                {
                    "name": "Ask the agent",
                    "type": "message",
                    "callback_id": "ask_agent",
                    "description": "Let the agent deal with this message",
                }
            ],
            "slash_commands": [
                {
                    "command": command,
                    **slash,
                    "description": "Ask the agent, see what waits, approve or reject",
                    "usage_hint": "ask …, pending, list, show, approve, reject, cancel, delegate",
                    # Mentions arrive as ids: names prove nothing.
                    "should_escape": True,
                }
            ],
        },
        "oauth_config": {"scopes": {"bot": scopes()}},
        "settings": {
            "event_subscriptions": {**request_url, "bot_events": sorted(EVENTS)},
            "interactivity": {"is_enabled": True, **request_url},
            "org_deploy_enabled": False,
            "socket_mode_enabled": url is None,
            "token_rotation_enabled": False,
        },
    }


def _endpoint(url: str) -> str:
    """Where the bot takes requests, from its public address."""
    return url.rstrip("/").removesuffix("/slack/events") + "/slack/events"
