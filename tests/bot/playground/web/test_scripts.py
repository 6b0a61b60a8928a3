"""What holds for every script of the page, whatever it draws."""

import re

from bot.cards import help_text
from bot.playground.page.endpoints import FILES

SCRIPTS = sorted(FILES.rglob("*.js"))
PARSES = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|\beval\(|new Function"


def test_no_script_makes_markup_of_text() -> None:
    assert [s for s in SCRIPTS if re.search(PARSES, s.read_text(encoding="utf-8"))] == []


def test_nothing_is_fetched_from_elsewhere() -> None:
    page = "".join(path.read_text(encoding="utf-8") for path in FILES.rglob("*.*ml"))
    assert SCRIPTS
    assert re.findall(r'(?:src|href)="(?!web/)[^"]*"', page) == []


def test_the_page_knows_every_subcommand_of_the_bot() -> None:
    (script,) = (path for path in SCRIPTS if path.name == "commands.js")
    known = re.findall(
        r'^  \["(\w+)", "([^"]*)", "', script.read_text(encoding="utf-8"), re.MULTILINE
    )
    told = re.findall(r"`/agent (\w+) ?([^`]*)`", help_text().text)
    assert sorted(known) == sorted(told)
