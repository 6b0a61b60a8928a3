"""The environment, right and wrong."""

import base64
import os
from pathlib import Path

import pytest

from bot.errors import SettingsError
from bot.settings import Settings, check_slack, data_home, variable

KEY = base64.b64encode(b"k" * 32).decode()


@pytest.fixture(autouse=True)
def empty_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in os.environ:
        if name.startswith(("SLACK_", "BOT_", "REDIS_", "OPENAI_")):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)


def test_an_empty_environment_gives_the_defaults() -> None:
    settings = Settings.load()
    assert settings.slack_api_url == "https://slack.com/api/"
    assert (settings.host, settings.port, settings.command) == ("127.0.0.1", 3000, "/agent")
    assert (settings.mode, settings.has_model, settings.keys) == ("http", False, ())
    assert settings.data_dir.name == "signoff"


def test_every_variable_has_a_meaning() -> None:
    fields = Settings.model_fields
    assert {variable(field) for field in fields} >= {"SLACK_BOT_TOKEN", "BOT_AGENT", "REDIS_URL"}
    assert all(field.description for field in fields.values())


GOOD = [
    ("SLACK_BOT_TOKEN", "xoxb-1", "slack_bot_token"),
    ("SLACK_BOT_TOKEN", "xoxe.xoxb-1", "slack_bot_token"),
    ("SLACK_APP_TOKEN", "xapp-1", "slack_app_token"),
    ("SLACK_SIGNING_SECRET", "s", "slack_signing_secret"),
    ("SLACK_API_URL", "http://127.0.0.1:1/api/", "slack_api_url"),
    ("REDIS_URL", "unix:///run/redis.sock", "redis_url"),
    ("REDIS_URL", "redis+sentinel://a:1,b:2/main", "redis_url"),
    ("OPENAI_API_KEY", "k", "openai_api_key"),
    ("OPENAI_BASE_URL", "http://127.0.0.1:1/v1/", "openai_base_url"),
    ("BOT_MODEL", "m", "model"),
    ("BOT_MODEL_API", "chat", "model_api"),
    ("BOT_AGENT", "pkg.agents:ops", "agent"),
    ("BOT_HOST", "0.0.0.0", "host"),
    ("BOT_PORT", "8080", "port"),
    ("BOT_COMMAND", "/ops", "command"),
    ("BOT_ENCRYPTION_KEYS", f"new:{KEY},old:{KEY}", "encryption_keys"),
    ("BOT_LEASE", "4.5", "lease"),
    ("BOT_MODEL_TIMEOUT", "7.5", "model_timeout"),
    ("BOT_LOG", "json", "log"),
    ("BOT_LOG_LEVEL", "DEBUG", "log_level"),
]


@pytest.mark.parametrize(("name", "value", "field"), GOOD)
def test_a_good_value_is_taken(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, field: str
) -> None:
    monkeypatch.setenv(name, value)
    taken = getattr(Settings.load(), field)
    plain = taken.get_secret_value() if hasattr(taken, "get_secret_value") else str(taken)
    assert plain.lower() == value.lower()


BAD = [
    ("SLACK_BOT_TOKEN", "xapp-secret", "begins with xoxb-"),
    ("SLACK_APP_TOKEN", "xoxb-secret", "begins with xapp-"),
    ("SLACK_API_URL", "slack.com/secret", "not an http(s) address"),
    ("REDIS_URL", "http://:secret@localhost", "must begin with one of redis"),
    ("BOT_MODEL_API", "secret", "'responses' or 'chat'"),
    ("BOT_AGENT", "secret", "not module:attribute"),
    ("BOT_AGENT", ":secret", "not module:attribute"),
    ("BOT_PORT", "secret", "valid integer"),
    ("BOT_PORT", "70000", "65535"),
    ("BOT_LEASE", "0", "greater than or equal to 1"),
    ("BOT_MODEL_TIMEOUT", "0", "greater than 0"),
    ("BOT_COMMAND", "secret", "a slash and a word"),
    ("BOT_COMMAND", "/my secret", "a slash and a word"),
    ("BOT_ENCRYPTION_KEYS", "id:c2VjcmV0", "entry 1 is not id:key"),
    ("BOT_ENCRYPTION_KEYS", f"a:{KEY},secret", "entry 2 is not id:key"),
    ("BOT_ENCRYPTION_KEYS", f"a:{KEY},a:{KEY}", "same id"),
    ("BOT_LOG", "secret", "'text' or 'json'"),
    ("BOT_LOG_LEVEL", "secret", "'debug'"),
]


