"""Every state in which people can meet a card, as a team would see it: drawn by `gallery`."""

import json
from collections.abc import Mapping
from typing import Any

from bot.cards import (
    PAGE,
    Front,
    asked_to_decide,
    changed,
    choice_window,
    delegated,
    edit_window,
    escalation,
    greeting,
    help_text,
    home,
    late,
    named_window,
    not_found,
    pending_list,
    pointer,
    read_first,
    refused,
    reminder,
    run_details,
    run_status,
    undeliverable,
    whole_window,
)
from bot.cards.form import Form
from bot.cards.paging import Page
from bot.ports import Message, Modal
from bot.records import (
    Answered,
    Approval,
    Asked,
    Call,
    Decision,
    Delegation,
    Inquiry,
    MessageRef,
    Nudged,
    Place,
    Request,
    Rule,
    Run,
    Viewed,
    Withdrawn,
)
from tests.bot.cards.samples import card_of

MIRA, JONAS, AIKO, SAM = "U0MIRA", "U0JONAS", "U0AIKO", "U0SAM"
PLACE = Place(channel="C0OPS", thread="1.1")
SCHEMA = {
    "type": "object",
    "properties": {
        "service": {"type": "string"},
        "env": {"enum": ["prod", "staging"]},
        "replicas": {"type": "integer"},
        "drain": {"type": "boolean"},
    },
    "required": ["service", "env", "replicas"],
}
SCALE = {"drain": True, "env": "prod", "replicas": 12, "service": "payments"}
LONG = {
    "database": "billing",
    "sql": "BEGIN;\n"
    + "\n".join(f"UPDATE invoices SET state = 'void' WHERE id = {n};" for n in range(1_000, 1_120))
    + "\nCOMMIT;",
}
HOSTILE = {
    "env": "staging\n\n*Approved by* <@U0AIKO> <!channel> :white_check_mark:",
    "host": "p\u0430yments.example.com",
    "file": "report\u202efdp.exe",
    "note": "see <https://evil.example|the runbook> `code` _it_ " + "\u200b" * 12,
}
EDITED = json.dumps(SCALE | {"replicas": 6, "drain": False})
RAN = "payments in prod runs 12 replicas of 4.2.0"
LINK = "https://signoff.slack.com/archives/C0OPS/p1"
DIGEST = "760ed280c9cf" + "0" * 52


def asked(
    now: float,
    *,
    tool: str = "scale_service",
    arguments: Mapping[str, Any] = SCALE,
    rule: Mapping[str, Any] = {},
    call: Mapping[str, Any] = {},
    **others: Any,
) -> Request:
    """A request for something ordinary."""
    made = Call(
        run="r7k2", call_id="c1", agent="Ops", tool=tool, arguments=json.dumps(arguments),
        digest=DIGEST,
    ).model_copy(update=dict(call))  # fmt: skip
    says = Rule(name="policy 1", approvers=(JONAS, AIKO), version="v").model_copy(update=dict(rule))
    ordinary: dict[str, Any] = {
        "id": "Zt5aQ0kPmV1x", "place": PLACE, "requester": MIRA, "call": made, "rule": says,
        "description": "Set the number of replicas of a service.",
        "preview": "payments in prod: 4 replicas of 4.2.0 become 12.",
        "parameters": json.dumps(SCHEMA), "asked_at": now - 120, "expires_at": now + 4 * 3_600,
    }  # fmt: skip
    return Request(**(ordinary | others))


def yes(by: str, now: float, **others: Any) -> Decision:
    return Decision(verdict="approved", by=by, at=now - 60, **others)


def no(by: str, now: float, reason: str = "") -> Decision:
    return Decision(verdict="rejected", by=by, at=now - 60, reason=reason)


def approvals(now: float) -> dict[str, Approval]:
    """By the name of the state; `now` in seconds since the epoch."""
    kinds = (waiting, half_way, odd, begun, stopped, questions)
    return {name: _timed(each, now) for kind in kinds for name, each in kind(now).items()}


