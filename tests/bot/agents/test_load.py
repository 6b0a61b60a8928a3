"""`BOT_AGENT`: the agent it names, or one line about why not."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.agents import load_agent
from bot.agents.scripted import ScriptedModel
from bot.errors import SettingsError
from bot.settings import Settings

MODULE = """
from core import Agent

agent = Agent(name="Mine")

def build():
    return Agent(name="Built")

async def later():
    return agent

def broken():
    raise RuntimeError("first line\\nsecond line")

def leaves():
    raise SystemExit(5)

def needs(something):
    return agent

class Box:
    inner = Agent(name="Boxed")

class Robot:
    pass

number = 7
alien = Robot()
"""


@pytest.fixture(autouse=True)
def authors_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where somebody starts signoff, with modules of their own in it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    modules = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - modules:
        if name.startswith("mine"):
            del sys.modules[name]


def settings(agent: str | None, folder: Path) -> Settings:
    return Settings.load(agent=agent, data_dir=folder, openai_api_key=None, openai_base_url=None)


@pytest.mark.parametrize(
    ("attribute", "name"), [("agent", "Mine"), ("build", "Built"), ("Box.inner", "Boxed")]
)
def test_an_agent_of_the_current_directory(authors_folder: Path, attribute: str, name: str) -> None:
    (authors_folder / "mine1.py").write_text(MODULE)
    assert load_agent(settings(f"mine1:{attribute}", authors_folder)).name == name


WRONG = [
    ("mine2:absent", "BOT_AGENT: mine2 has no absent. Did you mean agent?"),
    ("mine2:Box.outer", "BOT_AGENT: mine2 has no outer. Did you mean inner?"),
    ("mine2:number", "BOT_AGENT: mine2:number is no core.Agent but of type int. Name an agent"),
    ("mine2:alien", "BOT_AGENT: mine2:alien is no core.Agent but of type mine2.Robot. Name"),
    ("mine2:leaves", "BOT_AGENT: mine2:leaves raises SystemExit: 5 (mine2.py"),
    ("mine2:later", "BOT_AGENT: mine2:later is async."),
    (
        "mine2:broken",
        "BOT_AGENT: mine2:broken raises RuntimeError: first line second line (mine2.py",
    ),
    ("absent2:agent", "BOT_AGENT: there is no module absent2."),
    ("absent2.deep:agent", "BOT_AGENT: there is no module absent2."),
]


@pytest.mark.parametrize(("path", "line"), WRONG)
def test_what_is_wrong_is_one_line(authors_folder: Path, path: str, line: str) -> None:
    (authors_folder / "mine2.py").write_text(MODULE)
    with pytest.raises(SettingsError) as error:
        load_agent(settings(path, authors_folder))
    assert str(error.value).startswith(line)
    assert "\n" not in str(error.value)


def test_only_places_in_the_authors_code_are_named(authors_folder: Path) -> None:
    (authors_folder / "mine4.py").write_text(MODULE)
    (authors_folder / "mine5.py").write_text("def f(:")
    for path in ("mine4:needs", "mine5:agent"):
        with pytest.raises(SettingsError) as error:
            load_agent(settings(path, authors_folder))
        assert "load.py" not in str(error.value)


BROKEN = [
    ("def f(:", "SyntaxError"),
    ("1/0", "ZeroDivisionError: division by zero (mine3_1.py, line 1)"),
    ("import absent_library", "ModuleNotFoundError: No module named 'absent_library' (mine3_2.py"),
    ("import sys; sys.exit(3)", "SystemExit: 3"),
]


@pytest.mark.parametrize("number", range(len(BROKEN)))
def test_a_module_that_breaks_is_named_with_the_place(authors_folder: Path, number: int) -> None:
    text, problem = BROKEN[number]
    (authors_folder / f"mine3_{number}.py").write_text(text)
    with pytest.raises(SettingsError) as error:
        load_agent(settings(f"mine3_{number}:agent", authors_folder))
    assert str(error.value).startswith(f"BOT_AGENT: mine3_{number} raises {problem}")


def test_without_a_name_it_is_the_example_with_its_scripted_model(tmp_path: Path) -> None:
    agent = load_agent(settings(None, tmp_path))
    assert agent.name == "Ops"
    assert isinstance(agent.model, ScriptedModel)


def test_the_example_takes_the_model_that_is_configured(tmp_path: Path) -> None:
    chosen = Settings.load(agent=None, data_dir=tmp_path, openai_api_key="k")
    assert load_agent(chosen).model is None
