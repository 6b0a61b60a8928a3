"""What the app can look up: people, groups, channels, files."""

import aiohttp
import pytest
from slack_sdk.web.async_client import AsyncWebClient

from bot.playground import Person, Playground
from bot.playground.sample import HOME
from tests.bot.playground.conftest import Refusal


def grant(slack: Playground, *scopes: str) -> None:
    """More than the app's manifest asks for."""
    slack.workspace.change_app(scopes=slack.workspace.app.scopes | set(scopes))


@pytest.mark.parametrize(
    ("user", "expected"),
    [
        ("U0MIRA", {"is_restricted": False, "deleted": False, "is_bot": False}),
        ("U0GUS", {"is_restricted": True, "is_ultra_restricted": False}),
        ("U0UNA", {"is_restricted": True, "is_ultra_restricted": True}),
        ("U0OLAF", {"deleted": True}),
        ("U0DEPLOY", {"is_bot": True}),
        ("U0EVE", {"team_id": "T0PARTNER", "is_stranger": False}),
        ("U0STIG", {"team_id": "T0PARTNER", "is_stranger": True}),
        ("U0AIKO", {"tz": "Asia/Tokyo", "tz_offset": 32_400}),
    ],
)
async def test_a_user_says_what_kind_of_person_it_is(
    client: AsyncWebClient, user: str, expected: dict[str, object]
) -> None:
    found = (await client.users_info(user=user))["user"]
    assert {k: found.get(k) for k in expected} == expected


async def test_an_unknown_person_is_refused(client: AsyncWebClient, refusal: Refusal) -> None:
    assert await refusal(client.users_info(user="U0")) == "user_not_found"


async def test_lists_come_in_pages(client: AsyncWebClient) -> None:
    ids = [
        member["id"]
        async for page in await client.users_list(limit=5)
        for member in page["members"]
    ]
    assert len(ids) == len(set(ids)) == 11
    assert "U0STIG" not in ids


async def test_group_members_are_listed(client: AsyncWebClient, refusal: Refusal) -> None:
    assert (await client.usergroups_users_list(usergroup="S0SRE"))["users"] == [
        "U0JONAS",
        "U0AIKO",
    ]
    groups = (await client.usergroups_list(include_users=True))["usergroups"]
    assert [(g["handle"], g["user_count"]) for g in groups] == [("sre", 2)]
    for unknown in ("S0NOBODY", "S0"):
        lost = client.usergroups_users_list(usergroup=unknown)
        assert await refusal(lost) == "no_such_subteam"


async def test_groups_need_a_paid_plan(
    client: AsyncWebClient, slack: Playground, refusal: Refusal
) -> None:
    slack.workspace.change_team(paid=False)
    assert await refusal(client.usergroups_list()) == "plan_upgrade_required"


async def test_a_channel_says_what_kind_it_is(
    client: AsyncWebClient, slack: Playground, refusal: Refusal
) -> None:
    grant(slack, "im:read")

    async def look(channel: str) -> dict[str, object]:
        found: dict[str, object] = (await client.conversations_info(channel=channel))["channel"]
        return found

    assert (await look("C0SHARED"))["is_ext_shared"] is True
    assert (await look("C0SHARED"))["shared_team_ids"] == [HOME.id, "T0PARTNER"]
    assert (await look("C0OLD"))["is_archived"] is True
    assert (await look("C0SECRET"))["is_private"] is True
    assert (await look("C0GENERAL"))["is_member"] is False
    assert (await look("D0MIRA"))["user"] == "U0MIRA"
    assert (await look("G0TRIO"))["is_mpim"] is True
    assert await refusal(client.conversations_info(channel="C0HIDDEN")) == "channel_not_found"


async def test_members_of_a_channel_are_listed(client: AsyncWebClient) -> None:
    first = await client.conversations_members(channel="C0OPS", limit=4)
    assert len(first["members"]) == 4
    assert first["response_metadata"]["next_cursor"]


@pytest.mark.parametrize("limit", [0, 1_000])
async def test_a_page_of_a_list_has_its_bounds(
    client: AsyncWebClient, refusal: Refusal, limit: int
) -> None:
    for method in ("conversations.members", "conversations.history"):
        page = client.api_call(method, data={"channel": "C0OPS", "limit": limit})
        assert await refusal(page) == "invalid_limit"


@pytest.mark.parametrize(
    ("channel", "scope"),
    [("C0OPS", "channels"), ("C0SECRET", "groups"), ("D0MIRA", "im"), ("G0TRIO", "mpim")],
)
async def test_each_kind_of_channel_is_read_by_scopes_of_its_own(
    client: AsyncWebClient, slack: Playground, refusal: Refusal, channel: str, scope: str
) -> None:
    grant(slack, "im:read")
    await client.conversations_history(channel=channel)
    await client.conversations_members(channel=channel)
    lost = {f"{scope}:read", f"{scope}:history"}
    slack.workspace.change_app(scopes=slack.workspace.app.scopes - lost)
    assert await refusal(client.conversations_history(channel=channel)) == "missing_scope"
    assert await refusal(client.conversations_members(channel=channel)) == "missing_scope"