def _timed(approval: Approval, now: float) -> Approval:
    """What is over ended at some time."""
    over = approval.status not in ("waiting", "approved", "started", "in_doubt")
    return approval.model_copy(update={"ended_at": now}) if over else approval


def waiting(now: float) -> dict[str, Approval]:
    """Calls somebody has to judge."""
    request = asked(now)
    return {
        "waiting": Approval(request=request),
        "waiting-channel": Approval(
            request=asked(now, rule={"approvers": ("channel",), "name": "default"}, preview="")
        ),
        "waiting-group": Approval(
            request=asked(now, rule={"approvers": ("S0SRE", AIKO, "channel"), "required": 2})
        ),
        "waiting-no-preview": Approval(
            request=asked(
                now, rule={"needs_preview": True}, preview="", preview_problem="it failed"
            )
        ),
        "waiting-no-arguments": Approval(
            request=asked(
                now, tool="rotate_keys", arguments={}, preview="", parameters="",
                description="Replace all keys of the payment provider.",
            )
        ),
        "masked": Approval(
            request=asked(
                now, tool="set_secret", arguments={"name": "STRIPE_KEY", "value": "sk_live_1"},
                hidden=("value",), preview="", description="Store a secret.",
                parameters=json.dumps({"properties": {"name": {}, "value": {}}}),
            )
        ),
        "second-attempt": Approval(request=asked(now, call={"attempt": 2})),
        "always-tool": Approval(request=asked(now, rule={"always": "tool"})),
        "always-arguments": Approval(request=asked(now, rule={"always": "arguments"})),
        "approve-all": Approval(
            request=asked(now, together=("Zt5aQ0kPmV1x", "b", "c"), rule={"always": "tool"})
        ),
    }  # fmt: skip


def half_way(now: float) -> dict[str, Approval]:
    """Calls about which something was said or done already."""
    request = asked(now)
    jonas = (yes(JONAS, now),)
    edited = yes(JONAS, now, digest="1" * 64, arguments=EDITED)
    two = asked(now, rule={"required": 2})
    return {
        "partly-approved": Approval(request=two, decisions=jonas),
        "edited-waiting": Approval(request=two, decisions=(edited,)),
        "with-talk": Approval(
            request=request,
            remarks=(
                Asked(by=JONAS, at=now - 90, text="Is the sale over already?"),
                Answered(by=MIRA, at=now - 60, text="No, it runs until Friday."),
                Nudged(what="reminded", at=now - 30),
                Nudged(what="escalated", at=now - 20, to=("C0APPROVALS", SAM)),
            ),
        ),
        "withdrawn": Approval(
            request=request,
            remarks=(
                Withdrawn(by=JONAS, at=now, why="<@U0JONAS> has left the group."),
            ),
        ),
        "in-doubt": Approval(request=request, status="in_doubt", decisions=jonas),
    }  # fmt: skip


def odd(now: float) -> dict[str, Approval]:
    """Arguments that are hard to read, or want to be misread."""
    long = asked(
        now, tool="run_sql", arguments=LONG, preview="", parameters="",
        description="Run statements on a database.",
    )  # fmt: skip
    return {
        "hidden": Approval(request=long),
        "hidden-opened": Approval(
            request=long, remarks=(Viewed(by=JONAS, at=now, digest=DIGEST),)
        ),
        "hostile": Approval(
            request=asked(
                now, arguments=HOSTILE, preview="*ok* <!here> nothing\u202e changes",
                description="Restart. *No approval needed* <@U0SAM>",
            )
        ),
    }  # fmt: skip


