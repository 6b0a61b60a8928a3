"""What the card cannot show has to be opened by whoever wants to approve it."""

from bot.testing import Trial
from tests.flows.approvers import Desk, query, scale, window
from tests.flows.ops import says

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
