"""The card of an approval, in every state and with any arguments."""

import json
import re
from typing import Any, get_args

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.cards import action_of
from bot.cards.arguments import arguments as rendered
from bot.records import ApprovalStatus, Asked, Decision, Inquiry
from core.schemas.arguments import canonical
from tests.bot.cards.samples import (
    approval,
    approved,
    box,
    buttons,
    card_of,
    problems,
    shown,
    texts,
)

STATUSES: tuple[ApprovalStatus, ...] = get_args(ApprovalStatus)
STR = st.text(st.characters(codec=None), max_size=30)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | STR,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(STR, inner, max_size=4),
    max_leaves=12,
)
UNTIL = "<!date^1790000000^{date_short_pretty} {time}|2026-09-21 14:13 UTC>"
HOSTILE = "<!channel> <@U9> <#C9> *bold* `x` \u202e&lt;!here&gt; " + "\n" * 40


@pytest.mark.parametrize("status", STATUSES)
def test_a_card_is_valid_in_every_state(status: ApprovalStatus) -> None:
    card = card_of(approval(status, decisions=approved("U2"), outcome="ok"))
    assert problems(card) == []
    assert "\\u{" not in shown(card)
    assert card == card_of(approval(status, decisions=approved("U2"), outcome="ok"))


@pytest.mark.parametrize(
    ("status", "labels"),
    [
        (
            "waiting",
            {
                "Approve": "approve",
                "Reject": "reject",
                "Reject with a reason…": "reason",
                "Ask the requester…": "ask",
            },
        ),
        ("in_doubt", {"Mark as done": "done", "Run again": "again", "Give up": "give_up"}),
    ],
)
def test_a_card_that_waits_for_somebody_has_buttons(
    status: ApprovalStatus, labels: dict[str, str]
) -> None:
    found = buttons(card_of(approval(status)))
    assert {text: action_of(button["action_id"]) for text, button in found.items()} == labels
    assert {button["value"] for button in found.values()} == {"tok3n"}


@pytest.mark.parametrize("status", [s for s in STATUSES if s not in ("waiting", "in_doubt")])
def test_a_card_that_waits_for_nobody_has_no_button(status: ApprovalStatus) -> None:
    card = card_of(approval(status, decisions=approved("U2"), outcome="ok"))
    assert buttons(card) == {}
    assert not any(block["type"] == "actions" for block in card.blocks)


def test_a_waiting_card_tells_an_approver_everything() -> None:
    card = card_of(
        approval(
            arguments={"env": "prod", "service": "payments"},
            rule={"approvers": ("U2", "S1", "channel"), "required": 2},
            request={"preview": "3 pods restart"},
            decisions=approved("U2"),
        )
    )
    assert shown(card).splitlines() == [
        "⏳ Approval needed, 1 of 2: restart",
        "“Restarts a service.”",
        "Asked by <@U1>",
        "Agent: Ops",
        'env: "prod"',
        'service: "payments"',
        "Preview",
        "3 pods restart",
        "*Who decides:* <@U2>, <!subteam^S1> or full members of <#C1> (but not whoever asked).",
        "1 of 2 approvals so far: <@U2>.",
        f"*Until:* {UNTIL}. If nobody decides, it does not run.",
        "Changes something; runs at most once. Digest `3fa94c1b22d0`, rule `default`.",
        "Approve",
        "Reject",
        "Reject with a reason…",
        "Ask the requester…",
    ]


def test_banners_and_screen_readers_get_the_same_essentials() -> None:
    assert card_of(approval(rule={"approvers": ("U2", "S1")})).text == (
        '⏳ Approval needed: restart. With `env: "prod", service: "payments"`. Asked by <@U1>. '
        "Who decides: <@U2> or the group S1 (but not whoever asked). "
        "Until 2026-09-21 14:13 UTC, then it does not run."
    )


@pytest.mark.parametrize(
    ("status", "others", "words"),
    [
        ("approved", {}, "Approved by <@U2>. It is about to run."),
        ("started", {}, "Approved by <@U2>. It is running."),
        ("done", {}, "Approved by <@U2>. It ran."),
        ("done", {"ended_by": "U3"}, "Approved by <@U2>. <@U3> says that it has run."),
        ("failed", {}, "Approved by <@U2>. It ran into an error."),
        ("failed", {"ended_by": "U3"}, "Approved by <@U2>. Given up by <@U3>. It *may have run*."),
        ("expired", {"decisions": ()}, "Nobody decided in time. It did not run."),
        ("cancelled", {"decisions": (), "ended_by": "U1"}, "Called off by <@U1>. It did not run."),
        ("superseded", {"ended_by": "U3"}, "It *may have run*. <@U3> wants another attempt"),
        ("undeliverable", {"decisions": ()}, "Nobody could be asked"),
        ("in_doubt", {}, "It *may have run*. Please check, then say what happened."),
    ],
)
def test_a_card_says_what_became_of_the_call(
    status: ApprovalStatus, others: dict[str, Any], words: str
) -> None:
    card = card_of(approval(status, **({"decisions": approved("U2")} | others)))
    assert words in shown(card)
    assert words in card.text


