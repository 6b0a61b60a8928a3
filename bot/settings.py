"""What the environment says: every variable of the bot, its meaning, and what is wrong with it."""

import base64
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Self
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, SecretBytes, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.errors import SettingsError

REDIS_SCHEMES = (
    "redis",
    "rediss",
    "unix",
    "redis+sentinel",
    "rediss+sentinel",
    "redis+cluster",
    "rediss+cluster",
)


def data_home(environ: Mapping[str, str], platform: str) -> Path:
    """Where this platform keeps a user's data."""
    home = Path(environ.get("HOME") or Path.home())
    match platform:
        case "darwin":
            return home / "Library" / "Application Support"
        case "win32":
            return Path(environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
        case _:
            return Path(environ.get("XDG_DATA_HOME") or home / ".local" / "share")


def _bot_token(value: SecretStr) -> SecretStr:
    if not value.get_secret_value().startswith(("xoxb-", "xoxe.xoxb-")):
        raise ValueError("this is not a bot token; it begins with xoxb-")
    return value


def _app_token(value: SecretStr) -> SecretStr:
    if not value.get_secret_value().startswith("xapp-"):
        raise ValueError("this is not an app-level token; it begins with xapp-")
    return value


def _not_blank(value: SecretStr) -> SecretStr:
    if not value.get_secret_value().strip():
        raise ValueError("it is blank")
    return value


def _web_address(value: str) -> str:
    if urlsplit(value).scheme not in ("http", "https") or not urlsplit(value).netloc:
        raise ValueError("this is not an http(s) address")
    return value.rstrip("/") + "/"


def _redis_address(value: SecretStr) -> SecretStr:
    if urlsplit(value.get_secret_value()).scheme not in REDIS_SCHEMES:
        raise ValueError(f"the address must begin with one of {', '.join(REDIS_SCHEMES)} and ://")
    return value


def _command(value: str) -> str:
    if not value.startswith("/") or not 2 <= len(value) <= 32 or any(c.isspace() for c in value):
        raise ValueError("a command is a slash and a word, 32 characters in all, such as /agent")
    return value


def _import_path(value: str) -> str:
    module, colon, attribute = value.partition(":")
    if not (colon and module and attribute):
        raise ValueError("this is not module:attribute, such as my_agents:ops")
    return value


def _key_list(value: SecretStr) -> SecretStr:
    parse_keys(value.get_secret_value())
    return value


def parse_keys(text: str) -> tuple[tuple[str, SecretBytes], ...]:
    """`id:base64key,…` as pairs, newest first; every key has 32 bytes."""
    keys = []
    for number, part in enumerate(text.split(","), start=1):
        name, colon, encoded = part.strip().partition(":")
        try:
            key = _from_base64(encoded)
        except ValueError:
            key = b""
        if not (colon and 0 < len(name.encode()) <= 255 and len(key) == 32):
            raise ValueError(f"encryption key entry {number} is not id:key with 32 bytes in base64")
        keys.append((name, SecretBytes(key)))
    if len({name for name, _ in keys}) < len(keys):
        raise ValueError("two keys have the same id")
    return tuple(keys)


def _from_base64(text: str) -> bytes:
    """In either alphabet, filled up at the end or not. Raises `ValueError`."""
    bare = text.rstrip("=").replace("-", "+").replace("_", "/")
    return base64.b64decode(bare + "=" * (-len(bare) % 4), validate=True)


class Settings(BaseSettings):
    """The environment of the bot; an empty variable counts as one that is not set."""

    model_config = SettingsConfigDict(
        env_prefix="BOT_",
        env_ignore_empty=True,
        extra="forbid",
        frozen=True,
        str_strip_whitespace=True,
        validate_by_alias=True,
        validate_by_name=True,
        use_attribute_docstrings=True,
    )

    slack_bot_token: Annotated[SecretStr, AfterValidator(_bot_token)] | None = Field(
        default=None, validation_alias="SLACK_BOT_TOKEN"
    )
    """The bot's token, `xoxb-…`: "OAuth & Permissions" in the app's settings."""
    slack_signing_secret: Annotated[SecretStr, AfterValidator(_not_blank)] | None = Field(
        default=None, validation_alias="SLACK_SIGNING_SECRET"
    )
    """Proves that a request comes from Slack (HTTP mode): "Basic Information"."""
    slack_app_token: Annotated[SecretStr, AfterValidator(_app_token)] | None = Field(
        default=None, validation_alias="SLACK_APP_TOKEN"
    )
    """App-level token, `xapp-…`, with `connections:write`; set: the bot uses Socket Mode."""
    slack_api_url: Annotated[str, AfterValidator(_web_address)] = Field(
        default="https://slack.com/api/", validation_alias="SLACK_API_URL"
    )
    """Base address of Slack's Web API."""
    redis_url: Annotated[SecretStr, AfterValidator(_redis_address)] | None = Field(
        default=None, validation_alias="REDIS_URL"
    )
    """The Redis that keeps runs and approvals; unset: an embedded one in the data directory."""
    openai_api_key: SecretStr | None = Field(default=None, validation_alias="OPENAI_API_KEY")
    """Key of the model's provider, as the `openai` package reads it."""
    openai_base_url: Annotated[str, AfterValidator(_web_address)] | None = Field(
        default=None, validation_alias="OPENAI_BASE_URL"
    )
    """Another server that speaks the same protocol."""
    data_dir: Annotated[Path, AfterValidator(Path.expanduser)] = Field(
        default_factory=lambda: data_home(os.environ, sys.platform) / "signoff"
    )
    """Where the embedded Redis and the example agent keep their files."""
    model: str | None = None
    """Name of the model for agents that name none."""
    model_api: Literal["responses", "chat"] = "responses"
    """`chat` for servers that only speak Chat Completions."""
    model_timeout: float = Field(default=120.0, gt=0.0, le=3600.0)
    """Seconds in which the model says nothing before a request counts as failed."""
    agent: Annotated[str, AfterValidator(_import_path)] | None = None
    """`module:attribute` of an agent or of a function returning one; unset: the example agent."""
    config: Annotated[Path, AfterValidator(Path.expanduser)] | None = None
    """The file with the policies; unset: `bot.toml` in the current directory, if there is one."""
    host: str = "127.0.0.1"
    """Address to listen on in HTTP mode."""
    port: int = Field(default=3000, ge=0, le=65535)
    """Port to listen on in HTTP mode; 0 picks a free one."""
    command: Annotated[str, AfterValidator(_command)] = "/agent"
    """Name of the slash command."""
    encryption_keys: Annotated[SecretStr, AfterValidator(_key_list)] | None = None
    """`id:base64key,…`, newest first; when set, states are encrypted at rest."""
    lease: float = Field(default=30.0, ge=1.0, le=3600.0)
    """Seconds without a sign of life after which another worker takes over from one. Whoever dies
    in the first seconds of some work is noticed after five at the earliest."""
    log: Literal["text", "json"] = "text"
    """How log lines are written."""
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], BeforeValidator(str.lower)
    ] = "info"
    """The least important lines that are still written."""

    @classmethod
    def load(cls, **given: Any) -> Self:
        """From the environment; what is given wins. Raises `SettingsError`."""
        try:
            return cls(**given)
        except ValidationError as error:
            raise _first_problem(error) from None

    @property
    def mode(self) -> Literal["socket", "http"]:
        """How Slack reaches the bot."""
        return "socket" if self.slack_app_token else "http"

    @property
    def has_model(self) -> bool:
        """Whether a real model is configured."""
        return self.openai_api_key is not None or self.openai_base_url is not None

    @property
    def keys(self) -> tuple[tuple[str, SecretBytes], ...]:
        """The encryption keys by id, newest first; empty when states are kept in clear."""
        return parse_keys(self.encryption_keys.get_secret_value()) if self.encryption_keys else ()

    def policy_file(self) -> Path | None:
        """The policies' file, or `None` when there is none. Raises `SettingsError`."""
        if self.config is None:
            here = Path("bot.toml")
            return here if here.is_file() else None
        if not self.config.is_file():
            raise SettingsError(
                "BOT_CONFIG",
                f"there is no file {self.config}",
                "Correct the path, or unset it to use ./bot.toml or no file at all",
            )
        return self.config


