"""What the audit has about a run, line by line."""

from collections.abc import Iterator, Sequence

from bot.audit import Link
from bot.cards import blocks as b
from bot.cards.times import to_the_second
from bot.ports import Message
from bot.records import Happening, Run
from bot.text import MESSAGE, bounded, code, size, user

_SECTION = 1_800
"""Bytes of lines in one block."""
_SECTIONS = 5
"""Blocks in one message."""
_WORDS: dict[Happening, str] = {
    "run_started": "started the run",
    "run_ended": "the run ended",
    "requested": "asked for approval of",
    "viewed": "opened all arguments of",
    "asked": "asked the requester about",
    "answered": "answered about",
    "reminded": "reminded people of",
    "escalated": "told others about",
    "approved": "approved",
    "edited": "edited and approved",
    "rejected": "rejected",
    "withdrawn": "does not count any more on",
    "refused": "was refused on",
    "started": "started",
    "done": "finished",
    "failed": "failed",
    "in_doubt": "may have run:",
    "settled": "said what became of",
    "expired": "nobody decided in time on",
    "cancelled": "called off",
    "undeliverable": "nobody could be asked about",
    "delegated": "has somebody decide for them,",
    "undelegated": "decides alone again,",
}


def run_audit(run: Run, links: Sequence[Link]) -> tuple[Message, ...]:
    """Oldest first, in as many messages as it takes."""
    title = f"*What happened in {code(run.id, 60)}*"
    if not links:
        return (_message([f"{title}\nNothing is on record about this run."]),)
    sections = list(_sections([title, *(_line(link) for link in links)]))
    starts = range(0, len(sections), _SECTIONS)
    return tuple(_message(sections[start : start + _SECTIONS]) for start in starts)


def with_steps(details: Message, run: Run, links: Sequence[Link]) -> tuple[Message, ...]:
    """A run's details, and behind them what happened in it, in as many messages as it takes."""
    first, *more = run_audit(run, links)
    if b.weight(details.blocks) + b.weight(first.blocks) > MESSAGE:
        return (details, first, *more)
    together = Message(
        text=bounded(f"{details.text}\n{first.text}"), blocks=(*details.blocks, *first.blocks)
    )
    return (together, *more)


def _line(link: Link) -> str:
    entry = link.entry
    behalf = f"(for {user(entry.behalf)}) " if entry.behalf else ""
    who = f"{user(entry.by)} {behalf}" if entry.by else ""
    words = _WORDS.get(entry.what, entry.what)
    tool = f" {code(entry.tool, 60)}" if entry.tool else ""
    detail = f": {code(entry.detail, 200)}" if entry.detail else ""
    digest = f" ({code(entry.digest[:12])})" if entry.digest else ""
    return f"{link.seq}. {to_the_second(entry.at / 1000)} {who}{words}{tool}{detail}{digest}"


def _sections(lines: Sequence[str]) -> Iterator[str]:
    """Whole lines, as many as fit into one block."""
    held = ""
    for line in lines:
        if held and size(held) + size(line) >= _SECTION:
            yield held
            held = ""
        held = f"{held}\n{line}" if held else line
    yield held


def _message(sections: Sequence[str]) -> Message:
    return Message(
        text=bounded("\n".join(sections)),
        blocks=tuple(b.section(b.words(each)) for each in sections),
    )
