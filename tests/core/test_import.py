"""What it costs to have the engine at all, and that its names are where they are said to be."""

import ast
import inspect
import os
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import core
from core.public_names import HOMES


def loaded_by(code: str) -> set[str]:
    """The modules of a new process that did this and nothing else, not even measure itself."""
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys\nprint(*sys.modules)"],
        env={name: value for name, value in os.environ.items() if "COVERAGE" not in name},
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


def test_the_engine_is_there_before_anything_of_it_is_loaded() -> None:
    modules = loaded_by("import core")
    ours = {name for name in modules if name.startswith("core")}
    assert ours == {"core", "core.lazy_names", "core.public_names"}
    assert not modules & {"asyncio", "dataclasses", "inspect", "json", "logging", "ssl"}


def test_agents_are_defined_without_the_clients_of_providers_and_without_schemas() -> None:
    modules = loaded_by("from core import Agent, Runner, function_tool")
    heavy = {"openai", "httpx", "pydantic", "pydantic_core", "griffe", "sqlite3", "agents", "mcp"}
    assert not modules & heavy


def test_a_tool_that_is_told_in_one_line_needs_no_parser_of_docstrings() -> None:
    tool = "@function_tool\ndef look(path: str) -> str:\n    'Read a file.'\n    return path"
    modules = loaded_by(f"from core import function_tool\n{tool}")
    assert "pydantic" in modules
    assert not modules & {"griffe", "openai", "sqlite3"}


@pytest.mark.parametrize("name", core.__all__)
def test_every_public_name_exists(name: str) -> None:
    assert getattr(core, name) is getattr(core, name)
    assert name in dir(core)


def test_a_name_is_where_type_checkers_look_for_it() -> None:
    found: dict[str, str] = {}
    for node in ast.walk(ast.parse(inspect.getsource(core))):
        if isinstance(node, ast.ImportFrom) and node.module not in (
            "__future__",
            "typing",
            "core.lazy_names",
            "core.public_names",
        ):
            found |= {alias.name: str(node.module) for alias in node.names}

    assert found == {name: home for home, names in HOMES.items() for name in names.split()}
    assert set(found) == set(core.__all__)


def test_everything_public_comes_with_a_star() -> None:
    names: dict[str, object] = {}
    exec("from core import *", names)
    assert names.keys() >= set(core.__all__)


def test_a_name_nobody_defined_is_missing_as_everywhere() -> None:
    with pytest.raises(AttributeError, match="module 'core' has no attribute 'Nobody'"):
        exec("core.Nobody", {"core": core})
    with pytest.raises(ImportError):
        exec("from core import Nobody")


def test_a_module_does_not_hide_a_function_of_the_same_name() -> None:
    modules = {home.rpartition(".")[2] for home in HOMES}
    assert not modules & set(core.__all__)


def test_every_module_has_its_room_in_the_readme() -> None:
    package = Path(core.__file__).parent
    rooms = (package / "README.md").read_text()
    modules = {m.name for m in pkgutil.iter_modules([str(package)])}
    assert {m for m in modules if f"`{m}`" not in rooms and f"`{m}/`" not in rooms} == set()
