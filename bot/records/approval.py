"""An approval: what was asked (never changes), who decided, and what became of it."""

from typing import Literal, Self

from bot.records.base import Record
from bot.records.place import Copy, MessageRef, Place
from bot.records.reach import Nudge, Reach
from bot.records.remark import Answered, Asked, Nudged, Remark, Viewed

Verdict = Literal["approved", "rejected"]
Effect = Literal["pure", "idempotent", "at_most_once"]
Scope = Literal["", "tool", "arguments"]
"""How far "always in this run" reaches: not at all, every call of the tool by the agent, or only
calls with the same arguments."""
ApprovalStatus = Literal[
    "waiting",
    "approved",
    "rejected",
    "expired",
    "cancelled",
    "undeliverable",
    "superseded",
    "started",
    "done",
    "failed",
    "in_doubt",
]


class Call(Record):
    """A tool call, bound to the very arguments that will run."""

    run: str
    call_id: str
    attempt: int = 1
    agent: str
    tool: str
    arguments: str
    """Canonical JSON."""
    digest: str
    """sha256 in hex over tool and arguments: what is approved is this, not a position in a list."""
    effect: Effect = "at_most_once"

    @property
    def key(self) -> str:
        """Name of the call in the journal; another attempt is another call."""
        return f"{self.run}:{self.call_id}:{self.attempt}"


class Rule(Record):
    """The policy as it stood when the approval was asked for."""

    name: str
    """`default`, or `policy 2` for the second in the file."""
    approvers: tuple[str, ...]
    """User ids, user-group ids, `channel` or `requester`."""
    required: int = 1
    requester_may_approve: bool = False
    always: Scope = ""
    """Whether an approval may be given for the rest of the run."""
    needs_preview: bool = False
    """Whether nobody may approve what the tool could not show beforehand."""
    reach: Reach = Reach()
    version: str
    """Digest of the policies in force, for the record."""


class Inquiry(Record):
    """A question of the agent to people: what they answer is what the call returns."""

    text: str
    choices: tuple[str, ...] = ()
    """Without any, people answer in their own words."""


class Request(Record):
    """What an approver is asked."""

    id: str
    """Opaque, unguessable (128 bits or more): the only thing a button carries."""
    place: Place
    requester: str
    call: Call
    description: str = ""
    """The tool's description, one line."""
    preview: str = ""
    preview_problem: str = ""
    """Why there is no preview although the tool has one."""
    hidden: tuple[str, ...] = ()
    """Names of arguments that are never shown."""
    parameters: str = ""
    """JSON schema of the arguments; empty when they cannot be edited."""
    headed_by: str = ""
    """The argument that says in one sentence what is asked; empty where the tool's name does."""
    together: tuple[str, ...] = ()
    """Ids of all requests of the same pause under the same rule, its own included."""
    inquiry: Inquiry | None = None
    rule: Rule
    asked_at: float
    expires_at: float

    @property
    def only_decides(self) -> bool:
        """Whether nothing runs once it is approved: what people decide is all there is to it."""
        return bool(self.headed_by)

    @property
    def lacks_preview(self) -> bool:
        """Whether nobody can approve it, because its policy wants a preview and there is none."""
        return self.rule.needs_preview and not self.preview

    @property
    def is_editable(self) -> bool:
        """Where the policy wants a preview, nothing else may run than what that shows."""
        return bool(self.parameters) and not self.rule.needs_preview


class Decision(Record):
    """One person's word. Several may be needed."""

    verdict: Verdict
    by: str
    at: float
    reason: str = ""
    digest: str = ""
    """Of what was approved; empty for the call as it was asked for."""
    arguments: str = ""
    """Canonical JSON that this person put in the place of the agent's."""
    always: Scope = ""
    """Given for later calls of this run as well."""
    standing: bool = False
    """Not given for this call: it follows from an earlier one that was given for the whole run."""
    answer: str = ""
    """To the agent's question."""
    behalf: str = ""
    """Whose right it was; empty for their own."""

    @property
    def voices(self) -> frozenset[str]:
        """Whose say this was: somebody and whoever decides for them are one voice."""
        return frozenset({self.by, self.behalf} - {""})


