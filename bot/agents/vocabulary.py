"""The words the scripted model knows."""

from collections.abc import Mapping, Sequence
from typing import Literal

Verb = Literal["restart", "stop", "scale", "delete", "status", "list", "help", "thanks", "cancel"]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


QUESTIONS: Mapping[Verb, str] = {
    "help": r"how (?:do|can|would|should) (?:i|we|one)\b.*",
    "status": (
        r"(?:did|was|were|has|have|had|should|when|why|who|how often)\b"
        r"(?=.*\b(?:restart|reboot|scal|delet|remov)).*"
    ),
}
"""Talk about a deed, which is no order to do it."""

DEEDS: Mapping[Verb, str] = {
    "restart": (
        r"off and on(?: again)?|restart|re-start|reboot|bounce|recycle|power[- ]cycle|kick"
    ),
    "stop": r"stop|shut ?down|pause|switch off|turn off(?! and on)",
    "scale": (
        r"scale(?: up| down| out| in)?|resize|set|bump(?: up)?|increase|raise|reduce|decrease"
        r"|lower|shrink|grow|give"
        r"|(?:run|want|needs?|make (?:it|that))(?= (?:\d+|two|three|four|five|six)\b)"
    ),
    "delete": (
        r"delete|remove|drop|destroy|get rid of|decommission|retire|tear ?down|clean up|nuke"
        r"|wipe"
    ),
}
"""What changes something; anywhere in a clause it counts more than what only asks."""

TALK: Mapping[Verb, str] = {
    "help": r"what (?:can|do) you do\b.*|who are you|what are you|help|hi|hello|hey|hej|moin",
    "thanks": r"thanks?|thank you|thx|cheers|great|perfect|nice one",
    "cancel": r"never ?mind|cancel|forget (?:it|that)|abort|undo",
    "list": (
        r"what(?:'s| is|s)? (?:is )?(?:running|deployed|there|up|out there|going on|we have)\b"
        r"|which services|what services|what do we (?:run|have)|list|overview|inventory"
        r"|the fleet|(?:is )?(?:everything|all)(?: is)? (?:ok|okay|fine|up|healthy|good|well)"
        r"|(?:what(?:'s| is)?|anything|something)"
        r" (?:broken|degraded|down|failing|slow|unhealthy|wrong)"
        r"|show (?:me )?(?:all|every(?:thing)?|(?:all )?(?:the |our |my )?services|the fleet)"
        r"|services"
    ),
    "status": (
        r"status|state|health|healthy|how(?:'s| is| are| many|s)|check|look (?:at|into)|describe"
        r"|tell me about|what about|is|are|what(?:'s| is) (?:up|wrong|the matter) with|show"
        r"|inspect|version|uptime|why|when|what(?:'s| is)?"
    ),
}
"""At the same place of a clause the earlier entry wins."""

ENVIRONMENTS = {
    "prod": "prod",
    "production": "prod",
    "live": "prod",
    "staging": "staging",
    "stage": "staging",
    "stg": "staging",
}

OTHER_ENVIRONMENTS = frozenset(
    {"dev", "development", "qa", "test", "testing", "preprod", "sandbox", "uat", "canary"}
)

NUMBERS = {
    "zero": 0,
    "none": 0,
    "nothing": 0,
    "one": 1,
    "single": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
    "dozen": 12,
}

NEGATIONS = r"\b(?:don'?t|do not|never|please not|no need to|not to|without|instead of)\b"

_EXCEPTIONS = r"except|apart from|other than|but not|not (?:the |in |on )?(?:{names})"
_LATER = (
    r"in (?:an?|\d+) ?(?:s|m|h|d|secs?|seconds?|mins?|minutes?|hours?|days?|weeks?)"
    r"|at \d+(?:[:.]\d\d)?(?: ?[ap]m)?|at (?:noon|midnight|night)|every (?:day|night|hour|week)"
    r"|later|tomorrow|tonight|next (?:day|night|week|month)"
    r"|(?:if|unless|until|when)(?! (?:you|possible|needed|ready))"
)
_RELATIVE = r"by (?:{numbers})|another|double|extra|fewer|half|halve|less|more|twice|- ?\d+"

DOUBTS: Sequence[tuple[str, frozenset[Verb], str]] = (
    (
        _EXCEPTIONS,
        frozenset(DEEDS),
        "I do not understand exceptions. Please name what should be changed, and nothing else.",
    ),
    (
        _LATER,
        frozenset(DEEDS),
        "I cannot wait for a time or a condition. Please ask again when it should happen.",
    ),
    (
        _RELATIVE,
        frozenset({"scale"}),
        "I cannot count from what is there. Please say how many replicas there should be.",
    ),
)
"""What in a wish for one of these deeds is beyond us, and the answer."""

EVERYTHING = frozenset({"everything", "all", "every"})

PRONOUNS = frozenset({"it", "them", "that", "those", "this", "these"})

BOTH = frozenset({"both", "everywhere", "environments", "envs"})

YES = frozenset(
    {
        "yes",
        "please",
        "y",
        "yep",
        "yeah",
        "yup",
        "sure",
        "ok",
        "okay",
        "right",
        "correct",
        "exactly",
        "ja",
    }
)

FILLER = _words("""
    a about after again agent ago also an and any anything app application apps are as asap at
    away bad be been before bit bot by can check cluster completely copies copy could current
    currently d deployment did do does doing done down each entirely env environment
    environments envs ever fewer finally fine first for from get give go going good had has have
    he health healthy hello here hey hi how i if in instance instances instead into is it its
    just kindly last latest less let let's lets like little ll look love m make may me might
    more must my need needs new no node nodes not now of off ok okay on one ones or our out over
    please pls plz pod pods put quickly re really replica replicas right run running runs s same
    service services shall she should show so some soon state status still sure system t take
    team tell thank thanks that the them then there these they thing things think this those
    time to today tonight too up us ve version want wants was we well were what when where which
    while who whom whose why will with would yes you your
""")
"""Words that never name a service."""
