"""Who people are: what Slack says, kept for a moment, and never guessed."""

import asyncio
from typing import Any, Protocol

import pytest

from bot.playground import Playground
from bot.ports import DirectoryError
from bot.records import Person
from bot.slack import Identity, SlackDirectory, WebApi
from bot.slack.channels import reaches_outside
from bot.slack.people import read_person


class Time(Protocol):
    now: float

    def __call__(self) -> float: ...


@pytest.mark.parametrize(
    ("user", "kind"),
    [
        ("U0MIRA", "member"),
        ("U0GUS", "guest"),
        ("U0UNA", "guest"),
        ("U0OLAF", "deactivated"),
        ("U0EVE", "stranger"),
        ("U0STIG", "stranger"),
        ("U0DEPLOY", "bot"),
        ("USLACKBOT", "bot"),
    ],
)
async def test_people_are_told_apart(directory: SlackDirectory, user: str, kind: str) -> None:
    assert (await directory.person(user)).kind == kind


async def test_a_person_has_a_time_zone(directory: SlackDirectory) -> None:
    assert await directory.person("U0AIKO") == Person(id="U0AIKO", kind="member", tz="Asia/Tokyo")


USERS: list[tuple[dict[str, Any], str]] = [
    ({"team_id": "T1"}, "member"),
    ({"team_id": "T2"}, "stranger"),
    ({}, "member"),
    ({"is_stranger": True}, "stranger"),
    ({"team_id": ""}, "stranger"),
    ({"team_id": "T2", "enterprise_user": {"enterprise_id": "E1"}}, "member"),
    ({"team_id": "T2", "enterprise_user": {"enterprise_id": "E2"}}, "stranger"),
    ({"team_id": "T2", "enterprise_user": {"teams": ["T2", "T1"]}}, "member"),
    ({"team_id": "E1"}, "member"),
    ({"team_id": "T1", "is_stranger": True}, "stranger"),
    ({"team_id": "T1", "is_restricted": True}, "guest"),
    ({"team_id": "T1", "is_workflow_bot": True}, "bot"),
    ({"team_id": "T2", "deleted": True}, "deactivated"),
    ({"team_id": "", "enterprise_user": {"enterprise_id": ""}}, "stranger"),
]


@pytest.mark.parametrize(("user", "kind"), USERS)
def test_home_is_the_team_and_its_organisation(user: dict[str, Any], kind: str) -> None:
    assert read_person({"id": "U1", **user}, team="T1", enterprise="E1").kind == kind


def test_without_an_organisation_an_empty_id_is_no_match() -> None:
    user = {"id": "U1", "team_id": "T2", "enterprise_user": {"enterprise_id": ""}}
    assert read_person(user, team="T1", enterprise="").kind == "stranger"


async def test_a_channel_has_its_members(directory: SlackDirectory) -> None:
    assert await directory.members("G0TRIO") == {"U0MIRA", "U0JONAS", "U0SIGNOFF"}


@pytest.mark.parametrize(
    ("says", "outside"),
    [
        ({}, False),
        ({"is_ext_shared": False, "is_shared": True, "is_org_shared": True}, False),
        ({"is_ext_shared": True, "is_shared": True}, True),
        ({"is_ext_shared": False, "is_pending_ext_shared": True}, True),
    ],
)
def test_only_other_organisations_are_outside(says: dict[str, Any], outside: bool) -> None:
    assert reaches_outside(says) is outside


async def test_it_is_known_which_channels_are_shared(directory: SlackDirectory) -> None:
    assert await directory.is_shared("C0SHARED")
    assert not await directory.is_shared("C0OPS")


async def test_no_more_members_are_asked_for_at_once_than_slack_names(
    slack: Playground, directory: SlackDirectory
) -> None:
    await directory.members("C0OPS")
    [call] = slack.calls.of("conversations.members")
    assert call.arguments["limit"] == "999"


async def test_a_large_channel_is_read_to_its_end(
    slack: Playground, api: WebApi, home: Identity
) -> None:
    directory = SlackDirectory(api, home, page=2)
    assert await directory.members("C0OPS") == set(slack.workspace.channel("C0OPS").members)
    assert len(slack.calls.of("conversations.members")) > 3


async def test_a_group_has_its_members(directory: SlackDirectory) -> None:
    assert await directory.group("S0SRE") == {"U0JONAS", "U0AIKO"}


@pytest.mark.parametrize(
    ("ask", "reason"),
    [
        (lambda d: d.group("S0NONE"), "no_such_subteam"),
        (lambda d: d.members("C0NONE"), "channel_not_found"),
        (lambda d: d.is_shared("C0NONE"), "channel_not_found"),
        (lambda d: d.person("U0NONE"), "user_not_found"),
    ],
)
async def test_what_cannot_be_checked_says_why(
    directory: SlackDirectory, ask: Any, reason: str
) -> None:
    with pytest.raises(DirectoryError, match=reason):
        await ask(directory)


async def test_an_answer_is_kept_for_a_moment(
    slack: Playground, directory: SlackDirectory, time: Time
) -> None:
    await directory.group("S0SRE")
    time.now += 29
    await directory.group("S0SRE")
    assert len(slack.calls.of("usergroups.users.list")) == 1
    time.now += 2
    await directory.group("S0SRE")
    assert len(slack.calls.of("usergroups.users.list")) == 2


async def test_whoever_wants_a_younger_answer_asks_anew_for_all(
    slack: Playground, directory: SlackDirectory, time: Time
) -> None:
    await directory.person("U0MIRA")
    time.now += 5
    await directory.within(6).person("U0MIRA")
    assert len(slack.calls.of("users.info")) == 1
    await directory.within(5).person("U0MIRA")
    await directory.person("U0MIRA")
    assert len(slack.calls.of("users.info")) == 2


async def test_no_answer_is_kept_for_longer_than_a_minute(
    slack: Playground, api: WebApi, home: Identity, time: Time
) -> None:
    directory = SlackDirectory(api, home, ttl=3600, clock=time)
    await directory.person("U0MIRA")
    time.now += 60
    await directory.person("U0MIRA")
    assert len(slack.calls.of("users.info")) == 2


async def test_many_questions_at_once_are_one_call(
    slack: Playground, directory: SlackDirectory
) -> None:
    found = await asyncio.gather(*(directory.person("U0MIRA") for _ in range(20)))
    assert {person.id for person in found} == {"U0MIRA"}
    assert len(slack.calls.of("users.info")) == 1


async def test_a_failure_is_not_kept(slack: Playground, directory: SlackDirectory) -> None:
    slack.faults.fail("users.info", "missing_scope")
    with pytest.raises(DirectoryError, match="missing_scope"):
        await directory.person("U0MIRA")
    assert (await directory.person("U0MIRA")).kind == "member"


async def test_whoever_stops_waiting_spoils_it_for_nobody(
    slack: Playground, directory: SlackDirectory
) -> None:
    slack.faults.slow("users.info", 0.02)
    impatient = asyncio.create_task(directory.person("U0MIRA"))
    patient = asyncio.create_task(directory.person("U0MIRA"))
    await asyncio.sleep(0.005)
    impatient.cancel()
    assert (await patient).id == "U0MIRA"
    assert len(slack.calls.of("users.info")) == 1
