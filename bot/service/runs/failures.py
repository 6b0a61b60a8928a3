"""What people are told when a run fails: what failed, what ran, and what did not.

Rule: texts are made here from the kind of error alone. What an error says of itself can hold
secrets or model text and is never shown.
"""

from collections.abc import Iterable

from bot.errors import SettingsError
from bot.records import Approval
from core import exceptions
from core.models.known_errors import known_error


def reason(error: Exception) -> str:
    """Why a run failed, in one short sentence for people."""
    match error:
        case SettingsError(name=name):
            return f"I am not set up: whoever runs me has to set `{name}`."
        case exceptions.MaxTurnsExceeded():
            return "I took more steps than allowed without coming to an end."
        case exceptions.ModelRefusalError():
            return "The model declined to answer."
        case exceptions.ModelBehaviorError():
            return _unusable(str(error), getattr(error, "code", None))
        case exceptions.InputGuardrailTripwireTriggered():
            return "A guardrail stopped this request."
        case exceptions.OutputGuardrailTripwireTriggered():
            return "A guardrail held back the answer."
        case exceptions.ModelTimeoutError():
            return _SILENT
        case exceptions.AgentsException():
            return "The agent could not go on."
        case _:
            return _foreign(error)


_SILENT = "The model did not answer in time. Try again in a while."
_TOO_LONG = "The model's answer was longer than it may be, so I dropped it."
_CUT_SHORT = {
    "max_output_tokens": _TOO_LONG,
    "length": _TOO_LONG,
    "content_filter": "A filter of the model's provider held back the answer.",
}


def _unusable(text: str, code: str | None) -> str:
    """Only known words of the text count."""
    known = (meaning for word, meaning in _CUT_SHORT.items() if word == code or text.endswith(word))
    return next(known, "The model answered with something I cannot use.")


def report(error: Exception, approvals: Iterable[Approval]) -> str:
    """The whole message: the reason, then what became of the approved calls."""
    lines = [f":warning: {reason(error)}"]
    lines += [line for approval in approvals if (line := _fate(approval))]
    if len(lines) == 1:
        lines.append("Nothing that needs approval was run.")
    return "\n".join(lines)


def _fate(approval: Approval) -> str:
    name = f"`{approval.request.call.tool}`"
    match approval.status:
        case "done":
            return f"• {name} *did run*."
        case "failed":
            return f"• {name} was started and reported an error."
        case "started" | "in_doubt" | "superseded":
            return f"• {name} was started; it *may have run*."
        case "approved":
            return f"• {name} was approved and *did not run*."
        case "waiting":
            return f"• {name} *did not run* and is no longer open for approval."
        case "rejected" | "expired" | "cancelled" | "undeliverable":
            return ""


_STATUS = {
    400: "The model refused the request as malformed.",
    401: "The model rejected our key.",
    403: "The model denied access.",
    404: "The model was not found.",
    429: "The model is over its limit right now. Try again in a while.",
}


def _foreign(error: Exception) -> str:
    """Errors of the model's client are told by their status, not by importing the client."""
    status = getattr(error, "status_code", None)
    if isinstance(status, int):
        return _STATUS.get(status, f"The model answered with an error (HTTP {status}).")
    if type(error).__module__.partition(".")[0] in ("openai", "httpx", "httpx2", "httpcore2"):
        return _SILENT if known_error(error).is_timeout else "The model could not be reached."
    return "Something went wrong inside the agent."
