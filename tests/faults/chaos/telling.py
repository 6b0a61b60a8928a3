"""Whether people were told: by cards that show how it stands, by answers, and after every click."""

from collections import Counter
from collections.abc import Collection, Iterator

from bot.records import Run
from tests.faults.chaos.crew import closing
from tests.faults.chaos.story import Said, Story
from tests.faults.chaos.verdict import Fault, Kind, cards_of, name_of

NOT_RECORDED = "could *not be recorded*"
UNCONFIRMED = "could *not confirm* that this was recorded"
"""What the bot says when the store goes away before anything is written, or in the middle of it."""
DEFERRED = "I have kept your message"
"""What it says when a message comes while an approval waits; no answer to a click."""


def false_cards(story: Story) -> Iterator[Fault]:
    """The journal against what Slack shows. What was over before it could be shown has no card."""
    for approval in story.approvals:
        cards = cards_of(story, approval)
        if not cards and (approval.decisions or approval.card is not None):
            yield Fault("silence", f"{name_of(approval)} ({approval.status}) has no card")
        own = approval.card.ts if approval.card is not None else ""
        for card in cards:
            if (card.version, card.status) != (approval.version, approval.status):
                shown = f"{card.status} ({card.version})"
                real = f"{approval.status} ({approval.version})"
                kind: Kind = "contradiction" if card.ts == own else "stray"
                yield Fault(kind, f"a card of {name_of(approval)} shows {shown}: {real}")


def unanswered(story: Story) -> Iterator[Fault]:
    heard = {run.asked_ts: run for run in story.runs}
    for said in story.said:
        if not said.taken or said.gone:
            continue
        run = heard.get(said.ts)
        if (wanted := _answers_to(said, run)) and not _is_told(story, said, wanted):
            yield Fault("silence", f"{said.job} has no answer ({run.status if run else 'no run'})")


def _answers_to(said: Said, run: Run | None) -> tuple[str, ...]:
    """Any of which will do; none where nobody waits for one any more."""
    match run.status if run is not None else None:
        case None:
            return closing(said.job), NOT_RECORDED, UNCONFIRMED
        case "waiting":
            # Whoever said it has said it again, in a thread of its own, and looks no more.
            return closing(said.job), UNCONFIRMED
        case "cancelled":
            return ()
        case _:
            return (closing(said.job),)


def _is_told(story: Story, said: Said, wanted: Collection[str]) -> bool:
    return any(
        words.thread == said.thread and any(each in words.text for each in wanted)
        for words in story.words
    )


def unheard_clicks(story: Story) -> Iterator[Fault]:
    """A click either counts, and the card says so, or whoever clicked is told."""
    clicks = Counter(
        (each.by, each.thread) for each in story.clicks if each.taken and not each.gone
    )
    answers, elsewhere = _answers(story)
    for (person, thread), number in clicks.items():
        missing = number - answers[person, thread]
        told = max(0, min(missing, elsewhere[person]))
        elsewhere[person] -= told
        if missing > told:
            yield Fault("silence", f"{missing - told} of {number} clicks of {person} in {thread}")


def _answers(story: Story) -> tuple[Counter[tuple[str, str]], Counter[str]]:
    """By person and thread, and by person alone what was said outside of every thread."""
    answers: Counter[tuple[str, str]] = Counter()
    elsewhere: Counter[str] = Counter()
    for approval in story.approvals:
        thread = approval.request.place.thread
        answers.update((each.by, thread) for each in approval.decisions)
        answers.update([(approval.ended_by, thread)] if approval.ended_by else [])
    threads = {each.thread for each in story.said}
    for words in story.words:
        if words.only_to and DEFERRED not in words.text:
            if words.thread in threads:
                answers[words.only_to, words.thread] += 1
            else:
                elsewhere[words.only_to] += 1
    return answers, elsewhere