def test_a_call_that_was_given_up_is_not_said_to_have_failed() -> None:
    given_up = approval("failed", decisions=approved("U2"), ended_by="U3")
    assert "Given up: restart" in shown(card_of(given_up))
    assert "Failed: restart" in shown(card_of(approval("failed", decisions=approved("U2"))))


def test_a_rejection_shows_who_and_why() -> None:
    no = Decision(verdict="rejected", by="U3", at=1, reason="*change* freeze <!here>")
    card = card_of(approval("rejected", decisions=(no,)))
    assert "Rejected by <@U3>. It did not run." in shown(card)
    reasons = [t for t in texts(list(card.blocks)) if "freeze" in t]
    assert reasons == [r"Reason: *change* freeze \u{3c}!here>"]


def test_every_version_has_its_own_block_ids() -> None:
    ids = [
        {block["block_id"] for block in card_of(approval(version=version)).blocks}
        for version in (1, 2)
    ]
    assert ids[0].isdisjoint(ids[1])


def test_another_attempt_is_told() -> None:
    assert "Attempt 2." in shown(card_of(approval(call={"attempt": 2})))


def test_a_call_without_arguments_says_so() -> None:
    assert "Without arguments." in shown(card_of(approval(arguments={})))


def test_every_argument_is_on_a_line_of_its_own() -> None:
    value = {
        "a": 1.5,
        "big": 12345678901234567890,
        "flags": ["x", "y"],
        "no-name!": None,
        "o": {"key": "v" * 60, "n": {"deep": True}},
    }
    assert box(card_of(approval(arguments=value))) == (
        'a: 1.5\nbig: 12345678901234567890\nflags: ["x", "y"]\n"no-name!": null\n'
        'o: {\n  "key": "' + "v" * 60 + '",\n  "n": {"deep": true}\n}'
    )


def test_a_text_of_several_lines_goes_on_behind_a_gutter() -> None:
    value = {"sql": 'BEGIN;\nDROP TABLE users;\nenv: "staging"', "z": {"note": "a\nb"}}
    assert box(card_of(approval(arguments=value))) == (
        'sql: "BEGIN;\\n\n  │ DROP TABLE users;\\n\n  │ env: \\"staging\\""\n'
        'z: {\n  "note": "a\\n\n    │ b"\n}'
    )


def test_a_settled_card_keeps_less_of_what_was_judged() -> None:
    value = {"sql": "SELECT 1; " * 900}
    made = approval("done", arguments=value, request={"preview": "9 rows"}, outcome="ok")
    assert len(box(card_of(made))) < 900
    assert "9 rows" not in shown(card_of(made))


def test_a_number_is_shown_as_it_was_written() -> None:
    assert box(card_of(approval(text='{"x":1.50e400}'))) == "x: 1.50e400"


def test_hidden_arguments_are_masked_wherever_they_are() -> None:
    value = {"db": {"host": "h", "password": ["hunter2"]}, "password": "hunter2"}
    card = card_of(approval(arguments=value, request={"hidden": ("password",)}))
    assert box(card) == 'db: {"host": "h", "password": (hidden)}\npassword: (hidden)'
    assert "hunter2" not in "".join([card.text, *texts(list(card.blocks))])


@pytest.mark.parametrize("text", ['{"password":"hunter2"', '{"password":1,"password":"hunter2"}'])
def test_arguments_that_cannot_be_read_give_no_hidden_one_away(text: str) -> None:
    card = card_of(approval(text=text, request={"hidden": ("password",)}))
    assert "hunter2" not in "".join([card.text, *texts(list(card.blocks))])
    assert box(card_of(approval(text=text))) == text


def test_long_arguments_show_head_tail_and_how_to_read_the_rest() -> None:
    value = {"sql": "SELECT 1; " * 900 + "DROP TABLE users;"}
    card = card_of(approval(arguments=value), command="/ops")
    text = box(card)
    assert text.startswith('sql: "SELECT 1;')
    assert text.endswith('DROP TABLE users;"')
    hidden = len(rendered(approval(arguments=value).call).text) - 1_200
    assert f"… {hidden:,} characters hidden …" in text
    assert (
        f"*{hidden:,} characters are hidden here.* "
        "Open all of it before you approve, by the button or with `/ops show tok3n`" in shown(card)
    )


