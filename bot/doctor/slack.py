"""Tokens, and the scopes they carry."""

import re
from collections.abc import Sequence

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.doctor.finding import Finding
from bot.manifest import scopes
from bot.settings import Settings, check_slack
from bot.slack import web_client

HEX32 = re.compile(r"[0-9a-f]{32}")

REINSTALL = 'Update the app with "signoff manifest" and install it to the workspace again'


async def check_tokens(settings: Settings) -> Sequence[Finding]:
    """The bot's token and scopes, then how Slack will reach the bot. Raises `SettingsError`."""
    check_slack(settings, front=True)
    assert settings.slack_bot_token is not None
    token = settings.slack_bot_token.get_secret_value()
    async with web_client(token, base_url=settings.slack_api_url) as client:
        return [*await _bot_token(client), *await _front(settings, client)]


async def _bot_token(client: AsyncWebClient) -> Sequence[Finding]:
    try:
        answer = await client.auth_test()
    except Exception as error:  # noqa: BLE001 - the code of Slack, or the connection's trouble
        return [_refused("slack bot token", "SLACK_BOT_TOKEN", error)]
    who = f"{answer.get('user')} in {answer.get('team')}"
    granted = {key.lower(): value for key, value in answer.headers.items()}.get("x-oauth-scopes")
    return [Finding("slack bot token", "ok", who), scope_finding(granted)]


def scope_finding(granted: str | None) -> Finding:
    """From the header in which Slack lists a token's scopes."""
    if granted is None:
        return Finding("slack scopes", "warn", "Slack did not say which scopes the token has")
    have = {scope.strip() for scope in granted.split(",")}
    missing = [scope for scope in scopes() if scope not in have]
    if missing:
        return Finding("slack scopes", "fail", f"missing: {', '.join(missing)}", REINSTALL)
    return Finding("slack scopes", "ok", f"all {len(scopes())} are there")


async def _front(settings: Settings, client: AsyncWebClient) -> Sequence[Finding]:
    if settings.slack_app_token is not None:
        return [await _socket_mode(settings.slack_app_token.get_secret_value(), client)]
    assert settings.slack_signing_secret is not None
    secret = settings.slack_signing_secret.get_secret_value()
    if HEX32.fullmatch(secret) is None:
        todo = 'Copy the signing secret from "Basic Information" of the app'
        what = "SLACK_SIGNING_SECRET does not look like one: 32 digits and letters a to f"
        return [Finding("slack http", "warn", what, todo)]
    where = f"{settings.host}:{settings.port}/slack/events must be reachable for Slack"
    return [Finding("slack http", "ok", where)]


async def _socket_mode(token: str, client: AsyncWebClient) -> Finding:
    try:
        await client.apps_connections_open(app_token=token)
    except Exception as error:  # noqa: BLE001 - the code of Slack, or the connection's trouble
        return _refused("slack socket mode", "SLACK_APP_TOKEN", error)
    return Finding("slack socket mode", "ok", "a connection can be opened")


def _refused(name: str, variable: str, error: Exception) -> Finding:
    if isinstance(error, SlackApiError):
        code = error.response.get("error", "no reason given")
        return Finding(name, "fail", f"Slack refuses {variable}: {code}", _todo(code, variable))
    what = f"Slack cannot be reached ({type(error).__name__})"
    return Finding(name, "fail", what, "Check the network and SLACK_API_URL")


def _todo(code: str, variable: str) -> str:
    match code:
        case "missing_scope" | "not_allowed_token_type":
            return f"{variable} is a token of another kind, or lacks a scope"
        case "token_revoked" | "account_inactive" | "token_expired":
            return "Install the app to the workspace again and copy the new token"
        case _:
            return f"Copy {variable} again from the app's settings"
