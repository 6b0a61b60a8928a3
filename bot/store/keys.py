"""Names of the keys.

All keys of a thread begin with its base, `run:{channel:thread}`, and share that hash tag: they live
in one slot, so that one script can change them together. A script is given the base as its one
declared key and derives the others from it (`scripts/thread.lua` spells them the same way).

Indexes live in other slots. They are projections: written before what they point to, never believed
without a look at the record, and cleaned by their readers.

| key | type | what | goes |
|---|---|---|---|
| `run:{T}:head` | hash | latest run, its status, version of the state, fence | with the thread |
| `run:{T}:run:<run>` | string | a run | with the thread |
| `run:{T}:state` | string | engine state as of the last pause | when the run ends |
| `run:{T}:log` | list | what has come since, a piece for each checkpoint | with the next pause |
| `run:{T}:history` | list | items of the conversation | with the thread |
| `run:{T}:inbox`, `:outbox` | sorted set | entries by sequence number | with the thread |
| `run:{T}:calls:<run>` | list | call keys of a run, as they came | with the thread |
| `run:{T}:call:<call>` | hash | one call in the journal, and its approval | with the thread |
| `run:{T}:doubts` | set | calls in doubt: while there are any the thread stays | when settled |
| `run:{T}:lease`, `:courier` | string | who is at it | lease time |
| `run:{T}:hand` | string | the notice a courier has in hand, and since when | a week |
| `run:{T}:once:<key>` | string | something posted before | a week |
| `run:{T}:sent:<token>` | string | answer to a request, should it be sent again | a minute |
| `owner` | string | which bot's all this is | never |
| `seal:check` | string | shows at the start whether the keys given open what is kept | never |
| `errand:{key}` | hash | a click or command | retention |
| `index:approval:<id>`, `index:run:<id>` | string | key of the record | like the record |
| `index:runs`, `:deadlines`, `:unsettled`, `:errands` | sorted set | lists | never: bounded |
| `index:nudges` | sorted set | when people are to be told that something waits | when told |
| `{waiting}:of:<audience>` | sorted set | what waits for an audience | when it does not any more |
| `{waiting}:audiences`, `:filed` | hash | audiences; under which an approval is filed | likewise |
| `{unfinished}:of:<onlookers>` | sorted set | runs that are not over | when over |
| `{unfinished}:audiences`, `:filed` | hash | who may look on; at which run | likewise |
| `index:runs:of:<user>` | sorted set | the latest runs of one person | retention |
| `index:homes`, `home:<user>` | sorted set, hash | who has the Home open; what it shows | a day |
| `delegations` | hash | who decides for whom while they are away | when it is over |
| `{audit}:day:<day>` | stream | links of the audit's chain | when exported and trimmed |
| `{audit}:head` | hash | end of the chain, what is exported, latest policies | never |
| `{audit}:days`, `:open` | sorted set | days; calls that are not over | with their entries |
| `{audit}:entry:<id>`, `:run:<run>` | string, list | numbers of entries | retention |

"With the thread": retention after the last change or the last deadline, whichever is later.
"""

from bot.records import Place

UNSETTLED = "index:unsettled"
DEADLINES = "index:deadlines"
NUDGES = "index:nudges"
RUNS = "index:runs"
ERRANDS = "index:errands"

WAITING = "{waiting}"
"""Base of the keys of what waits."""
UNFINISHED = "{unfinished}"
"""Base of the keys of runs that are not over."""
HOMES = "index:homes"
DELEGATIONS = "delegations"

AUDIT = "{audit}"
"""Base of the audit's keys."""
AUDIT_DAYS = f"{AUDIT}:days"
ONCE_MS = 7 * 86_400_000
"""How long a thread remembers what it was told once: longer than anybody tells anything again."""


def base(place: Place) -> str:
    if "}" in place.tag:
        raise ValueError("a channel or thread cannot contain a brace")
    return f"run:{{{place.tag}}}"


def inbox(place: Place) -> str:
    return f"{base(place)}:inbox"


def outbox(place: Place) -> str:
    return f"{base(place)}:outbox"


def state(place: Place) -> str:
    return f"{base(place)}:state"


def log(place: Place) -> str:
    return f"{base(place)}:log"


def history(place: Place) -> str:
    return f"{base(place)}:history"


def head(place: Place) -> str:
    return f"{base(place)}:head"


def lease(place: Place) -> str:
    return f"{base(place)}:lease"


def courier(place: Place) -> str:
    return f"{base(place)}:courier"


def run(place: Place, run_id: str) -> str:
    return f"{base(place)}:run:{run_id}"


def call(place: Place, call_key: str) -> str:
    return f"{base(place)}:call:{call_key}"


def once(place: Place, key: str) -> str:
    return f"{base(place)}:once:{key}"


def approval_index(approval: str) -> str:
    return f"index:approval:{approval}"


def run_index(run_id: str) -> str:
    return f"index:run:{run_id}"


def audit_day(day: str) -> str:
    return f"{AUDIT}:day:{day}"


def audit_run(run_id: str) -> str:
    return f"{AUDIT}:run:{run_id}"


def runs_of(user: str) -> str:
    return f"index:runs:of:{user}"


def home(user: str) -> str:
    return f"home:{user}"


def errand(key: str) -> str:
    return f"errand:{{{key}}}"