def variable(field: str) -> str:
    """The environment variable behind a field of `Settings`."""
    alias = Settings.model_fields[field].validation_alias
    return alias if isinstance(alias, str) else f"BOT_{field.upper()}"


def check_slack(settings: Settings, *, front: bool) -> None:
    """What talking to Slack needs, and listening to it if `front`. Raises `SettingsError`."""
    if settings.slack_bot_token is None:
        raise SettingsError(
            "SLACK_BOT_TOKEN",
            "it is not set",
            'Copy the xoxb- token from "OAuth & Permissions" of your Slack app, '
            "or try everything without an account: signoff demo",
        )
    if front and settings.slack_app_token is None and settings.slack_signing_secret is None:
        raise SettingsError(
            "SLACK_APP_TOKEN",
            "neither it nor SLACK_SIGNING_SECRET is set",
            "Set SLACK_APP_TOKEN (xapp-) for Socket Mode or SLACK_SIGNING_SECRET for HTTP",
        )


def _first_problem(error: ValidationError) -> SettingsError:
    """The first thing wrong, without the value: it may be a secret."""
    problem = error.errors(include_url=False, include_input=False)[0]
    place = str(problem["loc"][0])
    name = variable(place) if place in Settings.model_fields else place
    text = problem["msg"].removeprefix("Value error, ")
    return SettingsError(name, text[:1].lower() + text[1:], "Correct it or unset it")