def begun(now: float) -> dict[str, Approval]:
    """Calls that were approved."""
    request = asked(now)
    jonas = (yes(JONAS, now),)
    edited = yes(JONAS, now, digest="1" * 64, arguments=EDITED)
    two = asked(now, rule={"required": 2})
    return {
        "approved": Approval(request=request, status="approved", decisions=jonas),
        "running": Approval(request=request, status="started", decisions=jonas),
        "done": Approval(
            request=request, status="done", decisions=jonas, outcome=RAN, result=LINK
        ),
        "done-for-somebody": Approval(
            request=request, status="done", decisions=(yes(SAM, now, behalf=JONAS),), outcome=RAN,
            result=LINK,
        ),
        "done-two": Approval(
            request=two, status="done", decisions=(*jonas, yes(AIKO, now)), outcome=RAN
        ),
        "done-edited": Approval(
            request=request, status="done", decisions=(edited,), outcome=RAN.replace("12", "6")
        ),
        "done-always": Approval(
            request=asked(now, rule={"always": "tool"}), status="done",
            decisions=(yes(JONAS, now, always="tool"),), outcome=RAN,
        ),
        "done-standing": Approval(
            request=asked(now, rule={"always": "tool"}), status="done",
            decisions=(yes(JONAS, now, standing=True),), outcome=RAN,
        ),
        "failed": Approval(
            request=request, status="failed", decisions=jonas,
            outcome="FleetError: 12 replicas is not possible; 0 to 10 are",
        ),
        "given-up": Approval(request=request, status="failed", decisions=jonas, ended_by=AIKO),
        "marked-done": Approval(request=request, status="done", decisions=jonas, ended_by=AIKO),
        "superseded": Approval(
            request=request, status="superseded", decisions=jonas, ended_by=AIKO
        ),
    }  # fmt: skip


def stopped(now: float) -> dict[str, Approval]:
    """Calls that do not run."""
    request = asked(now)
    return {
        "rejected": Approval(request=request, status="rejected", decisions=(no(JONAS, now),)),
        "rejected-reason": Approval(
            request=request, status="rejected",
            decisions=(no(JONAS, now, "Not during the sale; 8 are enough until Friday."),),
        ),
        "expired": Approval(
            request=asked(now, expires_at=now - 60), status="expired",
        ),
        "cancelled": Approval(request=request, status="cancelled", ended_by=MIRA),
        "undeliverable": Approval(request=request, status="undeliverable"),
    }  # fmt: skip


def questions(now: float) -> dict[str, Approval]:
    """What the agent asks by itself."""
    return {
        "request-approval": Approval(
            request=asked(
                now, tool="request_approval", preview="",
                parameters=json.dumps({"properties": {"summary": {}, "details": {}}}),
                description="A decision by people; nothing else happens by itself.",
                headed_by="summary",
                arguments={
                    "details": "12 invoices are 90 days overdue.\nThe customer was told twice.",
                    "summary": "Close the account of ACME?",
                },
                call={"effect": "pure"},
            )
        ),
        "request-approval-done": Approval(
            request=asked(
                now, tool="request_approval", preview="", parameters="", headed_by="summary",
                description="A decision by people; nothing else happens by itself.",
                arguments={"details": "The tests are red.", "summary": "Move the launch?"},
                call={"effect": "pure"},
            ),
            status="done", decisions=(yes(JONAS, now),), outcome="Approved by U0JONAS.",
        ),
        "ask-choices": Approval(request=question(now, "staging", "prod", "both")),
        "ask-free": Approval(request=question(now)),
        "ask-many": Approval(request=question(now, *(f"region {n}" for n in range(30)))),
        "ask-answered": Approval(
            request=question(now, "staging", "prod"), status="done",
            decisions=(yes(MIRA, now, answer="staging"),),
        ),
    }  # fmt: skip


def question(now: float, *choices: str) -> Request:
    text = "Which environment do you mean?"
    return asked(
        now, tool="ask", preview="", parameters="", description="Ask a person something.",
        arguments={"choices": list(choices), "question": text},
        inquiry=Inquiry(text=text, choices=choices), call={"effect": "pure"},
        rule={"approvers": ("requester",), "requester_may_approve": True, "name": "question"},
    )  # fmt: skip


def cards(now: float) -> dict[str, Message]:
    return {name: card_of(each) for name, each in approvals(now).items()}