async def test_history_has_roots_and_replies_have_the_thread(
    client: AsyncWebClient, mira: Person, refusal: Refusal
) -> None:
    root = await mira.says("C0OPS", "root")
    reply = await mira.says("C0OPS", "reply", thread_ts=root.ts)
    last = await mira.says("C0OPS", "last")
    history = (await client.conversations_history(channel="C0OPS"))["messages"]
    assert [m["ts"] for m in history] == [last.ts, root.ts]
    assert history[1]["reply_count"] == 1
    thread = (await client.conversations_replies(channel="C0OPS", ts=root.ts))["messages"]
    assert [m["ts"] for m in thread] == [root.ts, reply.ts]
    since = await client.conversations_history(channel="C0OPS", oldest=root.ts)
    assert [m["ts"] for m in since["messages"]] == [last.ts]
    wrong = client.conversations_history(channel="C0OPS", oldest="yesterday")
    assert await refusal(wrong) == "invalid_ts_oldest"
    lost = client.conversations_replies(channel="C0OPS", ts="1.000000")
    assert await refusal(lost) == "thread_not_found"
    outside = client.conversations_history(channel="C0GENERAL")
    assert await refusal(outside) == "not_in_channel"


async def test_direct_and_group_messages_are_opened(
    client: AsyncWebClient, refusal: Refusal
) -> None:
    known = await client.conversations_open(users="U0MIRA")
    assert known["channel"]["id"] == "D0MIRA"
    made = await client.conversations_open(users=["U0MIRA", "U0SAM"], return_im=True)
    assert made["channel"]["is_mpim"] is True
    assert await refusal(client.conversations_open(users="U0OLAF")) == "user_disabled"


async def test_the_workspace_changes_while_it_runs(
    client: AsyncWebClient, slack: Playground
) -> None:
    slack.workspace.change_user("U0JONAS", deleted=True)
    slack.workspace.change_channel("C0OPS", is_archived=True)
    slack.workspace.change_group("S0SRE", members=("U0AIKO",))
    assert (await client.users_info(user="U0JONAS"))["user"]["deleted"] is True
    assert (await client.conversations_info(channel="C0OPS"))["channel"]["is_archived"] is True
    assert (await client.usergroups_users_list(usergroup="S0SRE"))["users"] == ["U0AIKO"]


async def test_channels_are_listed_as_far_as_the_app_may_know(client: AsyncWebClient) -> None:
    every = await client.conversations_list(types="public_channel,private_channel")
    names = {c["name"] for c in every["channels"]}
    assert {"general", "incident"} <= names
    assert "board" not in names
    own = await client.users_conversations(types="public_channel", exclude_archived=True)
    assert {c["name"] for c in own["channels"]} == {"ops", "approvals", "shared"}


async def test_a_reaction_is_given_once(
    client: AsyncWebClient, mira: Person, slack: Playground, refusal: Refusal
) -> None:
    grant(slack, "reactions:write")
    said = await mira.says("C0OPS", "hello")
    place = {"channel": "C0OPS", "timestamp": said.ts}
    await client.reactions_add(**place, name="eyes")
    assert slack.workspace.message("C0OPS", said.ts).reactions[0]["count"] == 1
    assert await refusal(client.reactions_add(**place, name="eyes")) == "already_reacted"
    assert await refusal(client.reactions_add(**place, name=":eyes:")) == "invalid_name"
    await client.reactions_remove(**place, name="eyes")
    assert await refusal(client.reactions_remove(**place, name="eyes")) == "no_reaction"


async def test_a_file_is_shared_once_its_bytes_are_there(
    client: AsyncWebClient, slack: Playground, refusal: Refusal
) -> None:
    place = await client.files_getUploadURLExternal(filename="a.txt", length=3)
    early = client.files_completeUploadExternal(files=[{"id": place["file_id"], "title": "A"}])
    assert await refusal(early) == "file_not_found"
    async with aiohttp.ClientSession() as session:
        async with session.post(place["upload_url"], data=b"abc") as uploaded:
            assert await uploaded.text() == "OK - 3"
        async with session.post(f"{slack.origin}/upload/v1/none", data=b"abc") as lost:
            assert lost.status == 404
        done = await client.files_completeUploadExternal(
            files=[{"id": place["file_id"], "title": "A"}],
            channel_id="C0OPS",
            initial_comment="All arguments",
        )
        async with session.get(done["files"][0]["url_private"]) as file:
            assert await file.read() == b"abc"
            assert file.headers["Content-Disposition"] == "attachment"
    assert slack.messages[-1].shown == "All arguments\nA"
