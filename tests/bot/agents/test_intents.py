"""What people write, and what the scripted model takes it for."""

import pytest

from bot.agents.intents import Act, Say, understand
from bot.agents.services import SEED

CATALOG: dict[str, list[str]] = {}
for _name, _env, *_ in SEED:
    CATALOG.setdefault(_name, []).append(_env)


def deeds(text: str, before: str = "") -> list[tuple[object, ...]]:
    intents = understand(text, CATALOG, before=before)
    return [(i.tool, *i.arguments.values()) for i in intents if isinstance(i, Act)]


def words(text: str, before: str = "") -> str:
    intents = understand(text, CATALOG, before=before)
    return "\n".join(i.text for i in intents if isinstance(i, Say))


RESTART, SCALE, DELETE = "restart_service", "scale_service", "delete_service"
STATUS, LIST = ("service_status",), ("list_services",)

WISHES = [
    ("restart payments in staging", [(RESTART, "payments", "staging")]),
    ("Restart payments (staging)", [(RESTART, "payments", "staging")]),
    ("restart payments/staging", [(RESTART, "payments", "staging")]),
    ("restart prod payments", [(RESTART, "payments", "prod")]),
    ("restart payments", [(RESTART, "payments", "prod")]),
    ("<@U0BOT> bounce the payments service on stg", [(RESTART, "payments", "staging")]),
    ("can you restart `payments` please?", [(RESTART, "payments", "prod")]),
    ("Could someone reboot payments? It's throwing 500s", [(RESTART, "payments", "prod")]),
    ("turn payments off and on again", [(RESTART, "payments", "prod")]),
    ("Payments seems slow, please restart it", [(RESTART, "payments", "prod")]),
    ("restart the old reports thing", [(RESTART, "old-reports", "staging")]),
    ("please scale checkout to 5", [(SCALE, "checkout", "prod", 5)]),
    ("give checkout 5 replicas", [(SCALE, "checkout", "prod", 5)]),
    ("run 5 replicas of checkout", [(SCALE, "checkout", "prod", 5)]),
    ("I want 4 instances of catalog", [(SCALE, "catalog", "prod", 4)]),
    ("set payments to three replicas in stg", [(SCALE, "payments", "staging", 3)]),
    ("increase search to 8 pods", [(SCALE, "search", "prod", 8)]),
    ("scale down mailer to zero", [(SCALE, "mailer", "prod", 0)]),
    ("stop mailer", [(SCALE, "mailer", "prod", 0)]),
    ("turn off mailer", [(SCALE, "mailer", "prod", 0)]),
    ("turn off and on payments", [(RESTART, "payments", "prod")]),
    ("checkout needs 4 replicas", [(SCALE, "checkout", "prod", 4)]),
    ("restart payments when you can", [(RESTART, "payments", "prod")]),
    ("restart payments because it's not responding", [(RESTART, "payments", "prod")]),
    ("delete the old-reports service", [(DELETE, "old-reports", "staging")]),
    ("get rid of old_reports, nobody needs it", [(DELETE, "old-reports", "staging")]),
    ("delete search in production", [(DELETE, "search", "prod")]),
    ("remove checkout from staging", [(DELETE, "checkout", "staging")]),
    ("what's running?", [LIST]),
    ("What\u2019s running in here", [LIST]),
    ("list services", [LIST]),
    ("show me all services", [LIST]),
    ("is everything ok?", [LIST]),
    ("status", [LIST]),
    ("services?", [LIST]),
    ("what is broken?", [LIST]),
    ("how many replicas does checkout have?", [(*STATUS, "checkout", None)]),
    ("how is search doing", [(*STATUS, "search", None)]),
    ("status of checkout in staging", [(*STATUS, "checkout", "staging")]),
    ("what's up with search?", [(*STATUS, "search", None)]),
    ("what about the mailer", [(*STATUS, "mailer", None)]),
    ("payments", [(*STATUS, "payments", None)]),
]


@pytest.mark.parametrize(("text", "wanted"), WISHES)
def test_a_wish_in_many_words(text: str, wanted: list[tuple[object, ...]]) -> None:
    assert deeds(text) == wanted
    assert not words(text)


