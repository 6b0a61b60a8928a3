"""The commands, as somebody at a terminal meets them."""

import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.cli import main

ROOT = Path(__file__).parents[3]


@dataclass(frozen=True)
class Ended:
    code: int
    out: str
    err: str


@dataclass(frozen=True)
class Terminal:
    """A shell in an empty directory, with an environment that says nothing about the bot."""

    folder: Path
    patch: pytest.MonkeyPatch
    captured: pytest.CaptureFixture[str]

    def __call__(self, *arguments: str, **environment: str) -> Ended:
        self.patch.setattr(sys, "argv", ["signoff", *arguments])
        for name, value in environment.items():
            self.patch.setenv(name, value)
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = self.captured.readouterr()
        return Ended(int(ended.value.code or 0), out, err)


@pytest.fixture
def signoff(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[Terminal]:
    for name in os.environ:
        if name.startswith(("SLACK_", "BOT_", "REDIS_", "OPENAI_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("BOT_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield Terminal(tmp_path, monkeypatch, capsys)
    root.handlers[:] = handlers
    root.setLevel(level)


def complaint(ended: Ended) -> str:
    """The line somebody reads when a command cannot do its work; only the log may precede it."""
    assert ended.code == 2
    assert ended.out == ""
    assert "Traceback" not in ended.err
    [line] = [line for line in ended.err.splitlines() if line.startswith("signoff: ")]
    return line.removeprefix("signoff: ")


def test_help_lists_the_commands(signoff: Terminal) -> None:
    ended = signoff("--help")
    assert ended.code == 0
    for command in ("demo", "serve", "worker", "doctor", "manifest", "runs", "show"):
        assert f"  {command} " in ended.out


def test_the_package_can_be_run() -> None:
    command = [sys.executable, "-m", "bot", "--help"]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ended.stdout.startswith("Usage: ")


def test_help_imports_nothing_that_takes_long() -> None:
    program = "import bot.cli, sys; print([m for m in sys.modules])"
    seen = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    for costly in ("openai", "slack_sdk", "redis", "aiohttp", "pydantic_settings", "rich.console"):
        assert f"'{costly}'" not in seen.stdout


def test_the_manifest_is_the_file_at_the_root(signoff: Terminal) -> None:
    assert signoff("manifest").out == (ROOT / "manifest.yml").read_text()


def test_the_manifest_for_another_agent_suggests_nothing_of_the_example(signoff: Terminal) -> None:
    made = signoff("manifest", BOT_AGENT="my_agents:agent").out
    assert "What can you do?" in made
    assert "payments" not in made


def test_the_manifest_for_http_names_the_address_and_the_command(signoff: Terminal) -> None:
    ended = signoff("manifest", "--url", "https://bot.example.org", BOT_COMMAND="/ops")
    assert "request_url: https://bot.example.org/slack/events" in ended.out
    assert "command: /ops" in ended.out


@pytest.mark.parametrize(
    "arguments",
    [["--url", "https://a.example", "--socket"], ["--url", "ftp://a"], ["--url", "https:///x"]],
)
def test_a_manifest_that_cannot_be_is_refused(signoff: Terminal, arguments: list[str]) -> None:
    ended = signoff("manifest", *arguments)
    assert ended.code == 2
    assert "Traceback" not in ended.err


@pytest.mark.parametrize(
    ("command", "environment", "line"),
    [
        ("serve", {}, "SLACK_BOT_TOKEN: it is not set."),
        ("worker", {}, "SLACK_BOT_TOKEN: it is not set."),
        ("serve", {"SLACK_BOT_TOKEN": "xoxb-1"}, "SLACK_APP_TOKEN: neither it nor"),
        ("serve", {"SLACK_BOT_TOKEN": "xapp-1"}, "SLACK_BOT_TOKEN: this is not a bot token"),
        ("manifest", {"BOT_PORT": "high"}, "BOT_PORT: input should be a valid integer"),
        ("runs", {"REDIS_URL": "http://localhost"}, "REDIS_URL: the address must begin with"),
        ("show x", {"REDIS_URL": "redis://127.0.0.1:1"}, "REDIS_URL"),
    ],
)
def test_what_is_wrong_with_the_environment_is_one_line(
    signoff: Terminal, command: str, environment: dict[str, str], line: str
) -> None:
    assert complaint(signoff(*command.split(), **environment)).startswith(line)


STARTABLE = {"SLACK_BOT_TOKEN": "xoxb-1", "SLACK_SIGNING_SECRET": "s"}
NO_REDIS = {"REDIS_URL": "redis://127.0.0.1:1"}


def test_an_agent_that_does_not_import_is_one_line(signoff: Terminal) -> None:
    ended = signoff("serve", BOT_AGENT="nowhere:agent", **STARTABLE)
    assert complaint(ended).startswith("BOT_AGENT: there is no module nowhere.")


def test_a_broken_policy_file_is_one_line(signoff: Terminal) -> None:
    (signoff.folder / "bot.toml").write_text("[[policy]\n")
    ended = signoff("serve", **STARTABLE)
    assert complaint(ended).startswith("bot.toml: this is not valid TOML")


def test_a_redis_that_is_not_there_is_one_line(signoff: Terminal) -> None:
    ended = signoff("serve", **STARTABLE, **NO_REDIS)
    assert complaint(ended) == "REDIS_URL redis://127.0.0.1:1: Redis cannot be reached"


def test_a_slack_that_is_not_there_is_one_line(signoff: Terminal) -> None:
    ended = signoff("serve", **STARTABLE, SLACK_API_URL="http://127.0.0.1:1/api/")
    assert complaint(ended).startswith("SLACK_BOT_TOKEN: Slack does not accept it or cannot be")


def test_runs_are_looked_up_in_the_embedded_store(signoff: Terminal) -> None:
    ended = signoff("runs")
    assert (ended.code, ended.out) == (0, "Nothing has been asked yet.\n")


def test_a_run_that_is_not_there_is_said_so(signoff: Terminal) -> None:
    ended = signoff("show", "r9")
    assert ended.code == 1
    assert ended.err == "signoff: there is no run or approval r9; signoff runs lists them\n"


def test_the_doctor_finds_a_setting_that_cannot_be_read(signoff: Terminal) -> None:
    ended = signoff("doctor", BOT_PORT="high")
    assert ended.code == 1
    assert ended.out.startswith("FAIL  environment  BOT_PORT: input should be a valid integer")
    assert ended.out.endswith("1 of 1 checks fail: signoff serve would not work.\n")


def test_the_doctor_ends_with_one_when_something_would_fail(signoff: Terminal) -> None:
    ended = signoff("doctor", REDIS_URL="redis://127.0.0.1:1")
    assert ended.code == 1
    assert "FAIL  slack     SLACK_BOT_TOKEN: it is not set" in ended.out
    assert ended.out.endswith("checks fail: signoff serve would not work.\n")
