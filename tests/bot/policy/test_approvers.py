"""Whose word counts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.policy import (
    Allowed,
    Decidable,
    Facts,
    Lookups,
    Refused,
    Undecidable,
    Unknown,
    facts_needed,
    is_decidable,
    may_decide,
    stands_in,
)
from bot.records import Call, Person, Place, Request, Rule

CHANNEL = Place(channel="C1", thread="1.1")
DIRECT = Place(channel="D1", thread="1.1")
REQUESTER = "U1"
EVERYBODY = Facts(channels={"C1": frozenset({"U1", "U2", "U9"})}, groups={"S1": frozenset({"U3"})})


def rule(*approvers: str, required: int = 1, own: bool = False) -> Rule:
    return Rule(
        name="default",
        approvers=approvers or ("channel",),
        required=required,
        requester_may_approve=own,
        version="v",
    )


def request(rule: Rule, place: Place = CHANNEL) -> Request:
    call = Call(run="r", call_id="c", agent="a", tool="t", arguments="{}", digest="d")
    return Request(
        id="x", place=place, requester=REQUESTER, call=call, rule=rule, asked_at=0, expires_at=1
    )


def member(user: str) -> Person:
    return Person(id=user, kind="member")


def test_a_full_member_of_the_channel_may_decide() -> None:
    assert may_decide(request(rule()), member("U2"), EVERYBODY) == Allowed()


def test_somebody_outside_the_channel_is_told_who_decides() -> None:
    answer = may_decide(request(rule("U2", "S1", "channel")), member("U8"), EVERYBODY)
    assert isinstance(answer, Refused)
    assert answer.reason == "not_named"
    assert answer.words == (
        "You cannot decide this one. It is up to <@U2>, <!subteam^S1> or full members of <#C1> "
        "(but not whoever asked)."
    )


def test_nobody_is_sent_to_a_requester_who_may_not_decide() -> None:
    answer = may_decide(request(rule(REQUESTER, "U2")), member("U8"), EVERYBODY)
    assert isinstance(answer, Refused)
    assert answer.words == "You cannot decide this one. It is up to <@U2>."


def test_the_requester_is_told_that_somebody_else_has_to() -> None:
    assert may_decide(request(rule()), member(REQUESTER), EVERYBODY) == Refused(
        "own_request", "You asked for this yourself; somebody else has to decide."
    )


def test_naming_the_requester_by_id_does_not_lift_the_ban() -> None:
    answer = may_decide(request(rule(REQUESTER)), member(REQUESTER), EVERYBODY)
    assert isinstance(answer, Refused)


@pytest.mark.parametrize(
    ("approvers", "own"), [(("channel",), True), (("requester",), False), ((REQUESTER,), True)]
)
def test_the_requester_may_where_the_policy_says_so(approvers: tuple[str, ...], own: bool) -> None:
    asked = request(rule(*approvers, own=own))
    assert may_decide(asked, member(REQUESTER), EVERYBODY) == Allowed()


def test_lifting_the_ban_does_not_make_the_requester_an_approver() -> None:
    answer = may_decide(request(rule("U2", own=True)), member(REQUESTER), EVERYBODY)
    assert isinstance(answer, Refused)
    assert answer.reason == "not_named"


@pytest.mark.parametrize("kind", ["guest", "stranger", "bot", "deactivated"])
def test_nobody_but_a_full_member_ever_decides(kind: str) -> None:
    asked = request(rule("U2", "S1", "channel", "requester", own=True))
    everywhere = Facts({"C1": frozenset({"U2"})}, {"S1": frozenset({"U2"})})
    answer = may_decide(asked, Person.model_validate({"id": "U2", "kind": kind}), everywhere)
    assert isinstance(answer, Refused)
    assert answer.reason == kind
    assert answer.words


def test_a_member_of_a_named_group_may_decide() -> None:
    assert may_decide(request(rule("S1")), member("U3"), EVERYBODY) == Allowed()
    assert isinstance(may_decide(request(rule("S1")), member("U2"), EVERYBODY), Refused)


def test_what_could_not_be_read_is_neither_a_yes_nor_a_no() -> None:
    answer = may_decide(request(rule("S1", "channel")), member("U8"), Facts())
    assert isinstance(answer, Unknown)
    assert answer.unchecked == ("C1", "S1")
    assert "Nothing was changed" in answer.words


def test_one_place_that_names_them_is_enough_though_another_cannot_be_read() -> None:
    half = Facts(channels={"C1": frozenset({"U2"})})
    assert may_decide(request(rule("S1", "channel")), member("U2"), half) == Allowed()
    assert isinstance(may_decide(request(rule("S1", "channel")), member("U8"), half), Unknown)


def test_a_person_named_by_id_needs_no_lookup() -> None:
    asked = request(rule("U2", "S1", "channel"))
    assert facts_needed(asked, "U2") == Lookups()
    assert facts_needed(asked, REQUESTER) == Lookups()
    assert facts_needed(asked, "U8") == Lookups(frozenset({"C1"}), frozenset({"S1"}))
    assert may_decide(asked, member("U2")) == Allowed()


def test_in_a_direct_message_the_channel_is_nobody_but_the_requester() -> None:
    asked = request(rule(), DIRECT)
    assert facts_needed(asked, "U2") == Lookups()
    assert isinstance(may_decide(asked, member("U2")), Refused)
    assert isinstance(may_decide(asked, member(REQUESTER)), Refused)
    assert may_decide(request(rule(own=True), DIRECT), member(REQUESTER)) == Allowed()


@pytest.mark.parametrize(
    ("given", "place"),
    [
        (rule(), CHANNEL),
        (rule("S1"), DIRECT),
        (rule("U2"), DIRECT),
        (rule("requester"), DIRECT),
        (rule(own=True), DIRECT),
        (rule("U2", "U3", required=2), CHANNEL),
    ],
)
def test_somebody_could_approve(given: Rule, place: Place) -> None:
    assert is_decidable(given, place, REQUESTER) == Decidable()


@pytest.mark.parametrize(
    ("given", "place", "why"),
    [
        (rule(), DIRECT, "In a direct message there is nobody else"),
        (rule(REQUESTER), CHANNEL, "the only approver is the person who asked"),
        (rule(REQUESTER, "U2", required=2), CHANNEL, "needs 2 people to approve it, and only 1"),
        (rule("requester", required=2), CHANNEL, "needs 2 people to approve it, and only 1"),
    ],
)
def test_a_request_nobody_could_approve_says_so_and_how_to_name_somebody(
    given: Rule, place: Place, why: str
) -> None:
    answer = is_decidable(given, place, REQUESTER)
    assert isinstance(answer, Undecidable)
    assert why in answer.words
    assert "nothing was run" in answer.words
    assert "`bot.toml`" in answer.words


users = st.sampled_from(["U1", "U2", "U3", "U4"])
names = st.sampled_from(["U1", "U2", "S1", "S2", "channel", "requester"])
sets = st.frozensets(users)


@given(
    st.lists(names, min_size=1, max_size=4),
    st.booleans(),
    st.sampled_from([CHANNEL, DIRECT]),
    users,
    st.dictionaries(st.sampled_from(["C1", "D1"]), sets),
    st.dictionaries(st.sampled_from(["S1", "S2"]), sets),
)
def test_knowing_more_never_turns_a_yes_into_a_no_and_unknown_only_comes_from_not_knowing(
    approvers: list[str],
    own: bool,
    place: Place,
    user: str,
    channels: dict[str, frozenset[str]],
    groups: dict[str, frozenset[str]],
) -> None:
    asked = request(rule(*approvers, own=own), place)
    answer = may_decide(asked, member(user), Facts(channels, groups))
    needed = facts_needed(asked, user)
    all_known = needed.channels <= set(channels) and needed.groups <= set(groups)
    assert isinstance(answer, Unknown) <= (not all_known)
    only_needed = Facts(
        {each: channels[each] for each in needed.channels if each in channels},
        {each: groups[each] for each in needed.groups if each in groups},
    )
    assert may_decide(asked, member(user), only_needed) == answer
    if isinstance(answer, Allowed):
        assert user != REQUESTER or own or "requester" in approvers
        assert isinstance(is_decidable(rule(*approvers, own=own), place, REQUESTER), Decidable)


def stranger(user: str, kind: str) -> Person:
    return Person.model_validate({"id": user, "kind": kind})


def test_whoever_decides_for_somebody_away_has_their_say_and_no_more() -> None:
    asked = request(rule("U2"))
    assert may_decide(asked, member("U8"), away=[member("U2")]) == Allowed(behalf="U2")
    assert may_decide(asked, member("U8"), away=[member("U7"), member("U2")]) == Allowed("U2")
    answer = may_decide(asked, member("U8"), away=[member("U7")])
    assert isinstance(answer, Refused)
    assert answer.reason == "not_named"


def test_somebody_with_a_say_of_their_own_uses_that() -> None:
    asked = request(rule("U2", "U8"))
    assert may_decide(asked, member("U8"), away=[member("U2")]) == Allowed()


def test_whoever_asked_decides_in_nobodys_place() -> None:
    for asked in (request(rule("U2")), request(rule("U2", own=True))):
        assert isinstance(may_decide(asked, member(REQUESTER), away=[member("U2")]), Refused)
        answer = stands_in(asked, member(REQUESTER), member("U2"))
        assert isinstance(answer, Refused)
        assert answer.reason == "own_request"


def test_nobody_stands_in_for_whoever_asked_where_they_may_not_approve() -> None:
    answer = stands_in(request(rule()), member("U2"), member(REQUESTER), EVERYBODY)
    assert isinstance(answer, Refused)
    assert answer.reason == "no_right"


@pytest.mark.parametrize("kind", ["guest", "stranger", "bot", "deactivated"])
def test_both_have_to_be_full_members(kind: str) -> None:
    asked = request(rule("U2"))
    assert isinstance(may_decide(asked, stranger("U8", kind), away=[member("U2")]), Refused)
    assert isinstance(may_decide(asked, member("U8"), away=[stranger("U2", kind)]), Refused)


def test_what_cannot_be_looked_up_about_somebody_away_is_no_yes() -> None:
    asked = request(rule("S1"))
    assert isinstance(may_decide(asked, member("U8"), Facts(), [member("U3")]), Unknown)
    assert may_decide(asked, member("U8"), EVERYBODY, [member("U3")]) == Allowed("U3")


@given(
    st.lists(st.sampled_from(["U2", "U3", "S1", "channel", "requester"]), min_size=1, unique=True),
    st.booleans(),
    st.sampled_from(["U1", "U2", "U3", "U8"]),
    st.sampled_from(["U1", "U2", "U3", "U8"]),
    st.sampled_from([CHANNEL, DIRECT]),
    st.booleans(),
)
def test_nobody_gains_a_right_that_whoever_is_away_has_not(
    approvers: list[str], own: bool, user: str, away: str, place: Place, read: bool
) -> None:
    asked = request(rule(*approvers, own=own), place)
    facts = EVERYBODY if read else Facts()
    alone = may_decide(asked, member(user), facts)
    together = may_decide(asked, member(user), facts, [member(away)])
    if isinstance(together, Allowed) and together != alone:
        assert together.behalf == away
        assert user != REQUESTER
        assert isinstance(may_decide(asked, member(away), facts), Allowed)
    if isinstance(alone, Allowed):
        assert together == alone