class Approval(Record):
    """A request and where it stands."""

    request: Request
    status: ApprovalStatus = "waiting"
    decisions: tuple[Decision, ...] = ()
    """Those that count; a word that was withdrawn is only a remark."""
    remarks: tuple[Remark, ...] = ()
    """Oldest first."""
    ended_by: str = ""
    """Who called the run off, or settled a doubt."""
    ended_at: float = 0.0
    """When nothing more could become of it; 0 until then."""
    result: str = ""
    """Link to what the agent said next; empty until then."""
    card: MessageRef | None = None
    stray: bool = False
    """Whether there may be a second one, of somebody who was given up before he had said where."""
    copies: tuple[Copy, ...] = ()
    outcome: str = ""
    """What the tool answered, shortened for people."""
    version: int = 0
    """Grows with every change; a card that shows an older one is drawn again."""

    @property
    def call(self) -> Call:
        """The call with the arguments that would run: those of the last person who edited them."""
        edit = next((each for each in reversed(self.decisions) if each.arguments), None)
        if edit is None:
            return self.request.call
        changes = {"arguments": edit.arguments, "digest": edit.digest}
        return self.request.call.model_copy(update=changes)

    @property
    def agreed(self) -> tuple[Decision, ...]:
        """Approvals of what would run; an edit leaves those of the former arguments behind."""
        asked, wanted = self.request.call.digest, self.call.digest
        return tuple(
            each
            for each in self.decisions
            if each.verdict == "approved" and (each.digest or asked) == wanted
        )

    @property
    def spoken(self) -> frozenset[str]:
        """Everybody whose approval counts, also those for whom somebody else has given it."""
        return frozenset[str]().union(*(each.voices for each in self.agreed))

    @property
    def answer(self) -> str:
        """What a person answered to the agent's question."""
        return next((each.answer for each in self.agreed if each.answer), "")

    @property
    def open_question(self) -> Asked | None:
        """What the requester was asked and has not answered."""
        said = [each for each in self.remarks if isinstance(each, Asked | Answered)]
        last = said[-1] if said else None
        return last if isinstance(last, Asked) else None

    @property
    def with_buttons(self) -> tuple[MessageRef, ...]:
        """Every message on which it can be decided."""
        card = (self.card,) if self.card is not None else ()
        return (*card, *(each.ref for each in self.copies if each.to))

    def overdue_nudges(self, now: float) -> tuple[Nudge, ...]:
        """What people should have been told by now and have not been."""
        return tuple(what for what, at in self._nudges if at <= now)

    @property
    def has_nudges(self) -> bool:
        """Whether there is something left to tell people while it waits."""
        return bool(self._nudges)

    @property
    def next_look(self) -> float:
        """When something is to be done about it if nobody decides: seconds since the epoch."""
        return min([self.request.expires_at, *(at for _, at in self._nudges)])

    @property
    def _nudges(self) -> tuple[tuple[Nudge, float], ...]:
        request, told = self.request, {e.what for e in self.remarks if isinstance(e, Nudged)}
        ways = request.rule.reach.nudges(request.asked_at, request.expires_at)
        return tuple((what, at) for what, at in ways if what not in told)

    def was_read_by(self, user: str) -> bool:
        """Whether this person opened the whole of what would run."""
        return any(
            isinstance(each, Viewed) and (each.by, each.digest) == (user, self.call.digest)
            for each in self.remarks
        )

    def without(self, user: str) -> Self:
        """As it would stand if this person had not decided."""
        left = tuple(each for each in self.decisions if each.by != user)
        return self.model_copy(update={"decisions": left})

    @property
    def is_over(self) -> bool:
        """Whether nothing more can become of it."""
        return self.status not in ("waiting", "approved", "started", "in_doubt")

    @property
    def is_open(self) -> bool:
        """Whether somebody can still decide."""
        return self.status == "waiting"

    def is_open_at(self, now: float) -> bool:
        """Also where nobody has noticed yet that its time is over; `now` is in seconds since the
        epoch."""
        return self.is_open and now < self.request.expires_at