SEVERAL = [
    (
        "restart payments and search in staging",
        [(RESTART, "payments", "staging"), (RESTART, "search", "staging")],
    ),
    (
        "restart payments in staging and prod",
        [(RESTART, "payments", "staging"), (RESTART, "payments", "prod")],
    ),
    (
        "restart payments in staging and scale checkout to 5",
        [(RESTART, "payments", "staging"), (SCALE, "checkout", "prod", 5)],
    ),
    (
        "scale search to 5 and checkout to 3",
        [(SCALE, "search", "prod", 5), (SCALE, "checkout", "prod", 3)],
    ),
    (
        "could you check on checkout and then restart search in prod?",
        [(*STATUS, "checkout", None), (RESTART, "search", "prod")],
    ),
    (
        "Restart search. Then scale it to 8.",
        [(RESTART, "search", "prod"), (SCALE, "search", "prod", 8)],
    ),
    (
        "restart payments in both environments",
        [(RESTART, "payments", "prod"), (RESTART, "payments", "staging")],
    ),
    (
        "scale checkout to 5 in staging, restart payments, and what's running?",
        [(SCALE, "checkout", "staging", 5), (RESTART, "payments", "prod"), LIST],
    ),
    (
        "restart everything in staging",
        [(RESTART, name, "staging") for name in ("payments", "checkout", "search", "old-reports")],
    ),
    ("restart payments, payments and payments", [(RESTART, "payments", "prod")]),
]


@pytest.mark.parametrize(("text", "wanted"), SEVERAL)
def test_several_wishes_in_one_message(text: str, wanted: list[tuple[object, ...]]) -> None:
    assert deeds(text) == wanted


NO_DEEDS = [
    ("restart paymnts in staging", "Did you mean **payments**?"),
    ("restart the payment service", "Did you mean **payments**?"),
    ("restart foobar", "I know no service **foobar**. There are catalog, checkout"),
    ("restart mailer in staging", "does not run in staging, only in prod"),
    ("restart payments in dev", "There is no environment **dev**"),
    ("restart everything in dev", "There is no environment **dev**"),
    ("restart all degraded services", "I know no service **degraded**"),
    ("restart payments, not search", "I do not understand exceptions"),
    ("restart payments in staging not prod", "I do not understand exceptions"),
    ("restart everything except search", "I do not understand exceptions"),
    ("restart payments in 5 minutes", "I cannot wait for a time"),
    ("delete search in prod tomorrow at 9", "I cannot wait for a time"),
    ("restart search if it is down", "I cannot wait for a time or a condition"),
    ("scale checkout by 2", "how many replicas there should be"),
    ("give checkout 2 more replicas", "how many replicas there should be"),
    ("scale checkout to -1", "how many replicas there should be"),
    ("delete payments", "Which of them should I delete?"),
    ("delete everything", "one at a time"),
    ("scale checkout", "How many replicas"),
    ("scale payments to 500", "too many"),
    ("restart", "Which service should I restart?"),
    ("don't restart payments", "I leave things as they are"),
    ("please do not delete search in prod", "I leave things as they are"),
    ("how do I restart a service?", "I look after a small fleet"),
    ("help", "scripted stand-in"),
    ("hello!", "scripted stand-in"),
    ("", "scripted stand-in"),
    ("make me a sandwich", "I did not understand that."),
    ("thanks!", "You're welcome"),
    ("never mind", "called off with `cancel`"),
]


@pytest.mark.parametrize(("text", "answer"), NO_DEEDS)
def test_whatever_is_in_doubt_is_answered_with_words_only(text: str, answer: str) -> None:
    assert deeds(text) == []
    assert answer in words(text)


@pytest.mark.parametrize(
    "text", ["restart payments and foobar", "restart foobar, payments", "restart payments, foobar"]
)
def test_what_stands_among_services_and_is_none_is_told(text: str) -> None:
    assert "I know no service **foobar**" in words(text)
    assert deeds(text) == [(RESTART, "payments", "prod")]


@pytest.mark.parametrize(
    ("text", "unknown"),
    [("deploy search", "deploy"), ("lösche search", "lösche"), ("roll back search", "roll back")],
)
def test_what_is_not_understood_about_a_service_is_said_and_it_is_only_looked_at(
    text: str, unknown: str
) -> None:
    assert words(text) == f"I do not understand *{unknown}*, so I only look."
    assert deeds(text) == [(*STATUS, "search", None)]


@pytest.mark.parametrize(
    "text",
    ["did you restart payments?", "when was payments last restarted?", "should I delete payments?"],
)
def test_asking_about_a_deed_is_no_order_to_do_it(text: str) -> None:
    assert deeds(text) == [(*STATUS, "payments", None)]


def test_a_negation_ends_with_its_clause() -> None:
    text = "Don't delete payments, restart it instead"
    assert deeds(text) == [(RESTART, "payments", "prod")]


def test_yes_takes_up_the_suggestion() -> None:
    assert deeds("Yes!", "restart paymnts in staging") == [(RESTART, "payments", "staging")]


def test_an_environment_alone_completes_the_question_before() -> None:
    assert deeds("in staging", "delete payments") == [(DELETE, "payments", "staging")]


def test_a_pronoun_stands_for_the_service_of_the_message_before() -> None:
    assert deeds("scale it to 8", "how is payments?") == [(SCALE, "payments", "prod", 8)]


def test_a_deleted_service_is_unknown() -> None:
    intents = understand("restart old-reports", {"payments": ["prod"]})
    assert intents == [Say("I know no service **old-reports**. There are payments.")]