@pytest.mark.parametrize("letter", ["x", "審", "&", "😀"])
def test_where_all_is_long_the_arguments_stay_and_what_is_beside_them_is_cut(letter: str) -> None:
    whole = {"x": letter * (2_900 // len(letter.encode()))}
    long = letter * 900
    beside = {"description": long, "preview": long}
    talk = tuple(Asked(by="U2", at=n, text=f"{n}. {long}") for n in range(6))
    made = approval(arguments=whole, request=beside, remarks=talk)
    alone = approval(arguments=whole, request=beside)
    assert problems(card_of(made)) == []
    assert box(card_of(made)) == box(card_of(alone)) == rendered(made.call).text
    assert f"5. {letter * 60}" in shown(card_of(made))
    assert len(box(card_of(made), 1)) <= len(box(card_of(alone), 1))
    edited = Decision(verdict="approved", by="U2", at=1, arguments=canonical({"x": long}))
    for status in STATUSES:
        after = made.model_copy(update={"status": status, "decisions": (edited,), "outcome": long})
        assert problems(card_of(after)) == []


def test_what_cannot_be_seen_or_told_apart_is_warned_of() -> None:
    value = {"host": "p\u0430ypal.com", "file": "\ufb01le\u202etxt"}
    text = shown(card_of(approval(arguments=value)))
    assert r"Careful: 1 character that cannot be seen, written here as \u{…}." in text
    assert r"Careful: letters of several scripts in “p\u{430}ypal”." in text
    assert "Careful: unusual letters, “\ufb01le” reads as “file”." in text
    assert "Careful: “p\u0430ypal.com” is really xn--pypal-4ve.com." in text
    assert "Careful" not in shown(card_of(approval()))


@pytest.mark.parametrize(
    ("arguments", "warning"),
    [
        ({"env": "prod", "force": True}, "“force” is no parameter of this tool and will not reach"),
        ({"Env": 1, "\u202e": 2}, r"“Env”, “\u{202e}” are no parameters of this tool"),
        ({"": "{bad"}, "no arguments that can be read"),
        ({"env": "prod"}, ""),
    ],
)
def test_what_is_no_parameter_of_the_tool_is_said_to_be_none(
    arguments: dict[str, Any], warning: str
) -> None:
    closed = {"properties": {"env": {"type": "string"}}, "additionalProperties": False}
    text = shown(card_of(approval(arguments=arguments, request=takes(closed))))
    assert warning in text
    assert ("Careful" in text) is bool(warning)
    open_to_all = takes({**closed, "additionalProperties": True})
    assert "parameter" not in shown(card_of(approval(arguments=arguments, request=open_to_all)))


def test_what_the_tool_takes_for_what_was_left_out_is_said() -> None:
    schema = {
        "service": {"type": "string"},
        "env": {"default": "prod\u202e"},
        "force": {"default": False},
        "token": {"default": "hunter2"},
        "more": True,
    }
    request = {**takes({"properties": schema}), "hidden": ("token",)}
    text = shown(card_of(approval(arguments={"service": "a"}, request=request)))
    words = r'Left out, so the tool takes: env: "prod\u{202e}", force: false, token: (hidden)'
    assert words in text
    said = {"service": "a", "env": "b", "force": True, "token": "c"}
    assert "Left out" not in shown(card_of(approval(arguments=said, request=request)))
    for unread in ({"": "{bad"}, [1]):
        assert "Left out" not in shown(card_of(approval(arguments=unread, request=request)))


def takes(schema: dict[str, Any]) -> dict[str, str]:
    return {"parameters": json.dumps(schema)}


def test_an_approver_who_is_no_user_id_is_never_a_mention() -> None:
    card = card_of(
        approval("approved", decisions=approved("!channel"), request={"requester": "!here"})
    )
    assert not re.search("<!(?!date)", "".join([card.text, *texts(list(card.blocks))]))


def without_ours(text: str) -> str:
    """Text without the tokens this very card may hold."""
    return re.sub(
        r"<@U[1-3]>|<#C1>|<!date\^\d+\^\{date_short_pretty\} \{time\}\|[^<>|]*>", "", text
    )


@given(
    value=JSON,
    status=st.sampled_from(STATUSES),
    odd=STR,
    hidden=st.lists(STR, max_size=2).map(tuple),
)
@example(value={HOSTILE: HOSTILE}, status="waiting", odd=HOSTILE, hidden=())
@example(value={"x": "<" * 30_000}, status="rejected", odd="&" * 9_000, hidden=())
@example(value={"x": "🎉" * 30_000}, status="in_doubt", odd="\u202e" * 9_000, hidden=())
@example(value={"x": "é日本" * 60_000}, status="waiting", odd="a.b" * 9_000, hidden=())
@example(value=[[[[]]]], status="waiting", odd="", hidden=("",))
@example(value={"x": "a\n" * 9_000}, status="done", odd="é\n" * 9_000, hidden=())
def test_any_input_makes_a_valid_card_that_mentions_nobody_else(
    value: Any, status: ApprovalStatus, odd: str, hidden: tuple[str, ...]
) -> None:
    no = Decision(verdict="rejected", by="U3", at=1, reason=odd)
    card = card_of(
        approval(
            status,
            arguments=value,
            call={"tool": odd, "agent": odd},
            request={"description": odd, "preview": odd, "hidden": hidden},
            rule={"name": odd, "required": 20},
            decisions=(*approved("U2"), no),
            outcome=odd,
        ),
        command=odd,
    )
    assert problems(card) == []
    for text in [card.text, *texts(list(card.blocks))]:
        assert not re.search(r"<[!@#]", without_ours(text))
    assert bool(buttons(card)) == (status in ("waiting", "in_doubt"))
    assert all(len(button["value"]) <= 100 for button in buttons(card).values())


_WRITTEN_OUT = re.compile(r"(?<!\\)((?:\\\\)*)\\u\{([0-9a-f]+)(?:\*(\d+))?\}")


def read_back(shown_arguments: str) -> dict[str, Any]:
    """The arguments a reader must conclude from what is shown."""
    as_json = _WRITTEN_OUT.sub(
        lambda m: m[1] + json.dumps(chr(int(m[2], 16)))[1:-1] * int(m[3] or 1),
        re.sub(r"\n *│ ", "", shown_arguments),
    )
    found: dict[str, Any] = {}
    while as_json:
        name, _, as_json = as_json.partition(": ")
        found[name], end = json.JSONDecoder().raw_decode(as_json)
        as_json = as_json[end:].removeprefix("\n")
    return found


@given(st.dictionaries(st.from_regex(r"\A[a-z_]{1,9}\Z"), JSON, min_size=1, max_size=5))
@settings(max_examples=50)
@example({"x": "\\u{202e}\u202e\\\u202e", "y": " " * 99, "z": "\ud800"})
def test_what_is_shown_are_exactly_the_arguments(value: dict[str, Any]) -> None:
    found = read_back(box(card_of(approval(arguments=value))))
    assert json.dumps(found, sort_keys=True) == json.dumps(value, sort_keys=True)


@given(st.text(max_size=40))
@settings(max_examples=25)
def test_of_long_arguments_head_hidden_and_tail_are_all_there_is(part: str) -> None:
    made = approval(arguments={"x": f"{part}|" * (9_000 // (len(part) + 1))})
    whole = rendered(made.call).text
    head, hidden, tail = re.split(r"\n… ([\d,]+) characters hidden …\n", box(card_of(made)))
    assert whole.startswith(head)
    assert whole.endswith(tail)
    assert len(head) + int(hidden.replace(",", "")) + len(tail) == len(whole)


def test_arguments_stand_in_the_order_of_the_tool() -> None:
    schema = json.dumps({"properties": {"service": {}, "env": {}, "force": {}}})
    value = {"env": "prod", "extra": 1, "service": "payments"}
    card = card_of(approval(arguments=value, request={"parameters": schema}))
    assert box(card) == 'service: "payments"\nenv: "prod"\nextra: 1'


@pytest.mark.parametrize(
    ("status", "request_", "told"),
    [
        ("done", {}, True),
        ("done", {"headed_by": "service"}, False),
        ("done", {"inquiry": Inquiry(text="Which?", choices=("a", "b"))}, False),
        ("expired", {"headed_by": "service"}, True),
        ("rejected", {}, False),
    ],
)
def test_the_end_is_told_where_it_is_another_moment_than_the_decision(
    status: str, request_: dict[str, Any], told: bool
) -> None:
    card = card_of(approval(status, request=request_, decisions=approved("U2"), ended_at=9))
    assert ("*Ended:*" in shown(card)) == told


def test_what_goes_further_than_one_call_is_asked_once_more() -> None:
    made = approval(request={"together": ("tok3n", "b")}, rule={"always": "tool"})
    asking = {text for text, button in buttons(card_of(made)).items() if "confirm" in button}
    assert asking == {"Approve all 2", "Always in this run"}


def test_whoever_hears_a_button_hears_which_call_it_is_about() -> None:
    for service in ("payments", "search"):
        card = card_of(approval(arguments={"service": service}))
        label = buttons(card)["Approve"]["accessibility_label"]
        assert label == f'Approve: restart: service: "{service}"'


def test_a_button_gives_no_hidden_argument_away() -> None:
    card = card_of(approval(arguments={"key": "s3cret"}, request={"hidden": ("key",)}))
    assert "s3cret" not in str(card)


def test_a_call_in_doubt_says_what_each_button_is_for() -> None:
    text = shown(card_of(approval("in_doubt", decisions=approved("U2"))))
    assert "*Mark as done* if it ran, *Run again* to ask for another attempt" in text


def test_a_question_names_who_asks_and_who_answers() -> None:
    inquiry = Inquiry(text="Which one?", choices=("a", "b"))
    rule = {"approvers": ("requester",), "requester_may_approve": True}
    card = card_of(approval(request={"inquiry": inquiry}, rule=rule))
    assert shown(card).splitlines()[:4] == [
        "💬 Question from Ops",
        "Asked while working for <@U1>",
        "Which one?",
        "*Who answers:* <@U1>.",
    ]
    assert card.text == (
        "💬 Question from Ops. `Which one?` Asked while working for <@U1>. "
        "Who answers: <@U1>. Until 2026-09-21 14:13 UTC, then the agent goes on without."
    )


def test_a_question_nobody_answered_says_so() -> None:
    card = card_of(approval("expired", request={"inquiry": Inquiry(text="Which one?")}))
    assert shown(card).startswith("⌛ Not answered: question from Ops\n")
    assert "Nobody answered in time." in shown(card)


def test_what_is_asked_in_words_is_the_title_and_stays_among_the_arguments() -> None:
    value = {"summary": "Close\n<!channel> *ACME*?", "details": "12 invoices are late."}
    made = approval(arguments=value, request={"headed_by": "summary"})
    card = card_of(made)
    assert shown(card).startswith("⏳ Approval needed: “Close \\u{3c}!channel> *ACME*?”")
    assert card.text.startswith("⏳ Approval needed: `Close \\u{3c}!channel&gt; *ACME*?`.")
    assert 'summary: "Close\\n' in box(card)
    assert "Tool `restart`. Digest `3fa94c1b22d0`" in shown(card)
    assert problems(card) == []


@pytest.mark.parametrize("text", ['{"summary": 5}', '{"summary": " "}', "[]", "{"])
def test_without_such_words_the_title_is_the_tool(text: str) -> None:
    card = card_of(approval(text=text, request={"headed_by": "summary"}))
    assert shown(card).startswith("⏳ Approval needed: restart")


def test_a_title_says_nothing_that_is_hidden() -> None:
    made = approval(
        arguments={"summary": "hunter2"}, request={"headed_by": "summary", "hidden": ("summary",)}
    )
    assert "hunter2" not in shown(card_of(made))


@pytest.mark.parametrize(
    ("status", "words"),
    [("done", "✅ Approved: “Go?”"), ("rejected", "🚫 Rejected: “Go?”"), ("expired", "⌛ Expired")],
)
def test_a_mere_decision_is_not_said_to_have_run(status: ApprovalStatus, words: str) -> None:
    made = approval(
        status, arguments={"summary": "Go?"}, request={"headed_by": "summary"}, outcome="Result"
    )
    card = card_of(made)
    assert words in shown(card)
    assert "run" not in shown(card)
    assert ("Result" in shown(card)) == (status != "done")


@pytest.mark.parametrize("problem", ["", "it failed"])
def test_what_nobody_can_approve_offers_no_way_to(problem: str) -> None:
    made = approval(
        rule={"needs_preview": True, "always": "tool"},
        request={
            "preview_problem": problem,
            "parameters": '{"properties": {"env": {}}}',
            "together": ("tok3n", "b"),
        },
    )
    card = card_of(made)
    assert list(buttons(card)) == ["Reject", "Reject with a reason…", "Ask the requester…"]
    why = f"`{problem}`" if problem else "the tool has none"
    assert f"*This cannot be approved.* Its policy wants a preview, and there is none: {why}." in (
        shown(card)
    )
    assert "cannot be approved" in card.text


def test_a_preview_is_not_taken_for_one_of_the_changed_arguments() -> None:
    word = Decision(verdict="approved", by="U2", at=1, digest="1" * 64, arguments='{"env": "dev"}')
    made = approval(rule={"required": 2}, request={"preview": "3 pods"}, decisions=(word,))
    assert "Preview of what the agent asked for, before the change" in shown(card_of(made))
