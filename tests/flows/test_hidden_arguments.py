"""What the card cannot show has to be opened by whoever wants to approve it."""

from bot.playground import Fault, Message
from bot.testing import Teammate, Trial
from core import function_tool
from core.testing import function_call
from tests.flows.approvers import Desk, fills, query, scale, window
from tests.flows.ops import says

TWO = '[[policy]]\ntools = ["*"]\napprovers = ["U0JONAS", "U0AIKO"]\nrequired = 2'

LONG = "SELECT 1;\n" * 500 + "DROP TABLE users"


async def test_approving_is_refused_until_this_person_has_opened_all_of_it() -> None:
    desk = Desk([query(LONG)], says("Done."))
    async with Trial(desk.agent()) as trial:
        await trial.person("mira").asks("query")
        card = await trial.card("characters hidden")
        jonas, aiko = trial.person("jonas"), trial.person("aiko")
        await jonas.clicks(card, "Approve")
        await trial.whisper(jonas, "Open all of them first")
        assert desk.ran == []
        await window(trial, jonas, card, "Show everything", "This is all of it")
        await trial.settled()
        await aiko.clicks(card, "Approve")
        await trial.whisper(aiko, "Open all of them first")
        assert desk.ran == []
        await jonas.clicks(card, "Approve")
        await trial.message("Done.")
        assert desk.ran == [LONG]


async def test_the_window_shows_every_character() -> None:
    desk = Desk([query(LONG)])
    async with Trial(desk.agent()) as trial:
        await trial.person("mira").asks("query")
        card = await trial.card("characters hidden")
        modal = await window(trial, trial.person("jonas"), card, "Show everything", "all of it")
        assert modal.shown.count("SELECT 1;") == 500
        assert "DROP TABLE users" in modal.shown


async def test_many_pages_have_to_be_turned_to_the_last() -> None:
    desk = Desk([query("x" * 60_000)], says("Done."))
    async with Trial(desk.agent()) as trial:
        await trial.person("mira").asks("query")
        card = await trial.card("characters hidden")
        jonas = trial.person("jonas")
        modal = await window(trial, jonas, card, "Show everything", "page 1 of 3")
        await trial.settled()
        await jonas.clicks(card, "Approve")
        await trial.whisper(jonas, "Open all of them first")
        for page in ("page 2 of 3", "page 3 of 3"):
            await jonas.person.clicks(modal, "Next page")
            await trial.slack.wait_for(
                lambda _, page=page: page in (jonas.person.modal or modal).shown
            )
        await trial.settled()
        await jonas.clicks(card, "Approve")
        await trial.message("Done.")


async def test_pages_of_what_was_changed_meanwhile_do_not_count() -> None:
    sent: list[str] = []

    @function_tool(needs_approval=True)
    async def send(to: str, text: str) -> str:
        """Send a letter."""
        sent.append(to)
        return "sent"

    letter = {"to": "ann@example.com", "text": "x" * 30_000}
    call = function_call("send", letter, call_id="call_1")
    async with Trial(Desk([call], says("Done.")).agent(send), policies=TWO) as trial:
        await trial.person("mira").asks("send")
        card = await trial.card("characters hidden")
        jonas, aiko = trial.person("jonas"), trial.person("aiko")
        began = await window(trial, jonas, card, "Show everything", "page 1 of 2")
        await window(trial, aiko, card, "Show everything", "page 1 of 2")
        await turned(trial, aiko, "page 2 of 2")
        await edited(trial, aiko, card, to="bob@example.com")
        shown = await turned(trial, jonas, "page 1 of 2")
        assert began.shown != shown
        assert "changed the arguments meanwhile" in shown
        assert "bob@example.com" in shown
        await jonas.clicks(card, "Approve")
        await trial.whisper(jonas, "Open all of them first")
        await turned(trial, jonas, "page 2 of 2")
        await jonas.clicks(card, "Approve")
        await trial.message("Done.")
        assert sent == ["bob@example.com"]


async def test_the_last_page_says_when_it_is_decided_by_then() -> None:
    async with Trial(Desk([query("x" * 30_000)], says("Then not.")).agent()) as trial:
        await trial.person("mira").asks("query")
        card = await trial.card("characters hidden")
        jonas = trial.person("jonas")
        await window(trial, jonas, card, "Show everything", "page 1 of 2")
        await trial.person("aiko").clicks(card, "Reject")
        await trial.settled()
        shown = await turned(trial, jonas, "page 2 of 2")
        assert "This is all of it. Rejected by" in shown
        assert "You can decide" not in shown


async def turned(trial: Trial, who: Teammate, to: str) -> str:
    """What the next page of somebody's window shows."""
    before = who.person.modal
    assert before is not None
    await who.person.clicks(before, "Next page")
    await trial.settled()
    after = who.person.modal
    assert after is not None
    assert to in after.shown
    return after.shown


