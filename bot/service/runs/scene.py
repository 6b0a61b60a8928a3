"""What a tool can learn about where it runs: `ctx.context`."""

from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from typing import Any

from bot.records import Run

_approvers: ContextVar[tuple[str, ...]] = ContextVar("approvers_of_this_call", default=())
_answer: ContextVar[str] = ContextVar("answer_to_this_call", default="")


class Scene(Mapping[str, Any]):
    """The requester, channel, thread and run, and who approved the call that is running.

    Everything is there as an attribute and as a key. Nothing of it is stored with the engine's
    state: a run that is taken up elsewhere gets a new one from its record.
    """

    def __init__(self, run: Run) -> None:
        self.requester = run.requester
        self.channel = run.place.channel
        self.thread = run.place.thread
        self.run_id = run.id

    @property
    def approvers(self) -> tuple[str, ...]:
        """User ids of those who approved this call; empty for a call that needs no approval."""
        return _approvers.get()

    @property
    def answer(self) -> str:
        """What a person answered, when this call is a question."""
        return _answer.get()

    @staticmethod
    def call_begins(approvers: tuple[str, ...], answer: str = "") -> None:
        """What people said about the call that this task is about to run, and no other."""
        _approvers.set(approvers)
        _answer.set(answer)

    def __getitem__(self, key: str) -> Any:
        if key not in _KEYS:
            raise KeyError(key)
        return getattr(self, key)

    def __iter__(self) -> Iterator[str]:
        return iter(_KEYS)

    def __len__(self) -> int:
        return len(_KEYS)


_KEYS = ("requester", "channel", "thread", "run_id", "approvers", "answer")