@pytest.mark.parametrize(("name", "value", "problem"), BAD)
def test_a_bad_value_is_one_line_with_the_variable_and_without_the_value(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, problem: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as error:
        Settings.load()
    line = str(error.value)
    assert line.startswith(f"{name}: ")
    assert problem in line
    assert "\n" not in line
    assert "secret" not in line.lower()


def test_an_empty_variable_is_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLACK_BOT_TOKEN", "")
    assert Settings.load().slack_bot_token is None


def test_a_pasted_token_loses_its_line_break(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-1\n")
    token = Settings.load().slack_bot_token
    assert token is not None
    assert token.get_secret_value() == "xoxb-1"


def test_variables_of_other_programs_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOST", "evil")
    monkeypatch.setenv("PORT", "1")
    assert (Settings.load().host, Settings.load().port) == ("127.0.0.1", 3000)


def test_no_secret_shows_in_the_settings() -> None:
    settings = Settings.load(
        slack_bot_token="xoxb-secret",
        slack_signing_secret="secret",
        redis_url="redis://:secret@localhost",
        encryption_keys=f"a:{KEY}",
    )
    assert "secret" not in repr(settings).replace("slack_signing_secret", "")
    assert KEY not in repr(settings)


def test_keys_come_newest_first() -> None:
    keys = Settings.load(encryption_keys=f"new:{KEY}, old:{KEY}").keys
    assert [name for name, _ in keys] == ["new", "old"]
    assert keys[0][1].get_secret_value() == b"k" * 32


def test_an_app_token_means_socket_mode() -> None:
    assert Settings.load(slack_app_token="xapp-1").mode == "socket"


def test_there_may_be_no_policy_file() -> None:
    assert Settings.load().policy_file() is None


def test_the_policy_file_is_found_in_the_current_directory() -> None:
    Path("bot.toml").touch()
    assert Settings.load().policy_file() == Path("bot.toml")


def test_a_policy_file_that_was_named_must_exist() -> None:
    with pytest.raises(SettingsError, match=r"BOT_CONFIG: there is no file .*absent\.toml"):
        Settings.load(config="absent.toml").policy_file()


def test_speaking_to_slack_needs_a_bot_token() -> None:
    with pytest.raises(SettingsError, match="SLACK_BOT_TOKEN: it is not set"):
        check_slack(Settings.load(), front=False)


def test_listening_to_slack_needs_an_app_token_or_a_signing_secret() -> None:
    with pytest.raises(SettingsError, match="SLACK_APP_TOKEN: neither it nor SLACK_SIGNING_SECRET"):
        check_slack(Settings.load(slack_bot_token="xoxb-1"), front=True)


@pytest.mark.parametrize(
    "listening", [{"slack_app_token": "xapp-1"}, {"slack_signing_secret": "s"}]
)
def test_either_of_them_is_enough(listening: dict[str, str]) -> None:
    check_slack(Settings.load(slack_bot_token="xoxb-1", **listening), front=True)


HOMES = [
    ("linux", {"HOME": "/h"}, "/h/.local/share"),
    ("linux", {"HOME": "/h", "XDG_DATA_HOME": "/x"}, "/x"),
    ("darwin", {"HOME": "/h"}, "/h/Library/Application Support"),
    ("win32", {"HOME": "/h", "LOCALAPPDATA": "/local"}, "/local"),
]


@pytest.mark.parametrize(("platform", "environ", "home"), HOMES)
def test_every_platform_has_its_place_for_data(
    platform: str, environ: dict[str, str], home: str
) -> None:
    assert data_home(environ, platform) == Path(home)