async def edited(trial: Trial, who: Teammate, card: Message, **values: str) -> None:
    assert who.person.modal is not None
    await who.person.closes(who.person.modal)
    await fills(who, await window(trial, who, card, "Edit and approve", "to"), **values)
    await trial.settled()


async def test_what_is_too_long_for_a_window_comes_as_a_file_in_private() -> None:
    desk = Desk([query("y" * 200_000)], says("Done."))
    async with Trial(desk.agent()) as trial:
        await trial.person("mira").asks("query")
        card = await trial.card("characters hidden")
        jonas = trial.person("jonas")
        await window(trial, jonas, card, "Show everything", "as a file")
        await trial.settled()
        (posted,) = [m for m in jonas.person.sees(jonas.person.app_dm.id) if m.files]
        assert posted.files[0]["size"] >= 200_000
        await jonas.clicks(card, "Approve")
        await trial.message("Done.")


async def test_a_file_that_could_not_be_sent_was_not_read() -> None:
    desk = Desk([query("y" * 200_000)])
    async with Trial(desk.agent()) as trial:
        await trial.person("mira").asks("query")
        card = await trial.card("characters hidden")
        jonas = trial.person("jonas")
        trial.slack.faults.fail("files.completeUploadExternal", "access_denied")
        await window(trial, jonas, card, "Show everything", "could not be sent")
        await trial.settled()
        await jonas.clicks(card, "Approve")
        await trial.whisper(jonas, "Open all of them first")
        assert desk.ran == []


async def test_the_command_refuses_and_shows_likewise() -> None:
    desk = Desk([query(LONG)], says("Done."))
    async with Trial(desk.agent()) as trial:
        await trial.person("mira").asks("query")
        card = await trial.card("characters hidden")
        value = card.controls[0].value
        jonas = trial.person("jonas")
        await jonas.types(f"/agent approve {value}")
        await trial.whisper(jonas, "Open all of them first")
        await jonas.types(f"/agent show {value}")
        await trial.whisper(jonas, "DROP TABLE users")
        await trial.settled()
        await jonas.types(f"/agent approve {value}")
        await trial.message("Done.")


async def test_what_was_changed_while_slack_showed_it_was_not_read() -> None:
    desk = Desk([scale(service="p" * 2_900, level="high", tags=["t" * 2_900])], says("Done."))
    async with Trial(desk.agent(), policies=TWO) as trial:
        await trial.person("mira").asks("scale")
        card = await trial.card("characters hidden")
        value = card.controls[0].value
        jonas, aiko = trial.person("jonas"), trial.person("aiko")
        await window(trial, aiko, card, "Show everything", "This is all of it")
        await trial.settled()
        trial.slack.faults.add(Fault(method="response_url", answer_delay=60, after=1))
        await jonas.types(f"/agent show {value}")
        await trial.whisper(jonas, "part 1 of")
        assert aiko.person.modal is not None
        await aiko.person.closes(aiko.person.modal)
        form = await window(trial, aiko, card, "Edit and approve", "replicas")
        await fills(aiko, form, replicas="9")
        await trial.card("1 of 2")
        trial.slack.faults.clear()
        await trial.settled()
        await jonas.clicks(card, "Approve")
        await trial.whisper(jonas, "Open all of them first")
        assert desk.ran == []


async def test_who_has_read_all_of_it_may_approve_before_slack_says_that_it_was_shown() -> None:
    desk = Desk([query(LONG)], says("Done."))
    async with Trial(desk.agent()) as trial:
        await trial.person("mira").asks("query")
        card = await trial.card("characters hidden")
        jonas = trial.person("jonas")
        trial.slack.faults.add(Fault(method="views.update", answer_delay=60))
        await window(trial, jonas, card, "Show everything", "This is all of it")
        await jonas.clicks(card, "Approve")
        await trial.slack.settled()
        trial.slack.faults.clear()
        await trial.message("Done.")
        assert jonas.told == []


async def test_what_slack_could_not_show_was_not_read() -> None:
    desk = Desk([query(LONG)])
    async with Trial(desk.agent()) as trial:
        await trial.person("mira").asks("query")
        card = await trial.card("characters hidden")
        jonas = trial.person("jonas")
        trial.slack.faults.add(Fault(method="views.update", delay=0.1, error="not_found"))
        await window(trial, jonas, card, "Show everything", "One moment")
        await jonas.clicks(card, "Approve")
        await trial.whisper(jonas, "Open all of them first")
        assert desk.ran == []


async def test_rejecting_needs_no_reading() -> None:
    desk = Desk([query(LONG)], says("Then not."))
    async with Trial(desk.agent()) as trial:
        await trial.person("mira").asks("query")
        card = await trial.card("characters hidden")
        await trial.person("jonas").clicks(card, "Reject")
        await trial.message("Then not.")
        assert desk.ran == []


async def test_a_card_that_shows_everything_has_no_such_button() -> None:
    desk = Desk([scale()])
    async with Trial(desk.agent()) as trial:
        await trial.person("mira").asks("scale")
        card = await trial.card()
        assert "Show everything" not in card.buttons
