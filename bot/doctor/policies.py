"""The policies: can they be read, do they name real people, groups and tools."""

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase

from bot.agents.load import load_agent
from bot.doctor.agent import tools
from bot.doctor.finding import Finding
from bot.errors import CannotStart
from bot.policy import Policies, load_policies
from bot.policy.reference import is_channel, is_group, is_person
from bot.ports import Directory, DirectoryError, NotDelivered
from bot.settings import Settings
from bot.slack import SlackDirectory, WebApi, identify, web_client


async def check_policies(settings: Settings) -> Sequence[Finding]:
    """Raises `CannotStart` when the file cannot be used."""
    path = settings.policy_file()
    if path is None:
        what = "no bot.toml: members of the channel may approve, the requester may not"
        return [Finding("policies", "ok", what)]
    policies = load_policies(path)
    found = len(policies.policies)
    return [
        Finding("policies", "ok", f"{path}: {found} {'policy' if found == 1 else 'policies'}"),
        *_unused(policies, settings),
        *await _unknown(policies, settings),
    ]


def _unused(policies: Policies, settings: Settings) -> Sequence[Finding]:
    try:
        names = [name for name, _ in tools(load_agent(settings))]
    except CannotStart:
        return []
    return unused_patterns(policies, names)


def unused_patterns(policies: Policies, names: Sequence[str]) -> list[Finding]:
    """Patterns that match none of the agent's tools: perhaps a misspelling."""
    return [
        Finding("policies", "warn", f"{policy.name}: {pattern} matches none of the agent's tools")
        for policy in policies.policies
        for pattern in policy.tools
        if not any(fnmatchcase(name, pattern) for name in names)
    ]


async def _unknown(policies: Policies, settings: Settings) -> Sequence[Finding]:
    if settings.slack_bot_token is None:
        return [Finding("policies", "warn", "ids not checked: SLACK_BOT_TOKEN is not set")]
    token = settings.slack_bot_token.get_secret_value()
    async with web_client(token, base_url=settings.slack_api_url) as client:
        api = WebApi(client, patience=5)
        try:
            home = await identify(api)
        except NotDelivered as error:
            return [Finding("policies", "warn", f"ids not checked: Slack says {error.code}")]
        return await unknown_ids(policies, SlackDirectory(api, home), bot=home.user)


async def unknown_ids(policies: Policies, directory: Directory, *, bot: str) -> list[Finding]:
    """Ids Slack does not know, and channels the bot is not in."""
    findings = []
    for name in dict.fromkeys(_names(policies)):
        try:
            problem = await _problem(name, directory, bot)
        except DirectoryError as error:
            problem = f"Slack does not know {name} ({error})"
        if problem:
            findings.append(Finding("policies", "fail", problem, "Correct the id in bot.toml"))
    return findings


def _names(policies: Policies) -> Iterator[str]:
    for policy in policies.policies:
        yield from policy.approvers
        yield from policy.escalate_to
        if policy.route_to:
            yield policy.route_to


async def _problem(name: str, directory: Directory, bot: str) -> str:
    """What is wrong with a name; empty when nothing is. Raises `DirectoryError`."""
    if is_person(name):
        kind = (await directory.person(name)).kind
        return "" if kind == "member" else f"{name} may not approve: a {kind}"
    if is_group(name):
        return "" if await directory.group(name) else f"{name} has no members"
    if is_channel(name):
        members = await directory.members(name)
        return "" if bot in members else f"the bot is not in {name}; invite it there"
    return ""
