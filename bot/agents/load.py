"""The agent that `BOT_AGENT` names, or the example."""

import importlib
import inspect
import sys
import traceback
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from bot.agents.fleet import Fleet
from bot.agents.ops import ops_agent
from bot.agents.scripted import ScriptedModel
from bot.errors import SettingsError
from bot.settings import Settings
from core import Agent

VARIABLE = "BOT_AGENT"


def load_agent(settings: Settings) -> Agent[Any]:
    """The agent to run. Raises `SettingsError` with one line, whatever the module does."""
    return example_agent(settings) if settings.agent is None else named_agent(settings.agent)


def example_fleet(settings: Settings) -> Fleet:
    """The example's services, in the data directory."""
    return Fleet(settings.data_dir / "fleet.db")


def example_agent(settings: Settings) -> Agent[Any]:
    """On the run's model when one is configured, otherwise on the scripted one."""
    fleet = example_fleet(settings)
    return ops_agent(fleet, None if settings.has_model else ScriptedModel(fleet.catalog))


def named_agent(path: str) -> Agent[Any]:
    """From `module:attribute`; modules of the current directory can be named."""
    module_name, _, attribute = path.partition(":")
    module = _import(module_name)
    found = module
    for name in attribute.split("."):
        if not hasattr(found, name):
            raise SettingsError(VARIABLE, f"{module_name} has no {name}", _instead(found, name))
        found = getattr(found, name)
    return _agent(path, found)


def _import(name: str) -> Any:
    here = str(Path.cwd())
    if here not in sys.path and "" not in sys.path:
        sys.path.insert(0, here)
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and (name == error.name or name.startswith(f"{error.name}.")):
            raise SettingsError(
                VARIABLE,
                f"there is no module {error.name}",
                "Start signoff in the directory the module is in, or install its package",
            ) from None
        raise _broken(name, error) from None
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a module may do anything
        raise _broken(name, error) from None


def _agent(path: str, found: Any) -> Agent[Any]:
    if callable(found) and not isinstance(found, Agent):
        found = _called(path, found)
    if not isinstance(found, Agent):
        raise SettingsError(
            VARIABLE,
            f"{path} is no core.Agent but of type {_kind(found)}",
            "Name an agent made of core.Agent, or a function without arguments that returns one",
        )
    return found


def _kind(found: Any) -> str:
    """With its package: other libraries have an `Agent` too."""
    kind = type(found)
    return (
        kind.__qualname__
        if kind.__module__ == "builtins"
        else f"{kind.__module__}.{kind.__qualname__}"
    )


def _called(path: str, function: Any) -> Any:
    if inspect.iscoroutinefunction(function):
        raise SettingsError(VARIABLE, f"{path} is async", "Name a function that is not")
    try:
        return function()
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a function may do anything
        raise _broken(path, error) from None


def _broken(what: str, error: BaseException) -> SettingsError:
    """The error and the place of the author's code where it arose, on one line."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if _is_theirs(f.filename)]
    last = frames[-1] if frames else None
    place = f" ({Path(last.filename).name}, line {last.lineno})" if last else ""
    text = " ".join(str(error).split())
    problem = f"{what} raises {type(error).__name__}: {text}".rstrip(": ")
    return SettingsError(VARIABLE, problem + place, "Correct it, or unset BOT_AGENT")


def _is_theirs(file: str) -> bool:
    return "importlib" not in file and file != __file__


def _instead(owner: Any, name: str) -> str:
    names = getattr(owner, "__dict__", {})
    agents = [key for key, value in names.items() if isinstance(value, Agent)]
    near = agents or get_close_matches(name, names, n=1)
    return f"Did you mean {', '.join(near)}?" if near else "Correct the name behind the colon"