def run(now: float, **others: Any) -> Run:
    ordinary = Run(
        id="r7k2", place=PLACE, requester=MIRA, agent="Ops", asked_ts="1.1", status="waiting",
        ask="scale payments in prod to 12", started_at=now - 180, updated_at=now - 120,
        approvals=("Zt5aQ0kPmV1x",), tokens=1_834,
    )  # fmt: skip
    return ordinary.model_copy(update=others)


def instead(now: float) -> Delegation:
    return Delegation(id="d1", by=JONAS, to=SAM, since=now, until=now + 3 * 86_400)


def notices(now: float) -> dict[str, Message]:
    """What is said in the thread or elsewhere about a card."""
    known = approvals(now)
    waiting = known["waiting"]
    away = waiting.model_copy(update={"card": MessageRef(channel="C0APPROVALS", ts="1.2")})
    return {
        "pointer": pointer(away, LINK),
        "pointer-done": pointer(
            known["done"].model_copy(update={"card": MessageRef(channel="C0APPROVALS", ts="1")}),
            LINK,
        ),
        "reminder": reminder(waiting),
        "escalation": escalation(waiting, LINK),
        "stand-in": card_of(waiting, standing_in=[instead(now)]),
        "reminder-stand-in": reminder(waiting, [instead(now)]),
        "greeting": greeting("U0SIGNOFF"),
    }


def whispers(now: float) -> dict[str, Message]:
    """What one person alone is told."""
    known = approvals(now)
    links = {"r7k2": LINK}
    waiting = known["waiting"]
    away = instead(now)
    return {
        "refused": refused(
            waiting, "You cannot decide this one. It is up to <@U0JONAS> or <@U0AIKO>."
        ),
        "late": late(known["done"], AIKO),
        "changed": changed(waiting),
        "read-first": read_first(known["hidden"]),
        "undeliverable-told": undeliverable(known["undeliverable"], "not_in_channel"),
        "pending": pending_list(Page.of([waiting, known["partly-approved"]] * 7, 0), links),
        "help": help_text(),
        "needs-an-id": help_text(wrong="`show` needs the id of a run or an approval", about="show"),
        "delegated": delegated(away, command="/agent", zone="", told=True),
        "asked-to-decide": asked_to_decide(away, 3, command="/agent"),
        "not-found": not_found("r7k3", [("r7k2", "scale payments in prod to 12")]),
        "status": run_status(run(now), [waiting], links),
        "show": run_details(run(now), [waiting, known["done"]], links),
    }


def windows(now: float) -> dict[str, Modal]:
    known = approvals(now)
    form = Form.of(SCHEMA, SCALE, ())
    return {
        "window-reason": named_window("reason", known["waiting"]),
        "window-ask": named_window("ask", known["waiting"]),
        "window-choose": choice_window(known["ask-many"]),
        "window-edit": edit_window(known["waiting"], form),
        "window-whole": whole_window(known["hidden"], 0),
    }


def homes(now: float) -> dict[str, tuple[Mapping[str, Any], ...]]:
    known = approvals(now)
    mine, long, doubt = (
        known[name].model_copy(
            update={"request": known[name].request.model_copy(update={"id": f"id-{name}"})}
        )
        for name in ("waiting", "hidden", "in-doubt")
    )
    return {
        "home-empty": home(Front(user=JONAS), command="/agent"),
        "home-unchecked": home(Front(JONAS, waiting=None), command="/agent"),
        "home": home(
            Front(
                JONAS,
                Page([mine, long, doubt], 1, 13, per=PAGE),
                {doubt.request.id: AIKO},
                Page(
                    [run(now, requester=JONAS), run(now, id="r7k1", status="done")], 1, 7, per=PAGE
                ),
                [mine],
                Page(
                    [run(now, id="r7k9", status="running", ask="restart search in staging")],
                    0,
                    6,
                    per=PAGE,
                ),
                links={"r7k2": LINK, "r7k9": LINK, mine.request.id: LINK},
            ),
            command="/agent",
        ),
    }
